#!/usr/bin/env python3
"""Plays a game of Nim between two sets of parameters, and prints 1 if the first wins, else 0.

    ./nim.py FIRST.json SECOND.json OPENING

Each file holds {"parameters": {"balance": ..., "one": ..., "two": ..., "three": ...}}. The opening is a number that decides
the heaps. Who takes the last object wins. A player chooses the move with the highest value: `balance` if it leaves the
exclusive or of the heaps at 0 (the theory says to do that), and one parameter for the number of objects that it takes.
"""
import json
import sys


def parameters(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["parameters"]


def value(heaps, heap, take, w):
    left = heaps[:heap] + [heaps[heap] - take] + heaps[heap + 1:]
    nim_sum = 0
    for size in left:
        nim_sum ^= size
    return w[("one", "two", "three")[take - 1]] + (w["balance"] if nim_sum == 0 else 0)


def play(sides, opening):
    heaps = [1 + opening // 5 ** i % 5 for i in range(4)]
    turn = 0
    while any(heaps):
        moves = [(heap, take) for heap in range(4) for take in (1, 2, 3) if take <= heaps[heap]]
        heap, take = max(moves, key=lambda move: value(heaps, *move, sides[turn]))
        heaps[heap] -= take
        turn = 1 - turn
    return turn  # who cannot move has lost


print(play([parameters(path) for path in sys.argv[1:3]], int(sys.argv[3])))
