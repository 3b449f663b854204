# A set of squares is a number of 64 bits, a1 the highest and h8 the lowest. Square 0 is a1, 63 is h8.
SQUARES = [x + y for y in '12345678' for x in 'abcdefgh']
ROWS, COLUMNS = [[*range(y, y + 8)] for y in range(0, 64, 8)], [[*range(x, 64, 8)] for x in range(8)]
FALLING = [[s for s in range(64) if s % 8 - s // 8 == d] for d in range(-7, 8)]
RISING = [[s for s in range(64) if s % 8 + s // 8 == d] for d in range(15)]
EDGES = (*ROWS[0], 9, 14), (*ROWS[7], 49, 54), (*COLUMNS[0], 9, 49), (*COLUMNS[7], 14, 54)  # with their X squares


def set_of(squares):
    return sum(1 << 63 - square for square in squares)


def size(squares):
    return bin(squares).count('1')


BOARD, SIDES, ENDS = (set_of(squares) for squares in (range(64), COLUMNS[0] + COLUMNS[7], ROWS[0] + ROWS[7]))
# The directions: the distance of neighbouring bits, the squares where lines end, and the lines
DIRECTIONS = (1, SIDES, ROWS), (8, ENDS, COLUMNS), (9, SIDES | ENDS, FALLING), (7, SIDES | ENDS, RISING)
SHARED = [tuple(line[at:at + 4]) for _, _, lines in DIRECTIONS for line in lines for at in (0, 3, 4)]
SHARED += [edge[:8] for edge in EDGES]  # with the above, sets of squares with a table for all patterns inside them


def symmetric(squares):
    """Returns the squares on the board turned and mirrored in all eight ways"""
    for flip in range(8):
        turned = [(s // 8, s % 8) if flip & 4 else (s % 8, s // 8) for s in squares]
        yield [(7 - y if flip & 1 else y) * 8 + (7 - x if flip & 2 else x) for x, y in turned]


def places(*patterns):
    """Returns all places of patterns such as a1b1=ox: x is an own disc, o the opponent's, - an empty square"""
    found = []
    for names, discs in (pattern.split('=') for pattern in patterns):
        squares = [SQUARES.index(names[i:i + 2]) for i in range(0, len(names), 2)]
        found += map(dict, {tuple(sorted(zip(turned, discs))) for turned in symmetric(squares)})
    return found


# What weights count: places that are filled in this way, minus those that are with the discs swapped
PLACES = {
    **{f'table.{name}': places(f'{square}=x') for name, square in zip(
        'corner c a1 a2 b1 b2 b3 x o1 o2'.split(), 'a1 b1 c3 c1 d4 d3 d1 b2 c2 d2'.split())},
    'edge.w': places(*('a1b1c1d1e1f1g1h1'[:2 * n] + '=' + 'x' * n for n in range(2, 9))),
    'blank.w1': [{ahead: '-', disc: 'x'} for _, _, lines in DIRECTIONS for line in lines for way in (line, line[::-1])
                 for ahead, disc, _ in zip(way, way[1:], way[2:])],
    'blank.w2': places('a1b2=-x'), 'blank.w3': places('a1b1c1=-x-', 'a1b1d1=-x-', 'a1b1e1=-x-', 'a1b1f1=-x-'),
    #: number
    'number.w': [{square: 'x'} for square in range(64)],
    #: squares
    **{f'squares.{name}': [{square: 'x'}] for square, name in enumerate(SQUARES)},
    #:
}
#: edgecorner
FULL = [dict(zip(edge, discs)) for edge in EDGES for discs in itertools.product('xo', repeat=8)]
PLACES['edgecorner.w1'] = [place for place in FULL for disc in place.values() if disc == 'x']
PLACES['edgecorner.w2'] = places('a1h1=xx', 'a1h1=x-') + [
    place for place in FULL if [place.get(corner) for corner in (0, 7, 56, 63)].count('o') == 2]
#: corner
# The shapes of one side's discs at a corner, the best first: the lengths of their rows, and their value
SHAPES = '''76543219 44443219 76549 6543218 4443218 65438 4433217 65427 4432216 65326 3333216 6546 3332215 6535
    3322214 6524 2222213 653 543216 443216 54326 333215 5435 332214 5424 222213 543 43213 33213 4323 22212 432
    3211 2211 321'''.split()
CORNERS = [], [], [], []
for shape in SHAPES:
    filled = [8 * y + x for y, length in enumerate(shape[:-1]) for x in range(int(length))]
    for shapes, squares in zip(CORNERS, symmetric(filled)):
        shapes.append((set_of(squares), int(shape[-1])))


def corner(own, opp):
    def value(discs, shapes):
        return next((value for shape, value in shapes if not shape & ~discs), 0)
    return sum(value(own, shapes) - value(opp, shapes) for shapes in CORNERS)
#: frontier


def frontier(own, opp, left=set_of(COLUMNS[0]), right=set_of(COLUMNS[7])):
    """Empty squares beside the opponent's discs"""
    def beside(discs):
        discs |= discs << 1 & BOARD & ~right | discs >> 1 & ~left
        return size((discs | discs << 8 | discs >> 8) & BOARD & ~(own | opp))
    return beside(opp) - beside(own)
#: stable


def stable(own, opp):
    """Discs that can never be flipped: each line through them is full, ends there, or goes on with such a disc"""
    safe = [(step, ends | sum(line for line in map(set_of, lines) if not line & ~(own | opp)))
            for step, ends, lines in DIRECTIONS]

    def spread(discs, known=0):
        now = discs
        for step, squares in safe:
            now &= squares | known << step | known >> step
        return size(known) if now == known else spread(discs, now)
    return spread(own) - spread(opp)
#:


class Evaluation:
    """Values positions by named weights, from tables of all ways to fill small sets of squares: a way is a number in
    base three, the first square its lowest digit, with 0 for empty, 1 for own, 2 for the opponent's. The ways of all
    sets are found at once: they are the numbers of 16 bits that make up a sum of one number for each row."""
    def __init__(self, weights):
        tables, self.mobility, self.counts = {}, weights.get('possibility.w', 0), []
        #: corner
        self.counts.append((corner, weights.get('corner.w', 0)))
        #: frontier
        self.counts.append((frontier, weights.get('frontier.w', 0)))
        #: stable
        self.counts.append((stable, weights.get('stable.w', 0)))
        #: edgestability
        tables.update(dict.fromkeys(EDGES, [weights.get('edgestability.w', 0) * value for value in EDGE_VALUES]))
        #:
        for name, weight in weights.items():
            for place in places(name.split('.')[1]) if '=' in name else PLACES.get(name, []):
                add(tables, place, weight, name.startswith('sides2.'))
        self.tables, self.packed, self.rows = list(tables.values()), f'<{len(tables)}H', []
        for row in ROWS:
            ways = [0]  # what the discs of a row, by their byte, add to the ways of all sets of squares
            for square in reversed(row):
                more = sum(3**squares.index(square) << 16 * i for i, squares in enumerate(tables) if square in squares)
                ways += [way + more for way in ways]
            self.rows.append((56 - row[0], ways))

    def score(self, own, opp, mobility):
        ways = 0
        for shift, row in self.rows:
            ways += row[own >> shift & 255] + 2 * row[opp >> shift & 255]
        numbers = struct.unpack(self.packed, ways.to_bytes(2 * len(self.tables), 'little'))
        return (self.mobility * mobility + sum(weight * count(own, opp) for count, weight in self.counts)
                + sum(map(getitem, self.tables, numbers)))


def add(tables, place, weight, of_mover):
    """Adds a weight to ways that fill a place so, unless of_mover, and subtracts it from those with the discs swapped"""
    squares = tuple(place)
    if squares not in tables:
        squares = next((shared for shared in SHARED if all(square in shared for square in place)), squares)
    table = tables.setdefault(squares, [0] * 3**len(squares))
    for order, value in (('-xo', weight), ('-ox', -weight))[of_mover:]:
        ways = [sum(order.index(disc) * 3**squares.index(square) for square, disc in place.items())]
        for i, square in enumerate(squares):
            if square not in place:
                ways += [way + digit * 3**i for way in ways for digit in (1, 2)]
        for way in ways:
            table[way] += value
