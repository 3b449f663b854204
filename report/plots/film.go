package plots

import (
	"fmt"
	"html"
	"math/bits"
	"strings"

	"evothello/engine"
	"evothello/evolution"
	"evothello/players/analysis"
	"evothello/runs"
)

// A Film is an animated SVG element. It shows the values of discs on every square, first for the first
// champion, then for each later one, with a board for each phase. The animation is CSS and needs no script.
// For readers who prefer reduced motion it shows only the last champion.
type Film struct {
	SVG   string
	Shots []*evolution.Champion // the champions shown, at least one
}

// mostShots and filmGames limit the size of a film and the time to draw it. Heat maps without numbers need
// fewer positions.
const mostShots, filmGames = 24, analysis.SampleGames / 6

// Lengths are in SVG user units and times in seconds.
const (
	filmCell, filmGap, filmHead, filmTitle = 10, 8, 16, 12
	filmPitch, filmColumns                 = 8*filmCell + filmGap, 3
	secondsPerShot                         = 0.7
	lastShots                              = 3 // duration of the last shot, in shots
)

// NewFilm draws the film of a run, which must have a champion.
func NewFilm(run *runs.Run) Film {
	f := filmmaker{shots: shots(run.State)}
	f.caption()
	home, turns := run.Config.HomeBoard(), run.Config.LastMoves()
	boards := make([][]board, len(turns)) // of each phase, shot by shot
	for _, champion := range f.shots {
		for phase, worth := range analysis.SquareValuesByPhaseOver(run.Config.Switch(champion), filmGames) {
			boards[phase] = append(boards[phase], newBoard(home, "", &worth, ""))
		}
	}
	for phase := range turns {
		x, y := phase%filmColumns*filmPitch, filmHead+phase/filmColumns*(filmTitle+filmPitch)
		fmt.Fprintf(&f.body, `<text x="%d" y="%d">moves %s</text>`, x, y+filmTitle-3, turns.Moves(phase))
		for i, orbit := range home.Orbits() {
			f.squares(fmt.Sprintf("p%ds%d", phase, i), boards[phase], orbit, x, y+filmTitle)
		}
	}
	rows := (len(turns) + filmColumns - 1) / filmColumns
	const format = `<svg class="film" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><style>%s` +
		"@media (prefers-reduced-motion:no-preference){%s}</style>%s</svg>"
	return Film{Shots: f.shots, SVG: fmt.Sprintf(format,
		filmColumns*filmPitch-filmGap, filmHead+rows*(filmTitle+filmPitch)-filmGap,
		f.still.String(), f.moving.String(), f.body.String())}
}

// A filmmaker collects the parts of a film.
type filmmaker struct {
	shots               []*evolution.Champion
	still, moving, body strings.Builder // the style sheet, its part for animation, and the elements
}

// shots returns the champions of a run, at most mostShots: the first, the last and others evenly between.
func shots(s *evolution.State) (chosen []*evolution.Champion) {
	n := min(len(s.Champions), mostShots)
	for i := range n {
		chosen = append(chosen, &s.Champions[i*(len(s.Champions)-1)/max(n-1, 1)])
	}
	return chosen
}

// seconds returns the duration of the film.
func (f *filmmaker) seconds() float64 { return secondsPerShot * float64(len(f.shots)-1+lastShots) }

// at returns the start of a shot, as a share of the film.
func (f *filmmaker) at(shot int) float64 { return float64(shot) / float64(len(f.shots)-1+lastShots) }

// caption writes the generation and the score of each champion above the boards.
func (f *filmmaker) caption() {
	f.still.WriteString(`.film text{font:6px "Liberation Sans",Arial,Helvetica,sans-serif;fill:#222}` +
		".film text.shot{font-size:7px;font-weight:bold;opacity:0}.film text.last{opacity:1}")
	fmt.Fprintf(&f.moving, ".film text.shot{animation:shot %.1fs infinite step-end}.film text.last{animation-name:last}"+
		"@keyframes shot{0%%{opacity:1}%.3f%%,100%%{opacity:0}}@keyframes last{0%%{opacity:1}%.3f%%,100%%{opacity:0}}",
		f.seconds(), 100*f.at(1), 100*(1-f.at(len(f.shots)-1)))
	for i, champion := range f.shots {
		words := fmt.Sprintf("generation %d", champion.Generation)
		if len(champion.Reference) > 0 {
			against := champion.Reference[0]
			words += fmt.Sprintf(": %.0f %% against %s", 100*against.Result.Score(), against.Opponent)
		}
		class := "shot"
		if i == len(f.shots)-1 {
			class = "shot last"
		}
		fmt.Fprintf(&f.body, `<text class="%s" x="0" y="9" style="animation-delay:%.1fs">%s</text>`,
			class, f.seconds()*(f.at(i)-1), html.EscapeString(words))
	}
}

// firstOf returns the first square of a set.
func firstOf(set uint64) engine.Square { return engine.Square(bits.TrailingZeros64(set)) }

// squares draws a set of symmetric squares, whose common colour changes from shot to shot.
func (f *filmmaker) squares(name string, shots []board, orbit uint64, x, y int) {
	square := firstOf(orbit)
	hex := func(shot int) string {
		c := diverging(shots[shot].share(square))
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	fmt.Fprintf(&f.moving, "@keyframes %s{", name)
	for i := range shots {
		fmt.Fprintf(&f.moving, "%.3g%%{fill:%s}", 100*f.at(i), hex(i))
	}
	last := hex(len(shots) - 1)
	fmt.Fprintf(&f.moving, "100%%{fill:%s}}.film .%s{animation:%s %.1fs infinite}", last, name, name, f.seconds())
	fmt.Fprintf(&f.still, ".film .%s{fill:%s}", name, last)
	fmt.Fprintf(&f.body, `<path class="%s" d="`, name)
	for s := range engine.SquaresOf(orbit) {
		fmt.Fprintf(&f.body, "M%d %dh9v9h-9z", x+s.Col()*filmCell, y+s.Row()*filmCell)
	}
	f.body.WriteString(`"/>`)
}
