"""Leagues: results, standings, ratings, nights and their exchange.

Pure: no clock, dice, database, request or language in here. A league is the ordered list of its changes
(``changes``); its state is their fold (``fold``). Everything is keyed by ids, never by names.
"""
