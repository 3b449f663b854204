"""What an exported player uses of y-tetsu/reversi: classes with the same parameters
that keep what they are given."""


class _FullReading:
    def __init__(self, remain=None, base=None):
        self.given = {"remain": remain, "base": base.given}


class _NegaScout:
    def __init__(self, depth=3, evaluator=None):
        self.evaluator = evaluator
        self.given = {"depth": depth, "evaluator": getattr(evaluator, "given", None)}


class Switch:
    def __init__(self, turns=None, strategies=None):
        assert len(turns) == len(strategies)
        self.strategies = strategies
        self.given = {"turns": turns, "strategies": [s.given for s in strategies]}
