"""What the two test apps answer, and their log.

The answer depends on the prompt alone, so a test can be run again and compared. It is Markdown of
six shapes, streamed in small pieces after a thinking pause; about a quarter of the prompts make the
stream stall for three seconds in the middle, as a slow model does. The log (EVAL752_APP_LOG, one JSON
object a line, append-only) is the truth the captures are compared with.
"""

import hashlib
import json
import os
import random
import threading
import time
from dataclasses import dataclass

WORDS = (
    "cell membrane organ tissue enzyme protein leaf root bone marrow nerve signal gene strand "
    "fibre plasma host vector growth water light heat salt oxygen carbon slow early large small "
    "common rare inner outer carries forms holds breaks binds moves shows needs makes turns"
).split()

# About 190 characters a second: the pace of a hosted model of some 50 tokens a second.
PIECE_CHARS = (3, 14)
PIECE_PAUSE = (0.02, 0.07)
THINKING = (0.3, 1.2)
STALL_SECONDS = 3.0


@dataclass
class Piece:
    pause: float
    text: str


def sentence(rng, low=6, high=16):
    words = [rng.choice(WORDS) for _ in range(rng.randint(low, high))]
    if len(words) > 8:
        words[4] += ","
    return (" ".join(words)).capitalize() + "."


def paragraph(rng, low=2, high=5):
    return " ".join(sentence(rng) for _ in range(rng.randint(low, high)))


def plain(rng):
    return sentence(rng, 2, 5)


def prose(rng):
    middle = f"The ratio is 3 < 4 & 5 > 2, so *{rng.choice(WORDS)}* and **{rng.choice(WORDS)}** differ"
    return f"{paragraph(rng)}\n\n{middle}; see `{rng.choice(WORDS)}_id`.\n\n{paragraph(rng)}"


def code(rng):
    body = (
        "def count(cells):\n"
        "    total = 0\n"
        "\n"
        "    for cell in cells:  # two  spaces stay\n"
        f"        total += cell[\"{rng.choice(WORDS)}\"] < {rng.randint(2, 90)}\n"
        "    return total"
    )
    return f"{paragraph(rng)}\n\n```python\n{body}\n```\n\n{paragraph(rng, 1, 2)}"


def lists(rng):
    nested = "\n".join(
        f"- **{rng.choice(WORDS)}**: {sentence(rng, 3, 6)}\n  - {sentence(rng, 3, 6)}\n  - {sentence(rng, 3, 6)}"
        for _ in range(2)
    )
    ordered = "\n".join(f"{n}. {sentence(rng, 3, 8)}" for n in range(1, rng.randint(3, 6)))
    return f"{sentence(rng)}\n\n{nested}\n\n{sentence(rng)}\n\n{ordered}"


def table(rng):
    rows = "\n".join(f"| {rng.choice(WORDS)} | {rng.randint(1, 999)} |" for _ in range(rng.randint(2, 5)))
    return f"{sentence(rng)}\n\n| part | count |\n| --- | --- |\n{rows}\n\n{sentence(rng)}"


def headed(rng):
    quote = f"> {sentence(rng)}"
    return f"## {rng.choice(WORDS).capitalize()}\n\n{paragraph(rng, 3, 6)}\n\n{quote}\n\n### Notes\n\n{paragraph(rng, 3, 6)}"


SHAPES = (plain, prose, code, lists, table, headed)


def plan(prompt):
    """The thinking pause, the Markdown and the pieces it is streamed in."""
    digest = hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).digest()
    rng = random.Random(digest)
    markdown = SHAPES[digest[0] % len(SHAPES)](rng)
    pieces, at = [], 0
    while at < len(markdown):
        size = rng.randint(*PIECE_CHARS)
        pieces.append(Piece(rng.uniform(*PIECE_PAUSE), markdown[at : at + size]))
        at += size
    stalls = digest[1] % 4 == 0 and len(pieces) > 2
    if stalls:
        pieces[len(pieces) // 2].pause = STALL_SECONDS
    return rng.uniform(*THINKING), markdown, pieces, stalls


class Log:
    """Appends one JSON object a line; safe for the threads Gradio runs handlers in."""

    def __init__(self):
        self.path = os.environ["EVAL752_APP_LOG"]
        self.lock = threading.Lock()

    def write(self, **fields):
        line = json.dumps({"at": time.time(), **fields}, ensure_ascii=True) + "\n"
        with self.lock, open(self.path, "a", encoding="ascii") as file:
            file.write(line)
