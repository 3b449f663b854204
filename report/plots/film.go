package plots

import (
	"fmt"
	"html"
	"image/color"
	"math/bits"
	"strings"

	"evothello/engine"
	"evothello/evolution"
	"evothello/report/analysis"
	"evothello/runs"
)

// A Film is an SVG element that shows the champions of a run one after the other: what a disc is worth to each
// on every square, a board for each phase. Its own style sheet moves it, so it plays without a program; for
// those who ask for less motion it stands still at the last champion.
type Film struct {
	SVG   string
	Shots []*evolution.Champion // one or more
}

// mostShots and filmGames keep a film small and quick to draw: heat maps without numbers need fewer positions.
const mostShots, filmGames = 24, analysis.SampleGames / 6

// Lengths in units of the film's own; times in seconds.
const (
	filmCell, filmGap, filmHead, filmTitle = 10, 8, 16, 12
	filmPitch, filmColumns                 = 8*filmCell + filmGap, 3
	secondsPerShot                         = 0.7
	lastShots                              = 3 // how many times as long the last one stays
)

// NewFilm draws the film of a run that has a champion.
func NewFilm(run *runs.Run) Film {
	f := filmmaker{shots: shots(run.State)}
	f.caption()
	home, turns := run.Config.HomeBoard(), run.Config.LastMoves()
	colours := f.colours(run)
	for phase := range turns {
		x, y := phase%filmColumns*filmPitch, filmHead+phase/filmColumns*(filmTitle+filmPitch)
		fmt.Fprintf(&f.body, `<text x="%d" y="%d">moves %s</text>`, x, y+filmTitle-3, turns.Moves(phase))
		for i, orbit := range home.Orbits() {
			f.squares(fmt.Sprintf("p%ds%d", phase, i), colours[phase], orbit, x, y+filmTitle)
		}
	}
	rows := (len(turns) + filmColumns - 1) / filmColumns
	return Film{Shots: f.shots,
		SVG: fmt.Sprintf(`<svg class="film" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><style>%s`+
			"@media (prefers-reduced-motion:no-preference){%s}</style>%s</svg>",
			filmColumns*filmPitch-filmGap, filmHead+rows*(filmTitle+filmPitch)-filmGap, f.still.String(), f.moving.String(),
			f.body.String())}
}

// A filmmaker gathers the parts of a film.
type filmmaker struct {
	shots               []*evolution.Champion
	still, moving, body strings.Builder // the style sheet, that for those who like motion, and the elements
}

// shots are the champions of a run, or so many of them that the first, the last and others evenly between are
// there.
func shots(s *evolution.State) (chosen []*evolution.Champion) {
	n := min(len(s.Champions), mostShots)
	for i := range n {
		chosen = append(chosen, &s.Champions[i*(len(s.Champions)-1)/max(n-1, 1)])
	}
	return chosen
}

// colours are those of each phase's squares, shot by shot.
func (f *filmmaker) colours(run *runs.Run) [][][64]color.RGBA {
	colours := make([][][64]color.RGBA, len(run.Config.Turns))
	for _, champion := range f.shots {
		for phase, worth := range analysis.WorthsOver(run.Config.Switch(champion), filmGames) {
			b := newBoard(run.Config.HomeBoard(), "", &worth, "")
			var one [64]color.RGBA
			for s := range engine.Square(64) {
				one[s] = diverging(b.share(s))
			}
			colours[phase] = append(colours[phase], one)
		}
	}
	return colours
}

// seconds is how long the film takes.
func (f *filmmaker) seconds() float64 { return secondsPerShot * float64(len(f.shots)-1+lastShots) }

// at is when a shot begins, as a share of the film.
func (f *filmmaker) at(shot int) float64 { return float64(shot) / float64(len(f.shots)-1+lastShots) }

// caption says above the boards whose they are, and how strong it is.
func (f *filmmaker) caption() {
	f.still.WriteString(`.film text{font:6px "Liberation Sans",Arial,Helvetica,sans-serif;fill:#222}` +
		".film text.shot{font-size:7px;font-weight:bold;opacity:0}.film text.last{opacity:1}")
	fmt.Fprintf(&f.moving, ".film text.shot{animation:shot %.1fs infinite step-end}.film text.last{animation-name:last}"+
		"@keyframes shot{0%%{opacity:1}%.3f%%,100%%{opacity:0}}@keyframes last{0%%{opacity:1}%.3f%%,100%%{opacity:0}}",
		f.seconds(), 100*f.at(1), 100*(1-f.at(len(f.shots)-1)))
	for i, champion := range f.shots {
		words := fmt.Sprintf("generation %d", champion.Generation)
		if len(champion.Ladder) > 0 {
			rung := champion.Ladder[0]
			words += fmt.Sprintf(": %.0f %% against %s", 100*rung.Result.Score(), rung.Opponent)
		}
		class := "shot"
		if i == len(f.shots)-1 {
			class = "shot last"
		}
		fmt.Fprintf(&f.body, `<text class="%s" x="0" y="9" style="animation-delay:%.1fs">%s</text>`, class,
			f.seconds()*(f.at(i)-1), html.EscapeString(words))
	}
}

// firstOf is the first square of a set.
func firstOf(set uint64) engine.Square { return engine.Square(bits.TrailingZeros64(set)) }

// squares draws those that the board's symmetries take to each other. Their colour runs from shot to shot.
func (f *filmmaker) squares(name string, colours [][64]color.RGBA, orbit uint64, x, y int) {
	square := firstOf(orbit)
	hex := func(shot int) string {
		c := colours[shot][square]
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	fmt.Fprintf(&f.moving, "@keyframes %s{", name)
	for i := range colours {
		fmt.Fprintf(&f.moving, "%.3g%%{fill:%s}", 100*f.at(i), hex(i))
	}
	last := hex(len(colours) - 1)
	fmt.Fprintf(&f.moving, "100%%{fill:%s}}.film .%s{animation:%s %.1fs infinite}", last, name, name, f.seconds())
	fmt.Fprintf(&f.still, ".film .%s{fill:%s}", name, last)
	fmt.Fprintf(&f.body, `<path class="%s" d="`, name)
	for s := range engine.SquaresOf(orbit) {
		fmt.Fprintf(&f.body, "M%d %dh9v9h-9z", x+s.Col()*filmCell, y+s.Row()*filmCell)
	}
	f.body.WriteString(`"/>`)
}
