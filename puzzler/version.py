"""The version of Puzzler."""

VERSION = "1.0.0"
