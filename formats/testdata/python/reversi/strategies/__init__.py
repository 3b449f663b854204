class FullReading:
    def __init__(self, remain=None, base=None):
        self.given = {"remain": remain, "base": base.given}


class NegaScout:
    def __init__(self, depth=3, evaluator=None):
        self.given = {"depth": depth, "evaluator": evaluator.given}


class Switch:
    def __init__(self, turns=None, strategies=None):
        assert len(turns) == len(strategies)
        self.given = {"turns": turns, "strategies": [s.given for s in strategies]}
