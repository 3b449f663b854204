"""What an exported player uses of y-tetsu/reversi: classes with the same parameters
that keep what they are given."""
