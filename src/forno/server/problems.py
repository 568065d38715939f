"""What cannot be done: a code for programs, and a sentence in the reader's language."""

from forno.rules.game import BadSetup
from forno.server.messages import Code, Reason, Refused, Trouble
from forno.words import Words

HTTP_STATUS: dict[Code, int] = {  # 400 for the others
    "too-fast": 429,
    "too-many-tables": 429,
    "no-such-table": 404,
    "not-found": 404,
    "not-finished": 409,
    "not-host": 403,
    "not-seated": 403,
    "bad-origin": 403,
    "bad-host": 421,
    "full": 503,
    "too-old": 410,
    "unavailable": 503,
    "broken": 500,
}


class Problem(Exception):
    def __init__(self, code: Code, **facts: str | int | BadSetup) -> None:
        super().__init__(code)
        self.code: Code = code
        self.facts = facts

    def message(self, words: Words) -> Trouble:
        facts = {
            name: words.bad_setup(fact) if isinstance(fact, BadSetup) else fact for name, fact in self.facts.items()
        }
        return Trouble(self.code, words.text(f"problem.{self.code}", **facts))


class ActionRejected(Exception):
    """An action that did not reach the table."""

    def __init__(self, code: Reason) -> None:
        super().__init__(code)
        self.code: Reason = code

    def message(self, words: Words) -> Refused:
        return Refused(self.code, words.text(f"refusal.{self.code}"))
