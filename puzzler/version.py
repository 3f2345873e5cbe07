"""The version of Puzzler."""

VERSION = "0.1.0"
