class AbstractEvaluator:
    pass
