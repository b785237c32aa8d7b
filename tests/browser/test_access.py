"""E37 to E39: every screen can be read, in both themes, three languages, small, enlarged, without motion."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import tour
from tests.browser.conftest import sender
from tests.browser.handset import Handset, House
from tests.browser.tour import Screen
from tests.players import Night, Server

Table = Callable[..., Night]

#: Words that leave the screen, their button or card, or a box that cuts them off. (Hidden words are small on purpose.)
FAULTS = """() => {
  const faults = [], page = document.scrollingElement, wide = Math.min(innerWidth, visualViewport.width, screen.width);
  const away = '.visually-hidden, .skip-link, [hidden], noscript, script, style, option, .score-wrap';
  const say = (what, at, more) => faults.push(`${what}: ${more || ''} ${at.outerHTML.slice(0, 110)}`);
  if (page.scrollWidth > wide + 1) {
    faults.push(`scrolls sideways: ${page.scrollWidth} > ${wide}`);
    [...document.querySelectorAll('body *')].filter(at => at.getBoundingClientRect().right > wide + 1 && !at.closest(away))
      .slice(0, 3).forEach(at => say('sticks out', at));
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (walk.nextNode()) {
    const node = walk.currentNode, own = node.parentElement;
    if (!node.data.trim() || own.closest(away) || !own.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(rect => rect.width > 1);
    if (!rects.length) continue;
    const left = Math.min(...rects.map(r => r.left)), right = Math.max(...rects.map(r => r.right));
    const top = Math.min(...rects.map(r => r.top)), bottom = Math.max(...rects.map(r => r.bottom));
    if (left < -1 || right > wide + 1) say('words leave the screen', own, `${left}..${right} "${node.data.trim().slice(0, 30)}"`);
    for (let at = own; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      const holds = at.matches('button, .btn, .cta, .tile, .seg label, .choice, summary, .banner, .card, td, th');
      const cuts = /hidden|clip/.test(style.overflowX) || style.textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth;
      if ((holds || cuts) && (left < box.left - 2 || right > box.right + 2))
        say('too wide', at, `${Math.round(left - box.left)} ${Math.round(right - box.right)} "${node.data.trim().slice(0, 30)}"`);
      if ((holds || /hidden|clip/.test(style.overflowY)) && (top < box.top - 5 || bottom > box.bottom + 5))
        say('too high', at, `${Math.round(top - box.top)} ${Math.round(bottom - box.bottom)} "${node.data.trim().slice(0, 30)}"`);
    }
  }
  return [...new Set(faults)];
}"""
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].filter(at => {
  const box = at.getBoundingClientRect();
  if (!box.width || at.closest('.visually-hidden, .skip-link, .links, p, li .from, .cite, cite, .rules') || at.matches('.skip-link, .where, .kind')) return false;
  const around = at.closest('label') ? at.closest('label').getBoundingClientRect() : box;
  return Math.max(box.height, around.height) < 43.5;
}).map(at => at.outerHTML.slice(0, 120))"""
PARTS = list(itertools.product(("en", "fr", "ja"), tour.PARTS))


@pytest.fixture(scope="module")
def axe() -> str:
    """axe-core, as a package brings it."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def screens(server: Server, address: str, part: str) -> Iterator[Screen]:
    yield from tour.PARTS[part](sender(server.port, address))


class Looker:
    """One phone and one wall that go from screen to screen as whoever should look."""

    def __init__(self, house: House, language: str) -> None:
        self.phone = house.phone(bypass_csp=True)
        self.tv = house.wall(bypass_csp=True)
        for handset in (self.phone, self.tv):
            handset.quiet = False
            handset.cookie("lang", language)

    def show(self, screen: Screen, theme: str = "night") -> Handset:
        handset = self.tv if screen.wall else self.phone
        handset.context.clear_cookies(name="starkeeper")
        handset.cookie("theme", theme)
        if screen.phone is not None:
            handset.be(screen.phone)
        handset.go(screen.path)
        if screen.prepare is not None:
            screen.prepare(handset)
        return handset


#: The lamp above the table and the shine on the cards are gradients, of which no contrast can be told: the plain
#: colours behind them are looked at instead.
RUN = """async how => {
  document.body.style.background = 'var(--sky-0)';
  for (const at of document.querySelectorAll('.tile > input')) at.style.background = 'var(--sky-2)';
  const told = await axe.run(document, { resultTypes: ['violations'], ...how });
  if (!told.passes.length && !told.incomplete.length) return ['nothing was looked at'];
  return told.violations.filter(each => ['serious', 'critical'].includes(each.impact))
    .map(each => `${each.id}: ${each.nodes.slice(0, 3).map(node => node.html.slice(0, 140) + ' ' + node.failureSummary.slice(0, 160)).join(' | ')}`);
}"""


#: Colours that glide are looked at where they arrive.
REPAINT = """theme => {
  document.documentElement.dataset.theme = theme;
  document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish());
}"""


def cut_off(page: Any, screen: Screen, language: str) -> list[str]:
    """What is cut off or leaves the screen, small and enlarged; and targets too low for a thumb."""
    faults: list[str] = []
    sizes = [(1280, 720, 100)] if screen.wall else [(320, 568, 100), (390, 844, 200), (390, 844, 100)]
    for width, height, text in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("text => { document.documentElement.style.fontSize = text === 100 ? '' : text + '%'; }", text)
        faults += [f"{screen.name} [{language}, {width}, {text} %] {fault}" for fault in page.evaluate(FAULTS)]
        if width == 320:
            faults += [f"{screen.name} [{language}] lower than 44: {small}" for small in page.evaluate(SMALL)]
    return faults


@pytest.mark.parametrize(("language", "part"), PARTS)
def test_E37_E38_every_screen_can_be_read_and_nothing_is_cut_off(
    house: House, server: Server, address: str, axe: str, language: str, part: str
) -> None:
    """One walk through the screens for both. axe looks at everything in English by night, at the colours by day, in
    other languages at all but the colours."""
    looker, faults = Looker(house, language), []
    for screen in screens(server, address, part):
        themes = ("night", "light") if language == "en" else ("light",) if language == "fr" else ("night",)
        page = looker.show(screen, themes[0]).page
        faults += cut_off(page, screen, language)
        page.evaluate(axe)
        for theme in themes:  # a theme is nothing but this word: the page need not come again for it
            page.evaluate(REPAINT, theme)
            how: dict[str, Any] = {}
            if language != "en":
                how = {"rules": {"color-contrast": {"enabled": False}}}
            elif theme == "light":
                how = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
            faults += [f"{screen.name} [{language}, {theme}] {fault}" for fault in page.evaluate(RUN, how)]
    assert not faults, "\n".join(faults)


def test_E38_large_text_as_a_setting_fits_too(house: House, server: Server, address: str) -> None:
    looker, faults = Looker(house, "fr"), []
    looker.phone.cookie("text", "large")
    looker.phone.page.set_viewport_size({"width": 320, "height": 568})
    for screen in screens(server, address, "game"):
        if not screen.wall:
            faults += [f"{screen.name}: {fault}" for fault in looker.show(screen).page.evaluate(FAULTS)]
    assert not faults, "\n".join(faults)


# E39

MOVES = """() => [...document.querySelectorAll('*'), document.documentElement].flatMap(at => ['', '::before', '::after'].map(part => {
  const style = getComputedStyle(at, part || null);
  const animated = style.animationName !== 'none';
  const slow = style.transitionDuration.split(', ').some(time => parseFloat(time) * (time.endsWith('ms') ? 1 : 1000) > 81);
  const moved = style.transitionDuration.split(', ').some(time => parseFloat(time) > 0) && !/^(opacity|all)?$/.test(style.transitionProperty)
    && style.transitionProperty !== 'opacity';
  return animated || slow || moved ? at.outerHTML.slice(0, 100) + ' ' + style.animationName + ' ' + style.transition : null;
})).filter(Boolean)"""


def test_E39_reduced_motion_moves_nothing(house: House, server: Server, address: str) -> None:
    looker, faults = Looker(house, "en"), []
    for handset in (looker.phone, looker.tv):
        handset.page.emulate_media(reduced_motion="reduce")
    for screen in screens(server, address, "game"):
        faults += [f"{screen.name}: {fault}" for fault in looker.show(screen).page.evaluate(MOVES)[:3]]
    assert not faults, "\n".join(faults)


def test_E39_sparks_falls_players_and_connection_have_words_and_shapes(house: House, table: Table) -> None:
    night = table(3).start().to_reveal([[0, 1, 14], [0, 1], [0]])
    (phone,) = house.seated(night, 2)
    shapes = set()
    for scout, cell, word in ((0, 0, "Spark"), (1, 1, "Super Spark"), (2, None, ""), (0, 14, "Fall")):
        if cell is None:
            continue
        night.act(scout, type="reveal", cell=cell).ok()
        phone.page.locator(
            f"h1.verdict:text-is('{word}'), .last:has-text('{word}'), section:has-text('{word}')"
        ).first.wait_for()
        shape = phone.page.locator(".outcome svg.shape use, .last svg use").first.get_attribute("href")
        shapes.add(str(shape).rsplit("#", 1)[1])
    assert shapes == {"spark", "super-spark", "fall"}
    signs = [at.get_attribute("href") for at in phone.page.locator(".who svg use").all()]
    assert len({str(sign).rsplit("#", 1)[1] for sign in signs}) == 3
    assert phone.see(".conn").inner_text() == "Live"


def test_E39_the_game_is_played_with_the_keyboard(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    (phone,) = house.seated(night, 1)
    phone.stage("marking-1")
    keys: Any = phone.page.keyboard
    phone.at("#grid input").first.focus()
    keys.press("Space")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Space")
    phone.shows([0, 2])
    for _ in range(30):
        keys.press("Tab")
        if phone.page.evaluate("document.activeElement.id") == "lock":
            break
    keys.press("Enter")
    phone.stage("locked-1")
    assert phone.page.evaluate("document.activeElement.tagName") == "H1"  # a new stage is read from its head


def test_a_fresh_screen_keeps_the_focus_and_speaks_once(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    (phone,) = house.seated(night, 1)
    phone.stage("marking-1").live()
    phone.at("#grid input").nth(7).focus()
    night.lock(2, [1]).ok()
    phone.see(".ready .ok")
    assert phone.page.evaluate("document.activeElement.value") == "7"
    assert phone.page.locator("[role=status]#say").count() == 1
    assert phone.page.locator("#stage [aria-live]").count() == 0
