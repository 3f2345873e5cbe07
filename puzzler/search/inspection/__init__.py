"""Inspection of searches: their expansions, frontiers, trees and statistics over time."""
