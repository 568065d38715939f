"""What a table answers to an action that it does not take."""

from typing import Literal

Code = Literal["game-over", "not-your-turn", "unknown-action", "illegal-action"]


class Refusal(Exception):
    """Nothing has changed. `code` is for programs, the sentence for people; `facts` are what it says, for other languages."""

    def __init__(self, code: Code, sentence: str, **facts: str | int) -> None:
        super().__init__(sentence)
        self.code: Code = code
        self.sentence = sentence
        self.facts = facts
