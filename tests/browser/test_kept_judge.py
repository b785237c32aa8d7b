"""The judge kept on a phone: asked for with a tap, then it answers without the network, and goes again with a tap."""

from __future__ import annotations

from tests.browser.handset import Handset, House
from tests.browser.test_judge import key

PATHS = (
    "caches.keys().then(all => Promise.all(all.map(name => caches.open(name).then(cache => cache.keys()))))"
    ".then(all => all.flat().map(request => new URL(request.url)).map(url => url.pathname + url.search))"
)
FRAGMENT = "at => fetch(at, { headers: { 'X-Starkeeper': 'fragment' } }).then(answer => answer.text())"
RENEWED = """async () => (await caches.keys()).filter(name => name.startsWith('judge-')).join() ===
  'judge-' + document.body.dataset.kept && document.body.dataset.kept.endsWith('-light')"""
VERDICT = "/judge/stella_quest/winner?top=green-4&cards=blue-6.green-1"


def paths(phone: Handset) -> list[str]:
    """Everything that the phone keeps."""
    return list(phone.page.evaluate(PATHS))


def of_the_judge(phone: Handset) -> list[str]:
    """What of that is only there because somebody asked for it."""
    marks = ("/kept/", "/static/vendor/pyodide", "/offline/judge/")
    return [path for path in paths(phone) if path.startswith(marks) and path != "/kept/language"]


def at_home(house: House) -> tuple[Handset, str]:
    """A phone at the judge's first page, in a house that is reached over https (here: as localhost)."""
    phone = house.phone()
    base = f"http://localhost:{phone.port}"
    phone.go(f"{base}/judge").see("#keep[data-state=none]")
    return phone, base


def test_a_kept_judge_answers_without_network(house: House) -> None:
    phone, base = at_home(house)
    assert of_the_judge(phone) == []
    phone.press("Keep the judge on this phone").see("#keep[data-state=kept]", timeout=90_000)
    from_server = phone.page.evaluate(FRAGMENT, VERDICT)

    # another look of the pages: they are kept again, the rest is taken from what is here
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    phone.context.add_cookies([{"name": "theme", "value": "light", "url": base}])
    phone.go(f"{base}/judge").page.wait_for_function(RENEWED)
    assert not [url for url in fetched if "pyodide" in url or url.endswith(("worker.js", "engine.zip"))]

    phone.quiet = False  # the browser itself says in the console that there is no network
    phone.context.set_offline(True)

    # an address that somebody sent; the same bytes as from the server
    phone.go(base + VERDICT).see("h1.verdict:has-text('Player 2 wins.')", timeout=60_000)
    assert "without network" in phone.see(".ruled").inner_text()
    assert phone.page.evaluate("at => Kept.ask(at).then(told => told.html)", VERDICT) == from_server
    phone.tap(key("green-4")).see(".entered > li:nth-child(4) .chip")
    phone.see("h1.verdict:has-text('Player 3 wins.')")
    assert phone.page.url.endswith("cards=blue-6.green-1.green-4")

    # another game by taps, another question of it
    phone.tap("a.where").press("Stella – Dixit Universe").see('[data-key="markers-2"]', timeout=60_000)
    phone.tap('[data-key="markers-2"]').see("h1.verdict:has-text('Super Spark: 3 stars each.')")
    phone.tap('[data-key="fallen-1"]').see("h1.verdict:has-text('Super Spark: scout gets 3.')")
    phone.tap("#others summary").tap("#others a[href='/judge/stella/dark']").stage("judge-stella-dark")

    # the third, in another language
    phone.go(f"{base}/judge/stellarion?cards=alpha-ship").see(".entered .face", timeout=60_000)
    for card in ("alpha-nebula", "alpha-stars", "alpha-planet"):
        phone.tap(key(card, "cards"))
    phone.see("h1.verdict:has-text('Launch: Alpha.')")
    phone.tap(".tongues button[value=fr]").see(
        "html[lang=fr] h1.verdict:has-text('Lancement : Alpha.')", timeout=60_000
    )
    phone.go(f"{base}/rules/readings").see("html[lang=fr]")

    # nothing of a table; and gone with a tap
    phone.go(f"{base}{VERDICT}&table=KAVE&seats=2.0").see("html[lang=fr] #judge")
    assert [path for path in paths(phone) if "table=" in path or "/t/" in path or path.startswith("/judge/")] == []
    phone.go(f"{base}/judge").tap("#keep button[name=remove]").see("#keep[data-state=none]")
    assert of_the_judge(phone) == []
