"""Damaged files and texts by the thousand, and a watch on what they do to kscan."""
