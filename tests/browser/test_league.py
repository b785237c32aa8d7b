"""A season and a night of eleven people, from the organiser's phone: three tables, one of them saved from the phones at
it, one typed in, one over the API; one result is corrected. On a phone of 320 px, and once without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.browser.conftest import sender
from tests.browser.handset import SMALL, Handset, House
from tests.leagues.clubs import ELEVEN, Club, ended_early, open_club
from tests.players import Night, Phone, Server

Table = Callable[..., Night]
TODAY = datetime.now(UTC).date()


def _fill(phone: Handset, **fields: str) -> Handset:
    for name, value in fields.items():
        phone.at(f"#{name}").fill(value)
    return phone


def _opened(phone: Handset, name: str, sign: str = "2") -> tuple[str, dict[str, str]]:
    """A league through the form; its address and its two links."""
    _fill(phone.go("/leagues").press("Start a league"), name=name, zone="UTC")
    phone.tap(f"label.choice:has([name=sign][value='{sign}'])").cta()
    links = {which: phone.see(f"#{which}").input_value() for which in ("organiser", "member")}
    phone.cta().see("h1:has-text('People')")
    return phone.page.url.split("/league/")[1].split("/")[0], links


def _ranks(phone: Handset) -> list[tuple[str, str]]:
    rows = phone.page.locator("table.standings").first.locator("tbody tr").all()
    return [(row.locator(".person").inner_text(), row.locator("td").first.inner_text()) for row in rows]


def test_a_season_and_a_night_of_eleven_from_the_organisers_phone(house: House, server: Server, address: str) -> None:
    send = sender(server.port, address)
    boss = house.phone(**SMALL)
    slug, links = _opened(boss, "Night Owls")
    here = f"/league/{slug}"
    # people, a season, a night
    boss.at("#names").fill("\n".join(ELEVEN))
    boss.cta().see(f".people >> text={ELEVEN[-1]}")
    boss.go(f"{here}/seasons")
    _fill(boss, name="This year", start=f"{TODAY.year}-01-01", end=f"{TODAY.year}-12-31").cta().see("text=This year")
    boss.go(f"{here}/nights")
    _fill(boss, name="First night", place="Bo's kitchen").cta().see("h1:has-text('First night')")
    for name in ELEVEN[:10]:
        boss.tap(f"#coming label.choice:has-text('{name}')")
    boss.press("They are here").see("h2:has-text('Here (10)')")
    boss.cta().see("h2:has-text('Round 1')")
    assert sorted(table.locator(".names li").count() for table in boss.page.locator(".night-tables > li").all()) == [
        3,
        3,
        4,
    ]
    # somebody comes late and is found a place
    boss.page.locator("#come summary").tap()
    boss.tap(f"#coming label.choice:has-text('{ELEVEN[10]}')").press("They are here")
    boss.see(f"text={ELEVEN[10]} is here and has no place in round 1.")
    boss.press("Find a place").gone("text=has no place in round 1")
    tables = [
        [one.inner_text() for one in table.locator(".names li").all()]
        for table in boss.page.locator(".night-tables > li").all()
    ]
    assert sorted(map(len, tables)) == [3, 4, 4]
    _played(house, send, boss, slug, links, tables)


def _played(house: House, send: Any, boss: Handset, slug: str, links: dict[str, str], tables: list[list[str]]) -> None:
    here = f"/league/{slug}"
    night_at = boss.page.url
    # table 1: played with the app, saved by its host, signed by another seat
    night = ended_early(send, 3)
    host, guest = house.phone(**SMALL), house.phone(**SMALL)
    host.sit(night.phones[0], night.code).see("text=Save to a league")
    host.page.goto(links["member"])  # the code behind the # is sent by itself
    host.see("h1:has-text('Night Owls')")
    assert "#" not in host.page.url
    host.go(f"/t/{night.code}").press("Save to a league")
    for seat, name in enumerate(("Ana", "Bo", "Chiyo")):
        assert host.at(f"#seat{seat} option:checked").inner_text() == name  # suggested, and shown
    host.press("These are the people: save").see("text=waits for 1 word")
    guest.sit(night.phones[1], night.code).press("It is right (Bo)").see(".league-link >> text=counts")
    # table 2: typed in by the organiser, with a preview first
    boss.go(f"{here}/games/new")
    typed = (("Dan", 20), ("Émile", 31), ("Fumiko", 20), ("Gus", 9))
    for number, (name, score) in enumerate(typed):
        row = boss.page.locator(".seat-row").nth(number)
        row.locator("select").select_option(label=name)
        row.locator("[name=score]").fill(str(score))
    boss.cta().see("#preview")
    boss.press("Save this game").see(".placed >> text=Émile")
    # table 3: over the API
    club = Club(send, Phone(send), slug, {"organiser": links["organiser"].split("#")[1]})
    club.enter(club.phone, "organiser").ok()
    club.people = {one["name"]: one["id"] for one in club.phone.get(f"{club.at}/members").ok()}
    club.typed("t3", {"Hal": 12, "Ida": 30, "Jo": 25, ELEVEN[10]: 1}).ok()
    boss.go(here)
    assert dict(_ranks(boss))["Émile"] == "11"
    assert dict(_ranks(boss))["Dan"] == "5.5"
    # the second score sheet was wrong: before and after
    boss.go(f"{here}/games").tap(boss.page.locator(".gamecard:has-text('Émile') h3 a").first)
    boss.press("Correct this game")
    row = boss.page.locator(".seat-row").nth(0)
    row.locator("[name=score]").fill("33")
    boss.at("#why").fill("Dan's last round was missing")
    boss.press("See what it changes").see("#preview")
    moved = {
        row.locator("th").inner_text(): row.inner_text()
        for row in boss.page.locator(".moves >> nth=0").locator("tbody tr").all()
    }
    assert set(moved) >= {"Dan", "Émile"}
    boss.press("Save the correction").see("h2:has-text('What was changed')")
    before, after = boss.page.locator(".before-after > div").all()
    assert before.locator(".won").inner_text().split() == ["1", "Émile", "31"]
    assert after.locator(".won").inner_text().split() == ["1", "Dan", "33"]
    boss.go(here)
    assert dict(_ranks(boss))["Dan"] == "11"
    # the wall shows the night
    wall = house.wall()
    wall.context.add_cookies([{"name": "starkeeper", "value": boss.token, "domain": "starkeeper.lan", "path": "/"}])
    wall.go(f"{night_at}/wall")
    wall.see("text=Round 1").page.locator(".night-tables >> text=Table 3").wait_for()


def test_without_javascript_a_table_is_saved_and_a_link_pasted(house: House, server: Server, address: str) -> None:
    send = sender(server.port, address)
    club, night = open_club(send), ended_early(send, 3)
    host = house.phone(java_script_enabled=False).sit(night.phones[0], night.code)
    host.go(f"/league/{club.slug}/door")
    host.at("#code").fill(f"http://anywhere/league/{club.slug}/door#{club.secrets['member']}")
    host.cta().see("h1:has-text('Friday Owls')")
    host.go(f"/t/{night.code}").press("Save to a league")
    host.press("These are the people: save").see("text=Saved to Friday Owls")
    assert len(club.ranks()) == 3


def test_a_private_league_says_what_to_do_and_an_old_link_too(house: House, server: Server, address: str) -> None:
    club = open_club(sender(server.port, address))
    phone = house.phone(**SMALL)
    phone.quiet = False  # the browser itself reports the 401
    phone.go(f"/league/{club.slug}").see("text=This league is private")
    phone.press("Open it with a link")
    phone.at("#code").fill("x" * 43)
    phone.cta().see("text=That link is not valid any more")
    phone.go(f"/league/{club.slug}/door#{club.secrets['member']}").see("h1:has-text('Friday Owls')")
    club.phone.post(f"{club.at}/links", which="member").ok()
    phone.page.reload()
    phone.see("text=This league is private")


def test_a_table_opened_for_a_league_offers_that_league_at_its_end(house: House, server: Server, address: str) -> None:
    send = sender(server.port, address)
    club = open_club(send)
    phone = house.phone(**SMALL)
    phone.be(club.phone)
    phone.go(f"/league/{club.slug}").press("Start a league game")
    assert phone.at("#league option:checked").inner_text() == "Friday Owls"
    phone.at("#name").fill("Ana")
    phone.cta().stage("lobby")
    code = phone.page.url.rsplit("/", 1)[-1]
    night = Night([club.phone], code, [])
    for name in ("Bo", "Chiyo"):
        guest = Phone(send, name=name)
        night.phones.append(guest)
        guest.post(f"{night.at}/seats", name=name).ok()
    night.start().play_round([[0, 1], [0], [1]])
    night.act(0, type="leave", seat=2).ok()
    night.act(0, type="end_early").ok()
    phone.stage("finished").press("Save to Friday Owls")
    phone.press("These are the people: save").see(".league-link >> text=counts")


def _eleven(house: House, server: Server, address: str) -> tuple[Club, Handset, Handset, Handset]:
    """A night that has begun: the organiser's phone, a member's, and the wall."""
    club = open_club(sender(server.port, address), people=ELEVEN)
    club.change("night-set", night="n1", name="First night", day=TODAY.isoformat()).ok()
    for name in ELEVEN[:4]:
        club.change("checked-in", night="n1", member=club.people[name]).ok()
    boss, member, wall = house.phone(**SMALL), house.phone(**SMALL), house.wall()
    boss.be(club.phone)
    member.be(club.member())
    wall.context.add_cookies(
        [{"name": "starkeeper", "value": club.phone.token, "domain": "starkeeper.lan", "path": "/"}]  # type: ignore[typeddict-item]
    )
    return club, boss, member, wall


def test_the_night_and_its_wall_follow_the_bell(house: House, server: Server, address: str) -> None:
    club, boss, member, wall = _eleven(house, server, address)
    at = f"/league/{club.slug}/night/n1"
    for phone, path in ((boss, at), (member, at), (wall, f"{at}/wall")):
        phone.page.add_init_script("setInterval = () => 0")  # whatever happens, happens because the bell rang
        phone.go(path).see(".conn[data-state=live]")
    # the organiser ticks two people, and meanwhile a third comes in elsewhere
    boss.page.locator("#come summary").tap()
    for name in ("Hal", "Jo"):
        boss.tap(f"#coming label.choice:has-text('{name}')")
    club.change("checked-in", night="n1", member=club.people["Ida"]).ok()
    for phone in (boss, member):
        phone.see("h2:has-text('Here (5)')")
        phone.see(".here >> text=Ida")
    wall.see("text=5 people are here.")
    wall.see(".names >> text=Ida")
    ticked = boss.page.locator("#coming label.choice:has(:checked)")
    assert [one.inner_text() for one in ticked.all()] == ["Hal", "Jo"]
    boss.press("They are here")
    member.see("h2:has-text('Here (7)')")
    boss.cta().see("h2:has-text('Round 1')")
    member.see("h2:has-text('Round 1')")
    wall.see("text=Round 1")
    wall.see(".night-tables >> text=Table 2")
    club.typed("g1", {"Ana": 4, "Bo": 3, "Chiyo": 2}, night="n1").ok()
    wall.see(".wall-results >> text=Ana")
    wall.see(".standings >> text=Ana")
    member.see("h2:has-text('Results')")


def test_without_a_stream_the_night_is_asked_for(house: House, server: Server, address: str) -> None:
    """A proxy that holds the stream back, or a browser without one: phones ask every few seconds."""
    club, _boss, member, wall = _eleven(house, server, address)
    at = f"/league/{club.slug}/night/n1"
    for phone, path in ((member, at), (wall, f"{at}/wall")):
        phone.page.add_init_script("delete window.EventSource")
        phone.go(path).see(".conn")
    club.change("checked-in", night="n1", member=club.people["Ida"]).ok()
    member.see(".here >> text=Ida")
    wall.see(".names >> text=Ida")


def test_a_new_link_puts_a_phone_out_of_the_night(house: House, server: Server, address: str) -> None:
    club, _boss, member, _wall = _eleven(house, server, address)
    member.quiet = False  # the browser itself reports the 401
    member.go(f"/league/{club.slug}/night/n1").see(".conn[data-state=live]")
    club.phone.post(f"{club.at}/links", which="member").ok()
    club.change("checked-in", night="n1", member=club.people["Ida"]).ok()
    member.see("#alerts >> text=This league is private")
    assert not member.page.locator(".here >> text=Ida").count()
