"""What every game is made of. Pure: no clock, dice, database, request or language in here.

A table is its set-up plus the ordered list of accepted actions; its state is the fold of the two.
A "no" is a value (``Refused``) that cites the rulebook. What ``view_for`` does not copy, nobody sees.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar

from app.games.club import NO_CLUB, Club
from app.games.phrases import Phrase, Seat
from app.games.rulebook import Rulebook, RuleId

if TYPE_CHECKING:
    from app.games.demo import Demo
    from app.games.judging import Dispute, Question

S = TypeVar("S")
A = TypeVar("A", bound="Action")
V = TypeVar("V")
T = TypeVar("T")


class Action(Protocol):
    """Something a table tells the game. Data only; the classes say how they are handled."""

    #: The name on the wire; a promise that never changes.
    name: ClassVar[str]
    #: Who may do it: the seat it names, or whoever leads the table. (The host may do both.)
    by: ClassVar[Literal["seat", "host"]]
    #: A blind action does not care that the table moved on; a sighted one is refused as stale (409).
    sighted: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule at work: which one, and the sentence that says what it means here."""

    rule: RuleId
    says: Phrase


@dataclass(frozen=True, slots=True)
class Accepted(Generic[S]):
    """The action holds; ``state`` is the table after it. ``notes`` are remarks, never blocks."""

    state: S
    notes: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """The action does not hold. Each violation says why and what to do instead."""

    violations: tuple[Finding, ...]


def refuse(rule: RuleId, says: Phrase) -> Refused:
    """A refusal for one reason."""
    return Refused((Finding(rule, says),))


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T]):
    """A value only its owner may read. Prints sealed, so that no log or traceback can spill it."""

    owner: Seat
    value: T

    def __repr__(self) -> str:
        return f"<sealed, seat {self.owner}>"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of these."""

    of: tuple[int | str, ...]

    def expand(self) -> Iterator[Any]:
        return iter(self.of)


@dataclass(frozen=True, slots=True)
class Several:
    """``at_least`` to ``at_most`` different ones of these. ``in_order``: the order in which they are sent counts."""

    of: tuple[int | str, ...]
    at_least: int
    at_most: int
    in_order: bool = False

    @property
    def sizes(self) -> range:
        return range(self.at_least, min(self.at_most, len(self.of)) + 1)

    def expand(self) -> Iterator[Any]:
        chosen = itertools.permutations if self.in_order else itertools.combinations
        return itertools.chain.from_iterable(chosen(self.of, size) for size in self.sizes)


@dataclass(frozen=True, slots=True)
class Words:
    """Free text of at most ``longest`` characters; expands to the empty one."""

    longest: int

    def expand(self) -> Iterator[Any]:
        return iter(("",))


Choice = OneOf | Several | Words


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may do now, described by range: the action's wire name and a choice per field."""

    action: str
    fields: Mapping[str, Choice] = field(default_factory=dict)

    def expand(self) -> Iterator[dict[str, Any]]:
        """Every payload this offer stands for, without the seat. Can be very many: for tests and small offers."""
        names = tuple(self.fields)
        for values in itertools.product(*(tuple(choice.expand()) for choice in self.fields.values())):
            yield dict(zip(names, values, strict=True))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``places``: one competition rank per seat (1, 1, 3; ties share; where all lose together to the game itself, it has
    the first place), ``points``: stars or points per seat, ``None`` where the game counts none. ``house``: decisions of
    the table that the book does not know.
    """

    places: tuple[int, ...]
    points: tuple[int | None, ...]
    why: tuple[Finding, ...]
    house: tuple[Finding, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if place == 1)


class Wire(Protocol[A]):
    """A game's words on the wire (its ``wire.py``). Names are promises.

    It may have ``LISTS`` too: fields of which a form may send several, by the action's type; "start" is the set-up.
    ``ASKS``: what to say of a field of the set-up that cannot be. ``out_of_form``: a form's set-up without answers to
    questions that its page hides.
    """

    #: A marshmallow schema of each action's fields, by the action's type: for OpenAPI, and what an entry of the log
    #: could have been.
    ACTION_SCHEMAS: Mapping[str, Any]
    #: That of ``dump_view``'s answer.
    ViewSchema: type[Any]

    def load_options(self, data: Mapping[str, Any], seats: int) -> Any:
        """Set-up options from JSON or a form. Raises marshmallow.ValidationError."""

    def load_action(self, data: Mapping[str, Any], seat: Seat | None, record: bool = False) -> A:
        """An action from JSON or a form; ``seat`` comes from the credential, never from ``data``.

        With ``record`` the data is a line of a log or of a published record: it names its seat itself, and may hold
        what no phone can send. Raises marshmallow.ValidationError."""

    def dump_action(self, action: A) -> dict[str, Any]:
        """The action as JSON for the log and the record (``type``, ``seat`` where it has one, its fields)."""

    def dump_view(self, view: Any, phrase: Callable[[Phrase], str]) -> dict[str, Any]:
        """A view as JSON; ``phrase`` renders a sentence in the reader's language."""


def _first_moves_on(options: Mapping[str, Any], seats: int, outcome: Outcome | None) -> dict[str, Any]:
    """The same set-up, and the first player (or scout) one seat further clockwise."""
    return {
        name: (value + 1) % seats if name.startswith("first_") and isinstance(value, int) else value
        for name, value in options.items()
    }


def _phase(look: Mapping[str, Any]) -> str:
    return str(look["view"]["phase"])


def _no_dispute(view: Mapping[str, Any]) -> Dispute | None:
    return None


@dataclass(frozen=True, slots=True)
class Settled(Generic[A]):
    """What of a list of actions can be corrected later.

    ``steps``: (place in the list, the action as others may keep it), in the order they were taken, without what no
    longer holds. ``open_from``: what stands from this place on belongs to a secret part that still runs. It cannot be
    corrected, because even the answer would tell something; of it only what is public is in ``steps``.
    """

    steps: tuple[tuple[int, A], ...]
    open_from: int


def all_settled(start: Any, actions: Sequence[A]) -> Settled[A]:
    """For games without secrets: everything is public and can be corrected."""
    return Settled(tuple(enumerate(actions)), len(actions))


def _as_told(real: Any, public: Any, new: Any) -> Any:
    return new


def _never_beyond(old: Sequence[Any], new: Sequence[tuple[int | None, Any]]) -> Phrase | None:
    return None


def _about_nothing(data: Mapping[str, Any]) -> str:
    return ""


def _same_ground(before: Any, after: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A, V]):
    """A game, as a record of functions. All of them are pure.

    ``setup(options, seats)``  the state before the first action
    ``apply(state, action)``   the rules
    ``legal_actions(state, seat)``  what that seat may do now; the host's own actions are offered to nobody here
    ``view_for(state, seat | None)``  all that one seat, or the screen on the wall (None), may see
    ``line_for(before, action, after, seat | None)``  the action's line in the table's log as that reader may
        read it; None where there is nothing to read
    ``why(before, action, after)``  the reasons behind that line, for every reader; none where nothing was decided
    ``outcome(state)``  how it ended, or None while it has not
    ``draft(state, seat, data)``  checks something a seat is still thinking about (kept outside the log and
        shown to nobody else); the accepted value is what to keep. None where a game has no such thing
    ``drafted``  the fields of its actions that a draft keeps; what they hold is chosen in secret
    ``draft_stage(state)``  a key that changes when drafts of before no longer mean anything; None: none wanted now
    ``undo_span(actions)``  how many of the last actions one undo takes back together (secret ones go as a group,
        so that an undo never says who was last); no actions: 0
    ``publish(state, actions)``  the actions as others may keep them (a record's action list): nothing in it that was
        never shown, in an order that tells nothing; folds to a state that looks the same to everybody. ``state`` is
        the one before the first action
    ``stage(look)``  which template of the game a phone gets, decided by what the phone may see (a table's look as
        JSON); left out, the one named like the view's phase
    ``again(options, seats, outcome)``  the set-up of the next game with the same people
    ``kept``  names of options that a phone's next table of this game begins with (asked once, remembered)
    ``asks``  refusals that are questions ("finish the secret part?"), and the name of the template that asks each
    ``chance``  names of actions that tell what chance decided: any seat may enter them, and so may correct them
    ``quiet``  names of actions that only change what phones show: no other phone's screen becomes stale by them
    ``questions``  what the judge can be asked about this game without a table, the most common one first
    ``club``  what a league has to know of it
    ``demos``  its tables of the demonstration night
    ``alternatives``  rulings of which the rules can follow the other reading, once a table decides so (``deciding``),
        each with how it is played then
    ``dispute(view)``  which of them people ask in this position. ``view`` is the screen on the wall's, as JSON: what
        it does not show, no question can tell

    How the past can be corrected. A correction is computed on what is public, so that no answer tells anything that
    was never shown; the defaults are for games without secrets.

    ``settled(start, actions)``  what can be corrected, as others may know it
    ``unsealed(real, public, new)``  the action that stands in the log in the place of ``real`` after a correction:
        ``public`` is what others know of it, ``new`` what they know then (the same, if it is not corrected itself);
        what was never shown stays as it was
    ``beyond(old, new)``  why a correction reaches for what was never shown, or None: ``old`` are the settled actions,
        ``new`` the corrected list, each with its place in ``old`` (None: put in)
    ``same_ground(before, after)``  whether a secret part that runs on the state ``before`` runs on ``after`` just so
    ``entry_for(before, action, after)``  a settled action as an entry that can be corrected; left out, its line
    ``grouped(data)``  where a corrected entry could be very much: what this choice (the action as JSON) is about, as a
        key; the game's template ``about.html`` has its heading
    ``standing(state)``  the points so far, per seat; left out, those of the outcome
    """

    key: str
    title: str
    seats: range
    minutes: int
    rules_version: int
    rulebook: Rulebook
    wire: Any
    setup: Callable[[Any, int], S]
    apply: Callable[[S, A], Accepted[S] | Refused]
    legal_actions: Callable[[S, Seat], tuple[Offer, ...]]
    view_for: Callable[[S, Seat | None], V]
    line_for: Callable[[S, A, S, Seat | None], Phrase | None]
    why: Callable[[S, A, S], tuple[Finding, ...]]
    outcome: Callable[[S], Outcome | None]
    draft: Callable[[S, Seat, Mapping[str, Any]], Accepted[dict[str, Any]] | Refused] | None
    draft_stage: Callable[[S], str | None]
    undo_span: Callable[[Sequence[A]], int]
    publish: Callable[[S, Sequence[A]], tuple[A, ...]]
    drafted: tuple[str, ...] = ()
    stage: Callable[[Mapping[str, Any]], str] = _phase
    again: Callable[[Mapping[str, Any], int, Outcome | None], dict[str, Any]] = _first_moves_on
    kept: tuple[str, ...] = ()
    asks: Mapping[RuleId, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    dispute: Callable[[Mapping[str, Any]], Dispute | None] = _no_dispute
    settled: Callable[[S, Sequence[A]], Settled[A]] = all_settled
    unsealed: Callable[[A, A, A], A] = _as_told
    beyond: Callable[[Sequence[A], Sequence[tuple[int | None, A]]], Phrase | None] = _never_beyond
    same_ground: Callable[[S, S], bool] = _same_ground
    entry_for: Callable[[S, A, S], Phrase | None] | None = None
    grouped: Callable[[Mapping[str, Any]], str] = _about_nothing
    standing: Callable[[S], tuple[int | None, ...]] | None = None
    alternatives: Mapping[RuleId, str] = field(default_factory=dict)
    chance: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    club: Club = NO_CLUB
    demos: tuple[Demo, ...] = ()


@dataclass(frozen=True, slots=True)
class Folded(Generic[S]):
    """A list of actions, replayed: the state after the good prefix, its length, and the refusal that ended it."""

    state: S
    done: int
    refused: Refused | None


def fold(game: Game[S, A, V], state: S, actions: Iterable[A]) -> Folded[S]:
    """Apply ``actions`` one after another; stop at the first refusal, keeping what was good."""
    done = 0
    for action in actions:
        match game.apply(state, action):
            case Accepted(state=after):
                state, done = after, done + 1
            case Refused() as refused:
                return Folded(state, done, refused)
    return Folded(state, done, None)
