"""The error for an action that a table does not accept."""

from typing import Literal

Code = Literal["game-over", "not-your-turn", "unknown-action", "illegal-action"]


class Refusal(Exception):
    """An action that is not allowed. `code` is for programs, `sentence` for people, `facts` for translating the sentence."""

    def __init__(self, code: Code, sentence: str, **facts: str | int) -> None:
        super().__init__(sentence)
        self.code: Code = code
        self.sentence = sentence
        self.facts = facts
