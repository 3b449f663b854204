from reversi.strategies import NegaScout, Switch
from reversi.strategies.coordinator import Evaluator_TPW

player = Switch(
    turns=[60],
    strategies=[NegaScout(depth=2, evaluator=Evaluator_TPW(corner=50, c=-20, a1=0, a2=-1, b1=-1, b2=-1, b3=-1, x=-25, wp=5))],
)
