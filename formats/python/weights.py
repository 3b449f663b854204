import base64
import struct
from functools import lru_cache
from operator import getitem

from reversi.strategies.common import AbstractEvaluator
from reversi.strategies.coordinator import CornerScorer, EdgeCornerScorer, Evaluator_TPWEB


class Evaluator_Weights(AbstractEvaluator):
    """Values positions by named weights, Black minus White"""
    def __init__(self, weights):
        def of(name):
            return weights.get(name, 0)

        self.library = Evaluator_TPWEB(
            corner=of('table.corner'), c=of('table.c'), a1=of('table.a1'), a2=of('table.a2'), b1=of('table.b1'),
            b2=of('table.b2'), b3=of('table.b3'), x=of('table.x'), o1=of('table.o1'), o2=of('table.o2'),
            wp=of('possibility.w'), ww=WON, we=of('edge.w'),
            wb1=of('blank.w1'), wb2=of('blank.w2'), wb3=of('blank.w3'))
        self.scorers = []
        if of('corner.w'):
            self.scorers.append(CornerScorer(of('corner.w')))
        if of('edgecorner.w1') or of('edgecorner.w2'):
            self.scorers.append(EdgeCornerScorer(of('edgecorner.w1'), of('edgecorner.w2')))
        self.counts = [(count, of(name)) for name, count in COUNTS.items() if of(name)]
        self.tuples = Tuples(weights)

    def evaluate(self, color, board, possibility_b, possibility_w):
        score = self.library.evaluate(color, board, possibility_b, possibility_w)
        if not possibility_b and not possibility_w:  # the game is over
            return score
        for scorer in self.scorers:
            score += scorer.get_score(color, board, possibility_b, possibility_w)
        black, white, _ = board.get_bitboard_info()
        for count, weight in self.counts:
            score += weight * count(black, white)
        return score + self.tuples.score(black, white)


# Sets of squares are numbers, as in the library: a1 is the highest of 64 bits, h8 the lowest. Square 0 is a1, 63 is h8.

def bit(square):
    return 1 << 63 - square


def set_of(squares):
    return sum(map(bit, squares))


def size(squares):
    return bin(squares).count('1')


BOARD = 2**64 - 1
COLUMNS = [set_of(range(x, 64, 8)) for x in range(8)]
ROWS = [set_of(range(8 * y, 8 * y + 8)) for y in range(8)]
FALLING = [set_of(s for s in range(64) if s % 8 - s // 8 == d) for d in range(-7, 8)]
RISING = [set_of(s for s in range(64) if s % 8 + s // 8 == d) for d in range(15)]
SIDES, ENDS = COLUMNS[0] | COLUMNS[7], ROWS[0] | ROWS[7]

# The lines of each direction, the distance of neighbouring bits on them, and the squares where all of them end
DIRECTIONS = [(ROWS, 1, SIDES), (COLUMNS, 8, ENDS), (FALLING, 9, SIDES | ENDS), (RISING, 7, SIDES | ENDS)]


def number(black, white):
    """Discs"""
    return size(black) - size(white)


def around(discs):
    discs |= discs << 1 & BOARD & ~COLUMNS[7] | discs >> 1 & ~COLUMNS[0]
    return discs | discs << 8 | discs >> 8


def frontier(black, white):
    """Empty squares beside the opponent's discs"""
    empty = BOARD & ~(black | white)
    return size(empty & around(white)) - size(empty & around(black))


def stable(black, white):
    """Discs that can never be flipped: each line through them is full, ends there, or goes on with such a disc"""
    safe = []
    for lines, step, ends in DIRECTIONS:
        for line in lines:
            if not line & ~(black | white):
                ends |= line
        safe.append((step, ends))
    return size(spread(black, safe)) - size(spread(white, safe))


def spread(discs, safe):
    known, now = None, 0
    while now != known:
        known, now = now, discs
        for step, squares in safe:
            now &= squares | known << step | known >> step
    return known


COUNTS = {'number.w': number, 'frontier.w': frontier, 'stable.w': stable}


class Tuples:
    """Values of all ways to fill small sets of squares, from tables

    A way is a number in base three, the first square its lowest digit: 0 is empty, 1 black, 2 white. The ways
    of all sets are found at once: they are the numbers of 16 bits that make up a sum of one number for each row.
    """
    def __init__(self, weights):
        tables = {}
        for name, weight in weights.items():
            scorer, _, name = name.partition('.')
            if scorer == 'squares':
                add(tables, [SQUARES.index(name)], [(1, weight), (2, -weight)])
            elif scorer in ('lines1', 'lines2', 'lines3', 'lines4', 'blocks', 'outer'):
                add_network(tables, name, weight)
            elif scorer == 'edgestability' and weight:
                add_edges(tables, weight)
        self.tables = list(tables.values())
        self.packed = '<%dH' % len(tables)
        self.rows = [(56 - 8 * row, ways_of_row(row, tables)) for row in range(8)] if tables else []

    def score(self, black, white):
        ways = 0
        for shift, row in self.rows:
            ways += row[black >> shift & 255] + 2 * row[white >> shift & 255]
        numbers = struct.unpack(self.packed, ways.to_bytes(2 * len(self.tables), 'little'))
        return sum(map(getitem, self.tables, numbers))


SQUARES = [x + y for y in '12345678' for x in 'abcdefgh']


def add(tables, squares, values):
    """Adds values of ways to fill the squares"""
    table = tables.setdefault(tuple(squares), [0] * 3**len(squares))
    for way, value in values:
        table[way] += value


def ways_of_row(row, sets):
    """What the discs of a row, by their byte, add to the ways of all sets of squares"""
    of_square = [0] * 8
    for i, squares in enumerate(sets):
        for place, square in enumerate(squares):
            if square // 8 == row:
                of_square[square % 8] += 3**place << 16 * i
    ways = [0]
    for square in reversed(of_square):
        ways += [way + square for way in ways]
    return ways


def add_network(tables, name, weight):
    """Adds a weight such as a1b1=ox, for all symmetric places; with the discs swapped its sign changes"""
    names, discs = name.split('=')
    squares = [SQUARES.index(names[i:i + 2]) for i in range(0, len(names), 2)]
    for filled in {tuple(sorted(zip(turned, discs))) for turned in symmetric(squares)}:
        black = sum('-xo'.index(disc) * 3**i for i, (_, disc) in enumerate(filled))
        white = sum('-ox'.index(disc) * 3**i for i, (_, disc) in enumerate(filled))
        add(tables, [square for square, _ in filled], [(black, weight), (white, -weight)])


def symmetric(squares):
    for flip in range(8):
        turned = []
        for square in squares:
            x, y = square % 8, square // 8
            x, y = (y, x) if flip & 4 else (x, y)
            x, y = (7 - x if flip & 2 else x), (7 - y if flip & 1 else y)
            turned.append(8 * y + x)
        yield turned


def add_edges(tables, weight):
    """Adds the values of the four edges, each with its two X squares"""
    b2, g2, b7, g7 = 9, 14, 49, 54
    values = [(way, weight * value) for way, value in enumerate(edge_values())]
    top, bottom, left, right = range(8), range(56, 64), range(0, 64, 8), range(7, 64, 8)
    for edge, x1, x2 in [(top, b2, g2), (bottom, b7, g7), (left, b2, b7), (right, g2, g7)]:
        add(tables, [*edge, x1, x2], values)


@lru_cache
def edge_values():
    """Reads EDGES, which has one value for the ways that differ by their direction and by the discs' colours"""
    given, values = iter(base64.b64decode(EDGES)), [None] * 3**10
    for way in range(3**10):
        if values[way] is None:
            value = (next(given) + 128) % 256 - 128
            digits = [way // 3**i % 3 for i in range(10)]
            for sign, swap in ((-1, (0, 2, 1)), (1, (0, 1, 2))):
                for order in (digits, digits[7::-1] + digits[:7:-1]):
                    values[sum(swap[digit] * 3**i for i, digit in enumerate(order))] = sign * value
    return values
