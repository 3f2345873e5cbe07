"""Races: two to four searches on one problem, which one worker keeps level."""
