"""The terminal in every language."""

import re
from pathlib import Path

import pytest

from cli.conftest import KEY, Forno
from forno.rules import GAMES
from forno.rules.game import Game
from forno.words import languages

SHORT = ("chefs-hat", "--key", KEY.hex(), "--option", "target=3", "--agents", "larger-value")
TO_THE_END = "1\n" * 2000


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_help_log_and_a_few_moves(forno: Forno, game: Game, language: str) -> None:
    """A missing translation would end the command."""
    said = forno("play", game.id, "--key", KEY.hex(), "--language", language, stdin="help\nlog\nhand\n1\n1\n1\n")
    assert said.code == 0
    assert said.err == ""
    assert not set("{}") & set(said.out)


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("it", ("Scrivi aiuto", "La tua azione, o aiuto: ", "La pizza va in forno.", "Risultato finale")),
        ("fr", ("Tape aide", "Ton action, ou aide\u00a0: ", "La pizza part au four.", "Résultat final")),
        ("de", ("Tippe hilfe", "Deine Aktion, oder hilfe: ", "Die Pizza kommt in den Ofen.", "Endstand")),
        ("es", ("Escribe ayuda", "Tu acción, o ayuda: ", "La pizza va al horno.", "Resultado final")),
    ],
)
def test_a_whole_game(forno: Forno, language: str, parts: tuple[str, ...]) -> None:
    out = forno("play", *SHORT, "--language", language, stdin=TO_THE_END).out
    for part in parts:
        assert part in out
    for english in ("Your ", "You ", "Shift", "pizza goes", "wins"):
        assert english not in out


def test_the_default_language_is_that_of_the_environment(forno: Forno, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORNO_LANGUAGE", "fr")
    assert "Tes cartes" in forno("play", *SHORT).out
    monkeypatch.delenv("FORNO_LANGUAGE")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "Si continua la partita" in forno("play").out  # --language does not start a new game
    assert "Continuing the game" in forno("play", "--language", "en").out


@pytest.mark.parametrize("typed", ["aiuto", "help", "?"])
def test_commands_are_understood_in_english_and_in_the_chosen_language(forno: Forno, typed: str) -> None:
    out = forno("play", *SHORT, "--language", "it", stdin=f"{typed}\nesci\n").out
    assert "Come si scrivono le azioni" in out
    assert "  diario  " in out
    assert "La partita è salvata." in out.partition("esci\n")[2]


def test_actions_are_first_named_in_the_chosen_language(forno: Forno) -> None:
    listed = ("mamma-mia", "--key", KEY.hex())
    assert re.search(
        r"^1 Metti 1 \S+ in forno +place 1 \S+$", forno("play", *listed, "--language", "it").out, re.MULTILINE
    )
    assert re.search(
        r"^1 place 1 \S+ +Put 1 \S+ in the oven$", forno("play", *listed, "--language", "en").out, re.MULTILINE
    )


def test_suggestions_and_refusals_are_translated(forno: Forno) -> None:
    out = " ".join(forno("play", *SHORT, "--language", "fr", stdin="5x5\naidee\n99\n").out.split())
    assert "5x5 n’est pas permis maintenant. Permis : pass, 9x4+1j." in out
    assert "Voulais-tu dire aide ?" in out
    assert "elles vont de 1 à 2" in out


def test_a_game_that_cannot_be_played_is_refused_in_the_chosen_language(forno: Forno) -> None:
    result = forno("play", "chefs-hat", "--players", "3", "--language", "de")
    assert result.code == 2
    assert "Chef's Hat ist für 4 Personen, nicht für 3." in result.err
    result = forno("play", "mamma-mia", "--players", "3", "--option", "starter=4", "--language", "es")
    assert "con 3 personas los puestos van de 0 a 2." in " ".join(result.err.split())


def test_a_guest_without_a_name_has_one_in_the_chosen_language(forno: Forno) -> None:
    assert "Ospite (tu)" in forno("play", *SHORT, "--language", "it", stdin=TO_THE_END).out
    assert "Guest (you)" in forno("play", *SHORT, "--language", "en", "--new", stdin=TO_THE_END).out


def test_orders_in_hand_are_named_in_the_chosen_language(forno: Forno) -> None:
    out = " ".join(forno("play", "mamma-mia", "--key", bytes(32).hex(), "--language", "it", stdin="").out.split())
    assert "Minima: 1 ananas e 3 carte dell’ingrediente meno presente sul tavolo (order minimale)" in out


def test_replay_and_verify_are_translated(forno: Forno, finished: Path) -> None:
    assert "Le carte di Ada: " in forno("replay", str(finished), "--language", "it").out
    assert "✓ La partita è finita" in forno("verify", str(finished), "--language", "it").out


def test_unfinished_records_are_translated(forno: Forno, unfinished: Path) -> None:
    assert "La partie n’est pas finie" in forno("replay", str(unfinished), "--language", "fr").out
    assert "La partita non è finita: finora 9 azioni." in forno("verify", str(unfinished), "--language", "it").out


def test_an_unknown_language_is_refused(forno: Forno) -> None:
    said = forno("play", "--language", "tlh")
    assert said.code == 2
    assert "the languages are en, it, fr" in said.err
