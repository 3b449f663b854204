# By evolve freeze. SHA-256 of what follows: 57f6a250184d9ccc78e8c70ba810fc69a00c6bfe0846cc21335dd7d6379fefe5
# Weights of reversi-switch-blank.
#
# A strategy for the Python library y-tetsu/reversi. Import it from this file and
# give it to an application, Reversi({'Evolved': player}).start(), or to a Simulator.
# It searches to its depth, however long that takes.

from reversi.strategies import Switch, _FullReading, _NegaScout
from reversi.strategies.coordinator import Evaluator_TPWEB

player = _FullReading(remain=8, base=Switch(
    turns=[12, 24, 36, 48, 60],
    strategies=[
        _NegaScout(depth=3, evaluator=Evaluator_TPWEB(corner=50, c=-20, a1=-10, a2=0, b1=-4, b2=-2, b3=-2, x=-25, o1=-13, o2=-5, wp=4, ww=9000000, we=91, wb1=-5, wb2=-20, wb3=-10)),
        _NegaScout(depth=3, evaluator=Evaluator_TPWEB(corner=44, c=-18, a1=-4, a2=-2, b1=-2, b2=-4, b3=-3, x=-40, o1=-10, o2=-8, wp=4, ww=9000000, we=95, wb1=-6, wb2=-24, wb3=-12)),
        _NegaScout(depth=3, evaluator=Evaluator_TPWEB(corner=41, c=-14, a1=-1, a2=-4, b1=-4, b2=-1, b3=2, x=-38, o1=-5, o2=-5, wp=4, ww=9000000, we=103, wb1=-7, wb2=-28, wb3=-14)),
        _NegaScout(depth=3, evaluator=Evaluator_TPWEB(corner=62, c=-19, a1=1, a2=0, b1=-1, b2=0, b3=1, x=-25, o1=-4, o2=-2, wp=8, ww=9000000, we=94, wb1=-8, wb2=-32, wb3=-16)),
        _NegaScout(depth=3, evaluator=Evaluator_TPWEB(corner=50, c=-23, a1=0, a2=-9, b1=-2, b2=-2, b3=16, x=-25, o1=-9, o2=-8, wp=8, ww=9000000, we=93, wb1=-9, wb2=-36, wb3=-18)),
    ],
))
