class Evaluator_TPWEB:
    def __init__(self, size=8, corner=50, c=-20, a1=0, a2=-1, b1=-1, b2=-1, b3=-1, x=-25, o1=-5, o2=-5,
                 wp=5, ww=10000, we=100, wb1=-5, wb2=-20, wb3=-10):
        self.given = {name: value for name, value in locals().items() if name != "self"}
