"""Writes sizes.csv: values of the reversi library's scorers on boards of 4x4 and 6x6 squares.

    python3 sizes.py > sizes.csv

y-tetsu/reversi must be installed or on PYTHONPATH. All values are Black's minus White's, with weight 1 unless
the name says otherwise. The scorers blank and edgecorner take size*size-8 for the corner below the first one,
which is right for size 8 only, and blank looks four squares ahead on boards that have only two. They run with
these numbers corrected; the columns named as_published are without the correction.
"""
import inspect
import random
import textwrap

from reversi import BitBoard
from reversi.strategies import coordinator
from reversi.strategies.coordinator.ScorerMethods import GetScore

CORRECTIONS = (
    ("size*size-8", "size*size-size"), ("// 7", "// (size-1)"), ("range(1, 5)", "range(1, min(5, size-1))"),
)


def corrected(function):
    source = textwrap.dedent(inspect.getsource(function))
    for wrong, right in CORRECTIONS:
        source = source.replace(wrong, right)
    names = {}
    exec(source, names)
    return names[function.__name__]


BLANK = corrected(GetScore.get_blank_score)
EDGECORNER = corrected(coordinator.EdgeCornerScorer.get_score)
PRIMES = dict(corner=101, c=-17, a1=13, a2=-11, b1=7, b2=-5, b3=3, x=-29, o1=-19, o2=-23)


def attempt(function):
    """The value, or an empty cell where the library leaves the board."""
    try:
        return function()
    except IndexError:
        return ""


def values(board):
    black, white = (len(board.get_legal_moves(c)) for c in ("black", "white"))
    score = lambda scorer: scorer.get_score("black", board, black, white)
    edgecorner = coordinator.EdgeCornerScorer()
    yield "table", score(coordinator.TableScorer())
    yield "table_primes", score(coordinator.TableScorer(**PRIMES))
    yield "possibility", score(coordinator.PossibilityScorer(1))
    yield "edge", score(coordinator.EdgeScorer(1))
    yield "number", score(coordinator.NumberScorer())
    yield "corner", score(coordinator.CornerScorer(1))
    yield "blank_w1", BLANK(board, 1, 0, 0)
    yield "blank_w2", BLANK(board, 0, 1, 0)
    yield "blank_w3", BLANK(board, 0, 0, 1)
    yield "edgecorner", EDGECORNER(edgecorner, "black", board, black, white)
    yield "blank_as_published", attempt(lambda: GetScore.get_blank_score(board, -1, -4, -2))
    yield "edgecorner_as_published", score(edgecorner)


def squares(board):
    return "".join("-XO"[disc] for row in board.get_board_info() for disc in row)


def positions(size, count, rng):
    """Positions of random games, every other one of a game whose players take corners if they can."""
    seen = set()
    while len(seen) < count:
        board, color, game = BitBoard(size), "black", []
        greedy = rng.random() < 0.5
        while True:
            moves = board.get_legal_moves(color)
            if not moves:
                color = "white" if color == "black" else "black"
                moves = board.get_legal_moves(color)
                if not moves:
                    break
            best = [m for m in moves if set(m) <= {0, size - 1}] if greedy else []
            board.put_disc(color, *rng.choice(best or moves))
            color = "white" if color == "black" else "black"
            game.append(squares(board))
            if rng.random() < 0.2 and game[-1] not in seen and len(seen) < count:
                seen.add(game[-1])
                yield board


def main():
    rng = random.Random(35)
    header = None
    for size, count in ((4, 200), (6, 2000)):
        for board in positions(size, count, rng):
            row = dict(values(board))
            if header is None:
                header = "board," + ",".join(row)
                print(header)
            print(squares(board), *row.values(), sep=",")


main()
