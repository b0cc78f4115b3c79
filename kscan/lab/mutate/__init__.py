"""Mutation testing: small faults are put into the code, one at a time, to see which tests notice.

The faults are those of mutmut; it cannot run them here, as its trampolines skip every property.
"""
