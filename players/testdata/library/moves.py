"""Writes moves.txt: 300 positions and the moves that the players of players.txt choose there in y-tetsu/reversi

Run it where Python finds that library, and the players that `evolve freeze` wrote (evolved.py, evolved_cmaes.py, …, and
evolved_deep.py with the settings of players.txt):

    PYTHONPATH=/path/to/reversi:/path/to/frozen python3 moves.py > moves.txt

It also prints the CPU time of each. Of equal moves the library's Table draws one at random. Here it takes the first.
"""
import random
import sys
import time
from importlib import import_module

from reversi import BitBoard
from reversi.strategies import *
from reversi.strategies import _AlphaBeta, _FullReading, _NegaMax, _NegaScout, _Switch_
from reversi.strategies.coordinator import *

games = random.Random(35)
random.choice = lambda moves: moves[0]
BOOKS = [Usagi(base=None), Neko(base=None), Tora(base=None)]


def frozen(name):
    return import_module(name.replace('-', '_')).player


def book_move(color, board):
    """A move of a book, None outside of it"""
    try:
        return games.choice(BOOKS).next_move(color, board)
    except AttributeError:
        return None


def positions():
    found = {}
    while len(found) < 300:
        plies, of_book = (games.randrange(20), 0.8) if len(found) < 60 else (games.randrange(4, 59), 0)
        board, color = BitBoard(8), 'black'
        for _ in range(plies + 1):
            moves = board.get_legal_moves(color)
            if not moves:
                color = other(color)
                moves = board.get_legal_moves(color)
            if not moves or len(board.prev) == plies:
                break
            move = book_move(color, board) if games.random() < of_book else None
            board.put_disc(color, *(move or games.choice(moves)))
            color = other(color)
        if board.get_legal_moves(color):
            squares = ''.join('-XO'[disc] for row in board.get_board_info() for disc in row)
            found[squares + ' ' + ('X' if color == 'black' else 'O')] = (board, color)
    return found


def other(color):
    return 'white' if color == 'black' else 'black'


with open('players.txt') as file:
    specs, players = zip(*((line.split(' = ')[0], eval(line.split(' = ')[1])) for line in file))
seconds = [0.0] * len(players)
for text, (board, color) in positions().items():
    moves = []
    for i, player in enumerate(players):
        began = time.process_time()
        moves.append(player.next_move(color, board))
        seconds[i] += time.process_time() - began
    print(text, *('abcdefgh'[x] + str(y + 1) for x, y in moves))
for spec, spent in zip(specs, seconds):
    print(f'{1000 * spent / 300:.1f} ms of CPU time a move: {spec}', file=sys.stderr)
