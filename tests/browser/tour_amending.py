"""Every page about what happened and what is put right, over tables that were brought there by the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tests.browser.handset import Handset
from tests.browser.screens import Screen, open_all, post
from tests.players import Night, Send, fresh_key, open_night
from tests.tables.righting import amend, edit, entry, quest, quest_round

LONG = "Maximiliane-Éléonore"


def address(night: Night, *edits: Any) -> str:
    return f"/t/{night.code}/correct/preview?edits={quote(json.dumps(edits))}"


def quest_played(send: Send) -> Night:
    """Stella Quest: three rounds and half of a fourth; Bo, who has a long name, has won them all."""
    night = quest(open_night(send, 3, "stella_quest"))
    night.host.put(f"{night.at}/seats/{night.ids[2]}", name=LONG).ok()
    quest_round(night, ["blue-6", "green-1", "red-2"], "blue-6", "red-2")
    quest_round(night, ["red-5", "yellow-1", "red-1"], "red-1", "yellow-1")
    return night


def amending(send: Send) -> Iterator[Screen]:
    night = quest_played(send)
    host, bo, here = night.phones[0], night.phones[1], f"/t/{night.code}"
    play, take, draw = entry(night, "play", 1), entry(night, "take"), entry(night, "play", 2)
    yield Screen("Amending, log", f"{here}/log", host, open_all)
    yield Screen("Amending, log, watching", f"{here}/log")
    yield Screen("Amending, all entries", f"{here}/correct", bo)
    yield Screen("Amending, a card", f"{here}/correct?seq={play['seq']}", host)
    yield Screen("Amending, nothing chosen", f"{here}/correct/preview?seq={play['seq']}", host)
    yield Screen("Amending, something else", f"{here}/correct?seq={draw['seq']}&any=1", host)
    yield Screen("Amending, missing", f"{here}/correct?seq={play['seq']}&insert=1", host)
    wrong = {"seq": play["seq"], "action": {"type": "play", "seat": 1, "card": "red-4"}}
    yield Screen("Amending, impossible", address(night, wrong), host, open_all)
    fits = {"seq": play["seq"], "action": {"type": "play", "seat": 1, "card": "green-2"}}
    yield Screen("Amending, preview", address(night, fits), host, open_all)
    yield Screen("Amending, preview, guest", address(night, fits), bo)
    yield Screen("Amending, nothing changes", address(night, {**fits, "action": play["action"]}), host)
    yield Screen("Amending, too slow", f"{here}/log", host, post(f"{here}/correct", {
        "key": fresh_key(), "seen": str(take["seq"]), "edits": json.dumps([fits]), "why": "It was green 2."}))  # fmt: skip
    amend(night, 1, edit(play, fits["action"]), why="It was green 2, look at the pile.").ok()
    amend(night, 2, edit(entry(night, "play", card="red-5"), {"card": "red-6"}), why="").ok()
    yield Screen("Amending, banner", here, host)
    yield Screen("Amending, proposals", f"{here}/corrections", host, open_all)
    yield Screen("Amending, proposals, guest", f"{here}/corrections", bo)
    yield Screen("Amending, then", f"{here}/at/{take['seq']}", host, open_all)
    yield Screen("Amending, then, the lobby", f"{here}/at/2", host)
    amend(night, 0, edit(play, fits["action"]), why="It was green 2.").ok()
    yield Screen("Amending, corrected log", f"{here}/log", bo, open_all)
    yield Screen("Amending, house rules, none", f"{here}/house-rules?rule=stella_quest.qu-5", host)
    rule = "stella_quest.qu-5"
    bo.post(f"{night.at}/house-rules", rule=rule, text="We draw before or after, as we like.", key=fresh_key()).ok()
    yield Screen("Amending, house rules", f"{here}/house-rules", host)
    night.act(0, type="play", card="blue-2", for_=night.look(None)["view"]["turn"]).ok()
    yield Screen("Amending, what if", f"{here}/whatif", host)
    yield Screen("Amending, what if, guest", f"{here}/whatif", bo)
    yield Screen("Amending, what if, told", f"{here}/whatif", host, _first)
    night.act(0, type="leave", seat=2).ok()
    night.act(0, type="end_early").ok()
    yield Screen("Amending, receipt", f"{here}/receipt", bo, open_all)
    yield Screen("Amending, finished, preview", address(night, {**fits, "action": play["action"]}), host)
    yield Screen("Amending, people", f"{here}/people", host)
    yield from _stella(send)


def _first(handset: Handset) -> None:
    """Choose the first sentence, and see what it would do."""
    handset.page.locator("#whatif input[name=to]").first.check()
    handset.tap("button[form=whatif]").see(".then.would")


def _stella(send: Send) -> Iterator[Screen]:
    night = open_night(send, 3).start()
    night.act(0, type="word", text="Wirklichkeitsverlust").ok()
    night.play_round([[0, 1, 9], [0, 1], [0, 2]])
    host, here = night.host, f"/t/{night.code}"
    lock = entry(night, "lock", 2)
    yield Screen("Amending, house rules, between rounds", f"{here}/house-rules?rule=stella.st-1", host)
    night.act(0, type="decide", rule="stella.st-1", other=True).ok()
    yield Screen("Amending, house rules, the other way", f"{here}/house-rules", host)
    yield Screen("Amending, house rules, the other way, guest", f"{here}/house-rules", night.phones[1])
    yield Screen("Amending, what if, Stella", f"{here}/whatif", host)
    yield Screen("Amending, shown cards", f"{here}/correct?seq={lock['seq']}", host)
    yield Screen("Amending, a word", f"{here}/correct?seq={entry(night, 'word')['seq']}", host)
    yield Screen(
        "Amending, Stella preview",
        address(night, edit(lock, {"type": "lock", "seat": 2, "cells": [0, 1]})),
        host,
        open_all,
    )
    yield Screen("Amending, then, marking", f"{here}/at/{lock['seq']}", night.phones[1], open_all)
    yield Screen("Amending, then, revealing", f"{here}/at/{entry(night, 'reveal')['seq']}", night.phones[1], open_all)
    yield Screen("Amending, Stella receipt", f"{here}/receipt", host, open_all)
