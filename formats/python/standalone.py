"""An Othello player in one file, for Python 3.9 or newer without any library

A board has 64 characters for a1, b1 to h8: X is Black, O is White, - is empty. The side to move is X or O. Values are
for that side, in points of the weights for the phase where the search starts; a won game is WON and its disc margin.
Of equally good moves the first in the order a1, b1 to h8 is chosen. A pass does not count as a ply. From ENDGAME empty
squares on, a search of any depth goes to the end of the game: its value is in discs, and empty ones are the winner's.
As a program the file plays against you, or reads lines BOARD SIDE [DEPTH] and prints the move and value of each.
"""
#: edgestability
import codecs
#: edgecorner
import itertools
#:
import struct
import sys
from functools import lru_cache
from operator import getitem, lshift, rshift

START = '---------------------------OX------XO---------------------------'
# WEIGHTS
PHASE_BY_DISCS = [next(phase for phase, turn in enumerate(TURNS) if discs - 4 <= turn) for discs in range(65)]


def choose(board, side, depth=DEPTH):
    """Returns the move after a search of depth plies, such as f5; pass if there is none, - if the game is over"""
    return search(board, side, depth)[0]


def search(board, side, depth=DEPTH):
    """Returns the move and its value"""
    own, opp = discs_of(board, side, depth)
    over, evaluation = not legal(own, opp) | legal(opp, own), evaluation_of(PHASE_BY_DISCS[size(own | opp)])
    if over or size(own | opp) >= 64 - ENDGAME:
        evaluation, depth = None, 64
    if not legal(own, opp):
        return '-' if over else 'pass', alphabeta(own, opp, depth, -INFINITY, INFINITY, evaluation)
    best, chosen = -INFINITY, 0
    for move, theirs, ours in children(own, opp):
        low = best - (move > chosen)  # a square before the chosen one needs only the same value
        found = -alphabeta(theirs, ours, depth - 1, -INFINITY, -low, evaluation)
        if found > low:
            best, chosen = found, move
    return SQUARES[64 - chosen.bit_length()], best


def value(board, side):
    """Returns the value without a search"""
    own, opp = discs_of(board, side)
    return points(own, opp, evaluation_of(PHASE_BY_DISCS[size(own | opp)]))


def moves(board, side):
    """Returns the legal moves"""
    found = legal(*discs_of(board, side))
    return [name for square, name in enumerate(SQUARES) if found >> 63 - square & 1]


def play(board, side, move):
    """Returns the board after a move"""
    if move not in moves(board, side):
        raise ValueError(f'{move} is not a legal move')
    square = set_of([SQUARES.index(move)])
    filled = square | flips(*discs_of(board, side), square)
    return ''.join(side if filled >> 63 - i & 1 else disc for i, disc in enumerate(board))


def discs_of(board, side, depth=DEPTH):
    if len(board) != 64 or board.strip('XO-') or side not in ('X', 'O') or depth < 1:
        raise ValueError('want a board of 64 characters X, O and -, a side to move X or O, and a depth of at least 1')
    return [int(''.join('01'[disc == one] for disc in board), 2) for one in (side, 'XO'.replace(side, ''))]


@lru_cache(1 << 16)
def legal(own, opp):
    """Returns the squares where own may move"""
    found = 0
    for step, ends, _ in DIRECTIONS:
        inner, up, down = opp & ~ends, own << step, own >> step
        while (up | down) & inner:
            up, down = (up & inner) << step, (down & inner) >> step
            found |= up | down
    return found & ~(own | opp) & BOARD


def flips(own, opp, move):
    """Returns the discs that a move of own turns over"""
    flipped = 0
    for step, ends, _ in DIRECTIONS:
        for shift in lshift, rshift:
            line, at = 0, shift(move, step)
            while at & opp & ~ends:
                line, at = line | at, shift(at, step)
            if at & own:
                flipped |= line
    return flipped


def children(own, opp):
    """Returns own's moves with the opponent's and own's discs after them, first those with few replies"""
    after, left = [], legal(own, opp)
    while left:
        move = left & -left
        left ^= move
        flipped = flips(own, opp, move)
        after.append((move, opp ^ flipped, own | move | flipped))
    return sorted(after, key=lambda child: size(legal(*child[1:])))


def alphabeta(own, opp, depth, low, high, evaluation):
    """Returns the value for own, who is to move, if it is between low and high, else a bound on that side"""
    if depth == 0 or not legal(own, opp) | legal(opp, own):
        return points(own, opp, evaluation)
    if not legal(own, opp):
        return -alphabeta(opp, own, depth, -high, -low, evaluation)
    best = -INFINITY
    for _, theirs, ours in children(own, opp):
        best = max(best, -alphabeta(theirs, ours, depth - 1, -high, -max(low, best), evaluation))
        if best >= high:
            break
    return best


def points(own, opp, evaluation):
    """Returns the value of a position; without an evaluation the game is over, and its value is in discs"""
    ours, theirs = legal(own, opp), legal(opp, own)
    if ours | theirs:
        return evaluation.score(own, opp, size(ours) - size(theirs))
    difference, won = size(own) - size(opp), WON if evaluation else 64 - size(own | opp)
    return difference + won * ((difference > 0) - (difference < 0))


@lru_cache(None)
def evaluation_of(phase):
    return Evaluation({**WHOLE_GAME, **PHASES[phase]})


# SCORERS


def game():
    """Plays a game against you, who have Black"""
    board, side = START, 'X'
    while moves(board, 'X') or moves(board, 'O'):
        options = moves(board, side) or ['pass']
        if side == 'X':
            print('  a b c d e f g h', *(f'{y + 1} ' + ' '.join(board[8 * y:8 * y + 8]) for y in range(8)), sep='\n')
        move = choose(board, side) if side == 'O' else input(f'Your move ({", ".join(options)}): ')
        if move in options:
            print(side, move)
            board, side = board if move == 'pass' else play(board, side, move), 'XO'.replace(side, '')
    print(f'You have {board.count("X")} discs, I have {board.count("O")}')


def main():
    if sys.stdin.isatty():
        return game()
    for number, line in enumerate(sys.stdin, 1):
        try:
            board, side, *depth = line.split()
            print(*search(board, side, *map(int, depth)), flush=True)
        except (TypeError, ValueError) as wrong:
            print(f'line {number} is not BOARD SIDE [DEPTH]: {wrong}', file=sys.stderr)
            sys.exit(2)


if __name__ == '__main__':
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        print()
