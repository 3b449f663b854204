package evaluators

// about says what each scorer counts. Counts are one side's minus the other's.
var about = map[string]string{
	"table":         "discs by the class of their square: ten classes, mirrored to all quarters of the board",
	"possibility":   "legal moves (mobility)",
	"edge":          "runs of discs of one colour along an edge from a corner: length − 1, and 13 for a whole edge",
	"blank":         "discs beside an empty square, and X and C squares beside an open corner",
	"number":        "discs",
	"corner":        "the most valuable shape of one colour's discs around each corner, as the reversi library values it",
	"edgecorner":    "discs on full edges; on other edges, the side with more of the two corners",
	"stable":        "discs that can never be flipped, as far as full lines, corners and other such discs prove it",
	"frontier":      "empty squares beside the opponent's discs (potential mobility)",
	"edgestability": "the values of the four edges with their X squares, from IAGO's table, which looks moves ahead there",
	"squares":       "discs on each square; squares that the board's symmetries map onto each other share a gene",
	"lines1":        "a network of the 64 squares, each empty, own or the opponent's",
	"lines2":        "a network of all lines of two squares, by how they are filled",
	"lines3":        "a network of all lines of three squares, by how they are filled",
	"lines4":        "a network of all lines of four squares, by how they are filled",
	"blocks":        "a network of all blocks of 2×2 squares, by how they are filled",
	PatternsScorer:  "the value of tables that were trained on games, for players that have them",
}

// About says in a phrase what the scorer counts, one side's minus the other's.
func (s *Scorer) About() string { return about[s.Name] }

// IsFast reports whether the vector code knows the scorer.
func (s *Scorer) IsFast() bool { return s.vector != nil }
