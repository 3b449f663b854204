package tournament

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
)

// config returns a configuration that takes little time.
func config(specs ...string) Config {
	if len(specs) == 0 {
		specs = []string{"random", "greedy", "alphabeta:depth=1"}
	}
	c := Config{Seed: 3, Pairs: 4, Plies: 6}
	for _, spec := range specs {
		c.Players = append(c.Players, Player{Spec: spec})
	}
	return c
}

func mustNew(t testing.TB, c Config) *Tournament {
	tournament, err := New(c)
	require.NoError(t, err)
	return tournament
}

// filesOf returns the files that must not depend on workers and interruptions: all except the journal, which is in
// another order.
func filesOf(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	for _, name := range []string{configFile, resultsFile, ratingsFile, crossFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		files[name] = string(data)
	}
	return files
}

// playIn plays a tournament in a directory to its end.
func playIn(t *testing.T, dir string, c Config, workers int) {
	tournament := mustNew(t, c)
	require.NoError(t, tournament.OpenDirectory(dir))
	defer tournament.Close()
	require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: workers}, nil))
	require.NoError(t, tournament.WriteResults(tournament.Results()))
}

func TestAllPairingsUseTheSameOpenings(t *testing.T) {
	tournament := mustNew(t, config())
	_, all := tournament.Pairs()
	assert.Equal(t, 3*4, all)
	openings := map[string][]fitness.Opening{}
	seeds := map[uint64]bool{}
	for i := range all {
		p := tournament.pair(i)
		pairing := p.A.Name + " " + p.B.Name
		openings[pairing] = append(openings[pairing], p.Opening)
		seeds[p.Seed] = true
	}
	assert.Len(t, openings, 3)
	assert.Equal(t, openings["random greedy"], openings["random alphabeta:depth=1"])
	assert.Equal(t, openings["random greedy"], openings["greedy alphabeta:depth=1"])
	assert.Len(t, seeds, all, "every pair has a different seed")
}

func TestAnyNumberOfWorkersGivesTheSameBytes(t *testing.T) {
	one, many := t.TempDir(), t.TempDir()
	playIn(t, one, config(), 1)
	playIn(t, many, config(), 7)
	assert.Equal(t, filesOf(t, one), filesOf(t, many))
}

func TestInterruptedTournamentsEndWithTheSameBytes(t *testing.T) {
	straight, interrupted := t.TempDir(), t.TempDir()
	playIn(t, straight, config(), 2)

	for i := range 3 {
		tournament := mustNew(t, config())
		require.NoError(t, tournament.OpenDirectory(interrupted))
		before, _ := tournament.Pairs()
		ctx, cancel := context.WithCancel(context.Background())
		err := tournament.Play(ctx, fitness.Local{Workers: 2}, func(Played) { cancel() })
		assert.ErrorIs(t, err, context.Canceled)
		played, _ := tournament.Pairs()
		assert.Greater(t, played, before)
		tournament.Close()
		if i == 1 { // an incomplete last line, as after a power cut
			file, err := os.OpenFile(filepath.Join(interrupted, JournalFile), os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = file.WriteString(`{"pair":11,"games":[{"mov`)
			require.NoError(t, err)
			require.NoError(t, file.Close())
		}
	}
	playIn(t, interrupted, config(), 1)
	assert.Equal(t, filesOf(t, straight), filesOf(t, interrupted))

	journal, err := os.ReadFile(filepath.Join(interrupted, JournalFile))
	require.NoError(t, err)
	assert.Equal(t, 1+12, strings.Count(string(journal), "\n"), "no pair was played twice")
}

func TestAFinishedTournamentIsNotPlayedAgain(t *testing.T) {
	dir := t.TempDir()
	playIn(t, dir, config(), 2)
	tournament := mustNew(t, config())
	require.NoError(t, tournament.OpenDirectory(dir))
	defer tournament.Close()
	require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: 2},
		func(Played) { t.Error("a pair was played") }))
}

func TestResultsAddUp(t *testing.T) {
	tournament := mustNew(t, config("random", "greedy", "table", "minmax"))
	require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: 2}, nil))
	r := tournament.Results()
	assert.Equal(t, 6*4*2, r.Games)
	wins, losses, sum := 0, 0, 0.0
	for i, s := range r.Players {
		assert.Equal(t, 3*4*2, s.Games)
		assert.Equal(t, s.Games, s.Wins+s.Draws+s.Losses)
		wins, losses, sum = wins+s.Wins, losses+s.Losses, sum+s.Elo
		if i > 0 {
			assert.GreaterOrEqual(t, r.Players[i-1].Elo, s.Elo)
		}
		for j := range i {
			assert.Equal(t, r.TallyOf(i, j), r.TallyOf(j, i).Swapped())
		}
	}
	assert.Equal(t, wins, losses)
	assert.InDelta(t, 0, sum, 0.05, "the mean is 0 except for rounding")
	assert.Len(t, r.Pairings, 6)

	rows, err := csv.NewReader(strings.NewReader(string(r.crossCSV()))).ReadAll()
	require.NoError(t, err)
	assert.Len(t, rows, 5)
	assert.Empty(t, rows[1][1], "no player plays itself")
	rows, err = csv.NewReader(strings.NewReader(string(r.ratingsCSV()))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, r.Players[0].Name, rows[1][1])
}

// A player whose games were all forfeited is not rated. The others are rated as if it did not take part.
func TestForfeitsDoNotCountForRatings(t *testing.T) {
	tournament := mustNew(t, config("random", "greedy", "table", "unselfish"))
	require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: 2}, nil))
	forfeit := func(pairing, loser int) { // makes the loser forfeit all games of the pairing
		for k := range tournament.Config.Pairs {
			r := tournament.results[pairing*tournament.Config.Pairs+k]
			for j := range r.Games {
				r.Games[j].ForfeitReason, r.Games[j].Discs = "out of order", 64*(2*(loser^j)-1)
			}
		}
	}
	for i, p := range tournament.pairings {
		if p[1] == 2 {
			forfeit(i, 1)
		} else if p[0] == 2 {
			forfeit(i, 0)
		}
	}
	r := tournament.Results()
	broken := r.Players[3]
	assert.Equal(t, "table", broken.Name, "unrated players are last")
	assert.True(t, broken.Unrated)
	assert.Zero(t, broken.Elo)
	assert.Equal(t, 24, broken.Losses)
	assert.False(t, r.AllForfeited())

	var results []MatchResult
	sound := []string{"random", "greedy", "unselfish"}
	for i, p := range tournament.pairings {
		a, b := slices.Index(sound, tournament.Config.Players[p[0]].Spec),
			slices.Index(sound, tournament.Config.Players[p[1]].Spec)
		if a >= 0 && b >= 0 {
			results = append(results, MatchResult{A: a, B: b, Pairs: tournament.Tallies()[i].Pairs})
		}
	}
	ratings := Rate(3, results)
	for _, s := range r.Players[:3] {
		assert.False(t, s.Unrated)
		assert.InDelta(t, ratings[slices.Index(sound, s.Name)].Elo, s.Elo, 0.005, s.Name)
	}
	assert.Contains(t, string(r.ratingsCSV()), "4,table,,,0.000000,")

	for i := range tournament.pairings {
		forfeit(i, 1)
	}
	assert.True(t, tournament.Results().AllForfeited())
}

func TestRepeatingPlayers(t *testing.T) {
	c := config("alphabeta:depth=1", "random", "greedy")
	c.Plies = 0
	pairs := map[string]bool{}
	require.NoError(t, mustNew(t, c).Play(context.Background(), fitness.Local{Workers: 1}, func(p Played) {
		pairs[engine.Transcript(p.Result.Games[0].Moves)+engine.Transcript(p.Result.Games[1].Moves)] = true
	}))
	assert.Len(t, pairs, 3*4, "random moves make all pairs different")
	assert.Empty(t, mustNew(t, c).RepeatingPlayers())

	c = config("random", "minmax", "table")
	c.Plies = 0
	assert.Equal(t, []string{"minmax", "table"}, mustNew(t, c).RepeatingPlayers())
	pairs = map[string]bool{}
	require.NoError(t, mustNew(t, c).Play(context.Background(), fitness.Local{Workers: 1}, func(p Played) {
		if p.A == "minmax" {
			pairs[engine.Transcript(p.Result.Games[0].Moves)+engine.Transcript(p.Result.Games[1].Moves)] = true
		}
	}))
	assert.Len(t, pairs, 1, "all pairs are equal")
	one := c
	one.Pairs = 1
	assert.Empty(t, mustNew(t, one).RepeatingPlayers())
	c.Plies = 6
	assert.Empty(t, mustNew(t, c).RepeatingPlayers())
}

func TestOnlyOneProcessPlaysATournament(t *testing.T) {
	dir := t.TempDir()
	first := mustNew(t, config())
	require.NoError(t, first.OpenDirectory(dir))
	assert.ErrorIs(t, mustNew(t, config()).OpenDirectory(dir), files.ErrBusy)
	first.Close()
	second := mustNew(t, config())
	require.NoError(t, second.OpenDirectory(dir))
	second.Close()
}

// On a board larger than 8×8 a tournament has the same files, whatever the workers, and is sound afterwards.
func TestTournamentsOnLargeBoards(t *testing.T) {
	c := config("random", "table", "alphabeta", "montecarlo:games=1")
	depth := 1
	c.SetBoard(engine.Large(10))
	c.Depth, c.Pairs = &depth, 2
	one, many := t.TempDir(), t.TempDir()
	playIn(t, one, c, 1)
	playIn(t, many, c, 5)
	assert.Equal(t, filesOf(t, one), filesOf(t, many))
	assert.Empty(t, Check(files.At(one)))
	read, err := ReadConfig(files.At(one))
	require.NoError(t, err)
	assert.Equal(t, engine.Large(10), read.HomeBoard())
	again := mustNew(t, read)
	require.NoError(t, again.OpenDirectory(one))
	defer again.Close()
	played, all := again.Pairs()
	assert.Equal(t, all, played)

	for spec, says := range map[string]string{
		"strongest":     "player strongest plays only on boards up to 8×8; players for larger boards: ",
		"evolved-heart": "player evolved-heart plays only on boards up to 8×8",
	} {
		c.Players[0].Spec = spec
		_, err := New(c)
		assert.ErrorContains(t, err, says)
	}
}
