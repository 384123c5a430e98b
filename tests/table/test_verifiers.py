"""Three verifiers that share no code agree on the published vectors and on proofs, true ones and others."""

import ast
import copy
import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

import pitboss
from pitboss.core.cards import Deck
from pitboss.table.proof import verify_proof
from pitboss.table.shuffle import ALGORITHM, commitment, deck_order, draw
from tests.support.machine import node_program
from tests.support.proofs import proofs, toy_shoe
from tests.support.shuffle_vectors import PATH, text

SCRIPT = PATH.with_name("verify_shuffle.py")
PAGE = PATH.with_name("verifying-a-shuffle.md")
WEB = Path(pitboss.__file__).parent / "web"
VECTORS: dict[str, Any] = json.loads(PATH.read_text())
GAME, BUILD = toy_shoe()


@cache
def cases() -> list[dict[str, Any]]:
    """True proofs, and proofs that every verifier must find wrong."""
    true = proofs(GAME, BUILD, rounds=2)
    found = list(true)
    for place, value in (("seed", "11" * 32), ("commitment", "11" * 32), ("id", "s_2"), ("client_seeds", {"1": "x"})):
        found.append(copy.deepcopy(true[1]))
        found[-1]["shuffle"][place] = value
    found.append({**true[1], "first_card": 6})
    found.append({**true[1], "first_card": 52})
    found.append({**true[1], "cards": true[1]["cards"][:-1]})
    found.append({**true[1], "cards": true[1]["cards"][::-1]})
    return found


EXPECTED = [True, True, *[False] * 8]
BROKEN: list[Any] = [None, {}, {"format": "pitboss-proof-1"}, []]


def test_the_vectors_are_those_that_the_program_makes():
    assert PATH.read_text() == text()


def test_the_vectors_hold_every_kind_of_case():
    shuffles = VECTORS["shuffles"]
    keys = {len(each["seed"]) // 64 for each in shuffles}
    assert keys == {1, 6, 9}
    assert {each["size"] for each in shuffles} >= {1, 36, 52, 53, 54, 288, 416}
    assert any(each["client_seeds"] for each in shuffles)
    assert sum(bool(each["words_refused"]) for each in shuffles) >= 3
    assert any(len(each["words"]) == 3 for each in VECTORS["draws"])


def test_the_program_agrees_with_its_vectors():
    """The other direction of making them: from the file alone."""
    for each in VECTORS["draws"]:
        assert draw(iter(each["words"]), each["below"]) == each["draw"]
    for each in VECTORS["shuffles"]:
        seed, seats = bytes.fromhex(each["seed"]), {int(seat): name for seat, name in each["client_seeds"].items()}
        deck = Deck("cards", tuple(range(each["size"])))
        assert list(deck_order(deck, seed, each["id"], seats)) == each["order"]
        assert commitment(seed) == each["commitment"]
    assert [verify_proof(proof, BUILD).holds for proof in cases()] == EXPECTED


# The stand-alone script.


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_shuffle", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_imports_the_standard_library_alone():
    names = {
        name.name
        for node in ast.walk(ast.parse(SCRIPT.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert names <= sys.stdlib_module_names
    assert names


def test_the_script_agrees_on_vectors_and_proofs():
    found = script().check_vectors(VECTORS)
    assert len(found) == len(VECTORS["draws"]) + len(VECTORS["shuffles"])
    assert all(holds for _, holds, _ in found)
    assert [all(holds for _, holds, _ in script().check(proof)) for proof in cases()] == EXPECTED


def test_the_script_finds_a_wrong_vector():
    wrong = copy.deepcopy(VECTORS)
    wrong["draws"][3]["draw"] = 0
    wrong["shuffles"][4]["order"][:2] = reversed(wrong["shuffles"][4]["order"][:2])
    assert sum(not holds for _, holds, _ in script().check_vectors(wrong)) == 2


def test_the_script_runs_by_itself(tmp_path: Path):
    """Without this package in sight: `-I` takes no path from the environment, `-S` no installed package."""
    files = {"true.json": cases()[0], "wrong.json": cases()[2], "broken.json": {}}
    for name, proof in files.items():
        tmp_path.joinpath(name).write_text(json.dumps(proof))
    runs = [["--vectors", str(PATH)], ["true.json"], ["wrong.json"], ["broken.json"], ["missing.json"], []]
    done = [
        subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), *words], cwd=tmp_path, capture_output=True, text=True)
        for words in runs
    ]
    assert [each.returncode for each in done] == [0, 0, 1, 2, 2, 2]
    assert "WRONG  commitment" in done[2].stdout
    assert all("Traceback" not in each.stderr for each in done)


# The browser's module, in Node.js and in a browser.

TRIED = """
async ([verifier, vectors, proofs]) => {
  const found = {draws: [], orders: [], commitments: [], messages: [], blocks: [], proofs: []};
  for (const {words, below} of vectors.draws) found.draws.push(await verifier.draw(words.values(), below));
  for (const {size, seed, id, client_seeds} of vectors.shuffles) {
    found.orders.push(await verifier.shuffle(Array(size).keys(), seed, id, client_seeds));
    found.commitments.push(await verifier.commitment(seed));
    found.messages.push(verifier.messageStart(id, client_seeds) + "0");
    const {value} = await verifier.blocks(seed, id, client_seeds).next();
    found.blocks.push([...value].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  for (const proof of proofs) {
    found.proofs.push(await verifier.verify(proof).then((each) => each.holds, (error) => error.message));
  }
  return found;
}
"""


def check_tried(found: dict[str, list[Any]]) -> None:
    assert found["draws"] == [each["draw"] for each in VECTORS["draws"]]
    for name, key in (("orders", "order"), ("commitments", "commitment"), ("messages", "first_message")):
        assert found[name] == [each[key] for each in VECTORS["shuffles"]]
    assert found["blocks"] == [each["first_block"] for each in VECTORS["shuffles"]]
    assert found["proofs"][: len(EXPECTED)] == EXPECTED
    assert found["proofs"][len(EXPECTED) :] == ["this verifies pitboss-proof-1 with pitboss-shuffle-1"] * len(BROKEN)


def test_the_browser_module_agrees_in_node():
    program = f"""
    const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const source = "data:text/javascript;base64," + Buffer.from(input.module).toString("base64");
    import(source)
      .then((verifier) => ({TRIED})([verifier, input.vectors, input.proofs]))
      .then((found) => console.log(JSON.stringify(found)));
    """
    given = {"module": (WEB / "verify.js").read_text(), "vectors": VECTORS, "proofs": [*cases(), *BROKEN]}
    command = [node_program(), "-e", program]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    check_tried(json.loads(done.stdout))


def test_the_browser_module_imports_nothing():
    assert "import" not in (WEB / "verify.js").read_text().replace("crypto.subtle.importKey", "")


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """The page, served from its folder under a name that a browser trusts as it does its own machine."""
    context = browser.new_context(viewport={"width": 400, "height": 800})
    said: list[str] = []

    def serve(route: Any) -> None:
        name = route.request.url.removeprefix("http://localhost/")
        kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css", "woff2": "font/woff2"}
        folder = WEB.parent / "report" / "render" if name.startswith("fonts/") else WEB
        route.fulfill(body=(folder / name).read_bytes(), content_type=kinds[name.rpartition(".")[2]])

    context.route("**/*", serve)
    opened = context.new_page()
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto("http://localhost/verify.html")
    yield opened
    assert said == []
    context.close()


def test_the_page_verifies_a_pasted_proof(page: Any):
    result = page.locator("#result")
    for proof, state, words in (
        (cases()[1], "holds", "Verified: the cards of round r_1_2 follow from the committed seed."),
        (cases()[3], "wrong", "Refused: the proof of round r_1_2 does not hold."),
        ({}, "wrong", "Refused: this is no proof of a round. This verifies pitboss-proof-1 with pitboss-shuffle-1."),
    ):
        page.get_by_label("Proof (JSON)").fill(json.dumps(proof))
        page.get_by_role("button", name="Verify").click()
        page.locator("#result", has_text=words).wait_for()
        assert result.get_attribute("data-state") == state
        assert page.locator("#checks li").count() == (3 if proof else 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found] == []


def test_the_page_reads_a_proof_from_a_file(page: Any, tmp_path: Path):
    for proof, state in ((cases()[1], "holds"), (cases()[3], "wrong")):
        file = tmp_path / f"{state}.json"
        file.write_text(json.dumps(proof))
        page.set_input_files("#file", file)
        page.locator(f"#result[data-state={state}]").wait_for()


def test_the_browser_module_agrees_in_a_browser(page: Any):
    program = f"async (given) => ({TRIED})([await import('/verify.js'), ...given])"
    check_tried(page.evaluate(program, [VECTORS, [*cases(), *BROKEN]]))


# The page that explains it.


def test_the_page_names_the_algorithm_and_prints_a_vector():
    words = PAGE.read_text()
    assert ALGORITHM in words
    vector = next(each for each in VECTORS["shuffles"] if each["name"] == "52 cards, one client seed")
    for name in ("id", "seed", "commitment", "first_message", "first_block"):
        assert vector[name] in words, name
    assert ", ".join(map(str, vector["order"][:8])) in words
