"""A person's decisions about photos: one type, its readers and writers."""
