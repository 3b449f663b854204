"""Prints what the evaluator of the module frozen gives the positions of standard input: 64 characters each"""
import pickle
import sys

from frozen import player


class Board:
    def __init__(self, squares):
        self.sets = [sum(1 << 63 - i for i, c in enumerate(squares) if c == disc) for disc in 'XO#']

    def get_bitboard_info(self):
        return self.sets


evaluator = pickle.loads(pickle.dumps(player)).strategies[0].evaluator  # as the library's processes get it
for line in sys.stdin:
    for side_to_move in 'black', 'white':
        print(evaluator.evaluate(side_to_move, Board(line.strip()), 7, 3))
