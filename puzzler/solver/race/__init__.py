"""Races: two to four searches on one problem, kept abreast by one worker."""
