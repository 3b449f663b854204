#!/usr/bin/env python3
"""An Othello program in a hundred lines: GTP, a search of one or more plies, and ten weights.

    ./engine.py [--depth N] [--weights FILE]

FILE holds {"parameters": {"corner": 80, ...}}. Weights that it leaves out keep their values below.
"""
import argparse
import json
import sys

WEIGHTS = {
    "corner": 80, "x_square": -40, "c_square": -15, "edge": 8, "inner": 2, "center": 1,
    "mobility": 10, "frontier": -4, "discs": -2, "parity": 5,
}

# Square a1 is bit 0, h1 bit 7, a8 bit 56.
ALL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
STEPS = ((1, NOT_A), (-1, NOT_H), (8, ALL), (-8, ALL), (9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))
AREAS = {
    "corner": 0x8100000000000081, "x_square": 0x0042000000004200, "c_square": 0x4281000000008142,
    "edge": 0x3C0081818181003C, "inner": 0x003C7E7E7E7E3C00 & ~0x0000001818000000, "center": 0x0000001818000000,
}


def shift(discs, step, mask):
    return ((discs << step if step > 0 else discs >> -step) & mask) & ALL


def neighbours(discs):
    row = discs | (discs & NOT_H) << 1 | (discs & NOT_A) >> 1
    return (row | row << 8 | row >> 8) & ALL


def moves(own, other):
    """Returns the squares where the owner of own may move."""
    empty, found = ALL & ~(own | other), 0
    for step, mask in STEPS:
        line = shift(own, step, mask) & other
        for _ in range(5):
            line |= shift(line, step, mask) & other
        found |= shift(line, step, mask) & empty
    return found


def play(own, other, square):
    """Returns the discs of both after a move; without a square it is a pass."""
    flipped = 0
    for step, mask in STEPS:
        line, at = 0, shift(square, step, mask)
        while at & other:
            line |= at
            at = shift(at, step, mask)
        if at & own:
            flipped |= line
    return own | square | flipped, other & ~flipped


def split(squares):
    while squares:
        yield squares & -squares
        squares &= squares - 1


def value(own, other, w):
    """Returns the value of a position for the side to move, who owns own."""
    mine, theirs = moves(own, other), moves(other, own)
    if not mine and not theirs:
        return 1000000 * (own.bit_count() - other.bit_count())
    empty = ALL & ~(own | other)
    open_squares = neighbours(empty)
    total = w["mobility"] * (mine.bit_count() - theirs.bit_count())
    total += w["frontier"] * ((own & open_squares).bit_count() - (other & open_squares).bit_count())
    total += w["discs"] * (own.bit_count() - other.bit_count())
    for name, area in AREAS.items():
        total += w[name] * ((own & area).bit_count() - (other & area).bit_count())
    return total + w["parity"] * (1 if empty.bit_count() % 2 else -1)


def search(own, other, depth, w, low=-10**9, high=10**9):
    """Returns the value of a position and the best move, 0 for a pass."""
    mine = moves(own, other)
    if depth == 0 or not mine and not moves(other, own):
        return value(own, other, w), 0
    best = 0
    for move in split(mine) if mine else (0,):
        after = play(own, other, move) if move else (own, other)
        result = -search(after[1], after[0], depth - 1, w, -high, -low)[0]
        if result > low or not best:
            best, low = move, max(low, result)
        if low >= high:
            break
    return low, best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--weights")
    options = parser.parse_args()
    w = dict(WEIGHTS)
    if options.weights:
        with open(options.weights, encoding="utf-8") as file:
            w.update(json.load(file)["parameters"])
    sides = [0, 0]  # discs of Black and White
    for line in sys.stdin:
        command, *words = line.split() or [""]
        answer = "="
        if command == "clear_board":
            sides = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36]
        elif command in ("play", "genmove"):
            side = 1 if words[0][0] in "wW" else 0
            own, other = sides[side], sides[1 - side]
            if command == "genmove":
                move = search(own, other, options.depth, w)[1]
                square = move.bit_length() - 1
                answer = f"= {'abcdefgh'[square % 8]}{square // 8 + 1}" if move else "= pass"
            else:
                text = words[1].lower()
                move = 0 if text.startswith("pass") else 1 << "abcdefgh".index(text[0]) + 8 * int(text[1]) - 8
            if move:
                sides[side], sides[1 - side] = play(own, other, move)
        elif command == "set_param":
            w[words[0]] = float(words[1])
        elif command not in ("name", "version", "protocol_version", "boardsize", "set_game", "komi", "quit"):
            answer = "? unknown command"
        print(answer + "\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main()
