package evolve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/ui/cli"
)

// If the environment has this variable, the test binary is a small GTP program with the parameters corner, edge and
// first. Its argument is a file with their values, or the value of corner, or nothing.
const asEngine = "EVOLVE_TEST_AS_ENGINE"

// program returns the spec of the small program with arguments.
func program(t *testing.T, quirk, arguments string) string {
	self, err := os.Executable()
	require.NoError(t, err)
	return fmt.Sprintf("gtp:cmd=env GORACE=atexit_sleep_ms=0 '%s=%s' '%s' %s", asEngine, quirk, self, arguments)
}

// parametersFile returns the path of a file of the small program's parameters.
func parametersFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "params.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"parameters": [{"name": "corner", "least": -100, "greatest": 100},
		{"name": "edge", "group": "the rest", "least": -1, "greatest": 1, "decimals": 2},
		{"name": "first", "group": "the rest", "least": 0, "greatest": 9}]}`), 0o666))
	return path
}

// beEngine plays the move with the highest value. With the quirk "dies" it exits if corner is below 0, and with "lots"
// it plays another move in every game.
func beEngine(quirk string) {
	values := map[string]float64{}
	for _, argument := range os.Args[1:] {
		if corner, err := strconv.ParseFloat(argument, 64); err == nil {
			values["corner"] = corner
			continue
		}
		var file struct{ Parameters map[string]float64 }
		if data, err := os.ReadFile(argument); err != nil || json.Unmarshal(data, &file) != nil {
			os.Exit(5)
		}
		values = file.Parameters
	}
	at, games := engine.Position{}, 0.0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		answer := ""
		switch words[0] {
		case "clear_board":
			at = engine.Start()
			games++
		case "set_param":
			values[words[1]], _ = strconv.ParseFloat(words[2], 64)
		case "play":
			square, _ := engine.ParseSquare(words[2])
			at = at.Play(square).Settle()
		case "genmove":
			if quirk == "dies" && values["corner"] < 0 {
				os.Exit(3)
			}
			if quirk == "lots" {
				values["first"] = games
			}
			square := bestOf(at, values)
			answer, at = square.String(), at.Play(square).Settle()
		}
		fmt.Printf("= %s\n\n", answer)
	}
}

// bestOf returns the move with the highest value.
func bestOf(at engine.Position, values map[string]float64) (best engine.Square) {
	most, n := 0.0, 0.0
	for square := range engine.SquaresOf(at.Moves()) {
		row, column := square.Row(), square.Col()
		n++
		value := -0.01 * (n - values["first"]) * (n - values["first"])
		if row%7 == 0 && column%7 == 0 {
			value += values["corner"]
		} else if row%7 == 0 || column%7 == 0 {
			value += 10 * values["edge"]
		}
		if n == 1 || value > most {
			best, most = square, value
		}
	}
	return best
}

// smallTune holds the flags of a run of a few seconds.
var smallTune = []string{"--seed", "7", "--optimizer", "cmaes", "--population", "4", "--pairs", "4", "--against",
	"random", "--against", "greedy"}

func tuneIn(t *testing.T, dir, program string, more ...string) string {
	args := append([]string{"tune", "--out", dir, "--program", program, "--parameters", parametersFile(t)}, smallTune...)
	return mustEvolve(t, append(args, more...)...)
}

// The champion is a file of parameters. The files are the same with any number of workers, and however the program is
// told its parameters. No file names the program, and only what plays needs it.
func TestTune(t *testing.T) {
	dir, byCommand := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "again")
	byFile := program(t, "", "{parameters}")
	var out string
	withPlots(func() { out = tuneIn(t, dir, byFile, "--generations", "3", "--concurrency", "1") })
	assert.Contains(t, out, "optimizer cmaes, 3 parameters, 4 genomes, 4 pairs each.")
	assert.Contains(t, out, called.Evolve("resume", dir, "--program", byFile)+" --generations 6")
	with := func(file string) string { return strings.ReplaceAll(byFile, "{parameters}", filepath.Join(dir, file)) }
	assert.Contains(t, out, called.Evolve("match", with("champion.json"), with("champions/00000.json"), "--pairs", "200"))
	assert.Regexp(t, `\n +corner +0 +-?\d+ +\d+ %`, out)
	tuneIn(t, byCommand, program(t, "", "{corner}"), "--set", "set_param {name} {value}", "--generations", "3",
		"--concurrency", "2")
	assert.Equal(t, filesOf(t, dir), filesOf(t, byCommand))

	var champion struct{ Parameters map[string]float64 }
	data, err := os.ReadFile(filepath.Join(dir, "champion.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &champion))
	assert.Len(t, champion.Parameters, 3)
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		assert.NotContains(t, string(data), asEngine, path)
		return err
	}))
	for name, drawn := range map[string]bool{"weights": true, "genes": true, "reference": true, "table": false,
		"shares": false} {
		_, err := os.Stat(filepath.Join(dir, "plots", name+".svg"))
		assert.Equal(t, drawn, err == nil, name)
	}
	assert.Contains(t, mustEvolve(t, "status", dir), "resume "+dir+" --program PROGRAM --generations 6")
	assert.Contains(t, mustEvolve(t, "status", dir, "--json"), `"next": "resume `+dir+` --program PROGRAM`)
	assert.Contains(t, mustEvolve(t, "check", dir), "is sound")
	mustEvolve(t, "plot", dir)
	page := mustEvolve(t, "report", dir, "-o", "-")
	assert.Contains(t, page, "All parameters of the champion.")
	assert.Contains(t, page, "evolve tune --program PROGRAM --config run.json --generations 3 --out again")
	require.NoError(t, os.Remove(filepath.Join(dir, "journal.jsonl")))
	mustEvolve(t, "repair", dir)
	assert.Contains(t, mustEvolve(t, "check", dir), "is sound")

	mustEvolve(t, "resume", dir, "--program", byFile, "--generations", "4", "--quiet")
	four := filepath.Join(t.TempDir(), "four")
	tuneIn(t, four, byFile, "--generations", "4")
	assert.Equal(t, filesOf(t, four), filesOf(t, dir))
	for _, c := range [][]string{
		{"tunes a program, and for safety no file stores its command: name the program, as in `", "resume", dir},
		{"a program is tuned on this machine only", "resume", dir, "--program", byFile, "--listen", ":0"},
		{"parameters of a program, not weights: only that program plays with them, such as gtp:cmd='PROGRAM FILE'\n",
			"match", dir, "random", "--pairs", "1"},
		{"parameters of a program, not weights: copy " + dir, "freeze", dir, "--generation", "3", "-o", "x.json"},
		{"has parameters of a program: `", "run", "--config", filepath.Join(dir, "run.json"), "--out", dir + "-run"},
	} {
		_, errs, code := evolveIn(t, "", c[1:]...)
		assert.Equal(t, cli.Wrong, code, c)
		assert.Contains(t, errs, c[0])
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
}

// A run of a program that is killed and resumed gives the same bytes as one that is not.
func TestKilledTuneGivesTheSameBytes(t *testing.T) {
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	engine, parameters := program(t, "", "{parameters}"), parametersFile(t)
	tuneIn(t, whole, engine, "--generations", "6")
	cmd := exec.Command(os.Args[0], append([]string{"tune", "--out", killed, "--program", engine, "--parameters",
		parameters, "--generations", "6"}, smallTune...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		journal, _ := os.ReadFile(filepath.Join(killed, "journal.jsonl")) // fails until the file exists
		return strings.Count(string(journal), "\n") >= 2
	}, 2*time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // killed
	mustEvolve(t, "resume", killed, "--program", engine, "--quiet")
	assert.Equal(t, filesOf(t, whole), filesOf(t, killed))
}

// A program that dies with some parameters loses these games, and one that is not repeatable is reported.
func TestTuneUnreliablePrograms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dies")
	tuneIn(t, dir, program(t, "dies", "{parameters}"), "--generations", "2")
	var champion struct{ Parameters map[string]float64 }
	data, err := os.ReadFile(filepath.Join(dir, "champion.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &champion))
	assert.GreaterOrEqual(t, champion.Parameters["corner"], 0.0)

	_, errs, code := evolveIn(t, "", append([]string{"tune", "--out", filepath.Join(t.TempDir(), "lots"), "--program",
		program(t, "lots", "{parameters}"), "--parameters", parametersFile(t), "--generations", "1", "--quiet"},
		smallTune...)...)
	assert.Equal(t, cli.Done, code, errs)
	assert.Contains(t, errs, `evolve: the program answers differently in the same position: after "`)
}

// pythonProgram returns the path of Python 3.10 or newer. It is started many times, so not by a script that chooses
// among versions, as python3 may be.
func pythonProgram(t *testing.T) string {
	path, err := exec.Command("python3", "-c", "import sys; (1).bit_count(); print(sys.executable)").Output()
	if err != nil {
		t.Skip("no python3 of version 3.10 or newer")
	}
	return strings.TrimSpace(string(path))
}

// The example plays legal games with the parameters that its file describes.
func TestTunePythonEngine(t *testing.T) {
	python := pythonProgram(t)
	const example = "../../../examples/pythonengine/"
	engine := "gtp:cmd=" + python + " " + example + "engine.py"
	dir := filepath.Join(t.TempDir(), "run")
	mustEvolve(t, "tune", "--out", dir, "--program", engine+" --weights {parameters}", "--parameters",
		example+"params.json", "--population", "4", "--pairs", "1", "--generations", "1", "--against", "random", "--quiet")
	out := mustEvolve(t, "match", engine+" --weights "+filepath.Join(dir, "champion.json"), engine+" --depth 2", "--pairs",
		"2", "--json")
	assert.Contains(t, out, `"forfeits": []`)
	source, err := os.ReadFile(example + "engine.py")
	require.NoError(t, err)
	config, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	var run struct{ Parameters []struct{ Name string } }
	require.NoError(t, json.Unmarshal(config, &run))
	assert.Len(t, run.Parameters, 10)
	for _, p := range run.Parameters {
		assert.Contains(t, string(source), `"`+p.Name+`": `)
	}
}

func TestTuneRefuses(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	require.NoError(t, os.WriteFile(wrong, []byte(`{"parameters": [{"name": "a", "least": 1}]}`), 0o666))
	parameters, engine := parametersFile(t), program(t, "", "{parameters}")
	for _, c := range [][]string{
		{"no program: give --program", "--parameters", parameters},
		{"no parameters: describe them in a file", "--program", engine},
		{wrong + `: parameter "a": "greatest" is missing: give its greatest`, "--program", engine, "--parameters", wrong},
		{"does not get its parameters: write {parameters}", "--program", program(t, "", ""), "--parameters", parameters},
		{`{cornr}: unknown parameter "cornr"`, "--program", program(t, "", "{cornr}"), "--parameters", parameters},
		{`want PROTOCOL:cmd=COMMAND, such as gtp:cmd=`, "--program", "./engine {parameters}", "--parameters", parameters},
		{`want a line with {name} and {value}`, "--program", engine, "--set", "set", "--parameters", parameters},
		{`the program does not play with the parameters' start values: the program died: exit status 5`,
			"--program", program(t, "", "{parameters}.gone"), "--parameters", parameters},
		{"no program \"no-such-program\" in PATH", "--program", "gtp:cmd=no-such-program {parameters}", "--parameters",
			parameters},
		{"player gtp:cmd=x: ", "--program", engine, "--parameters", parameters, "--against", "gtp:cmd=x"},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		_, errs, code := evolveIn(t, "", append([]string{"tune", "--out", dir}, c[1:]...)...)
		assert.Equal(t, cli.Wrong, code, c)
		assert.Contains(t, errs, c[0])
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
		assert.NoDirExists(t, dir)
	}
}

// A command plays games of any kind: here the larger corner wins, first or second. No player of Othello measures
// the champion, and a run that is stopped and resumed is the same as one that is not.
func TestTuneAnyGame(t *testing.T) {
	const match = `sh -c 'value() { sed -n "s/.*corner.: \(.*\)[.,].*/\1/p" "$1"; }
		a=$(value "$1") b=$(value "$2")
		if [ "$a" -gt "$b" ]; then echo 1; elif [ "$a" -eq "$b" ]; then echo 0.5; else echo 0; fi' -`
	parameters := filepath.Join(t.TempDir(), "params.json")
	require.NoError(t, os.WriteFile(parameters, []byte(`{"parameters": [{"name": "corner", "least": -100, "greatest": 100},
		{"name": "zero", "least": 0, "greatest": 1}]}`), 0o666))
	whole, resumed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "resumed")
	for dir, generations := range map[string]string{whole: "4", resumed: "2"} {
		mustEvolve(t, "tune", "--match", match+" {a} {b}", "--parameters", parameters, "--seed", "3", "--population", "6",
			"--pairs", "6", "--generations", generations, "--out", dir)
	}
	assert.Contains(t, mustEvolve(t, "status", resumed), "resume "+resumed+" --match COMMAND")
	mustEvolve(t, "resume", resumed, "--match", match+" {a} {b}", "--generations", "4", "--concurrency", "1")
	assert.Equal(t, filesOf(t, whole), filesOf(t, resumed))
	var champion struct{ Parameters map[string]float64 }
	data, err := os.ReadFile(filepath.Join(whole, "champion.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &champion))
	assert.Greater(t, champion.Parameters["corner"], 30.0)
	assert.Contains(t, mustEvolve(t, "check", whole), "is sound")
	assert.Contains(t, mustEvolve(t, "report", whole, "-o", "-"), "evolve tune --match COMMAND --config run.json")

	for _, c := range [][]string{
		{"tunes a program, and for safety no file stores its command: name the program, as in `", "resume", whole},
		{"--program and --match: give only one of them", "resume", whole, "--match", match, "--program", "gtp:cmd=cat"},
		{"give --match COMMAND", "resume", whole, "--program", "gtp:cmd=cat {corner}"},
		{"the command needs {a} and {b}", "resume", whole, "--match", match, "--generations", "5"},
		{`prints "": must be 1, 0.5 or 0`, "tune", "--match", "true {a} {b}", "--parameters", parameters},
		{"a --match command cannot play", "tune", "--match", match, "--parameters", parameters, "--against", "random"},
		{"opponents must be empty", "tune", "--match", match, "--parameters", parameters, "--opponent", "table"},
		{"--set sends parameters to a --program", "tune", "--match", match, "--set", "x", "--parameters", parameters},
	} {
		_, errs, code := evolveIn(t, "", c[1:]...)
		assert.Equal(t, cli.Wrong, code, c)
		assert.Contains(t, errs, c[0])
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
}

// The example of Nim plays with the parameters that its file describes.
func TestTuneNim(t *testing.T) {
	python := pythonProgram(t)
	const example = "../../../examples/nim/"
	dir := filepath.Join(t.TempDir(), "run")
	mustEvolve(t, "tune", "--match", python+" "+example+"nim.py {a} {b} {opening}", "--parameters", example+"params.json",
		"--seed", "1", "--population", "4", "--pairs", "1", "--generations", "1", "--out", dir, "--quiet")
	assert.FileExists(t, filepath.Join(dir, "champion.json"))
}
