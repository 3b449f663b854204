#: edgestability
import codecs
#: edgecorner
import itertools
#:
import struct
from operator import getitem

from reversi.strategies.common import AbstractEvaluator


class Evaluator_Weights(AbstractEvaluator):
    """Values positions by named weights, Black minus White"""
    def __init__(self, weights):
        self.evaluation = Evaluation(weights)

    def evaluate(self, color, board, possibility_b, possibility_w):
        black, white, _ = board.get_bitboard_info()
        if possibility_b or possibility_w:
            #: sides2
            if color == 'white':
                return -self.evaluation.score(white, black, possibility_w - possibility_b)
            #:
            return self.evaluation.score(black, white, possibility_b - possibility_w)
        difference = size(black) - size(white)
        return difference + WON * ((difference > 0) - (difference < 0))


