//go:build unix

package programs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommands(t *testing.T) {
	t.Setenv("LEVEL", "4")
	c, err := ParseCommand(`sh -c 'echo "$1"' x "a b" $LEVEL`, "")
	require.NoError(t, err)
	assert.Equal(t, []string{"-c", `echo "$1"`, "x", "a b", "4"}, c.args)

	path := script(t, "exit 0")
	c, err = ParseCommand("'"+path+"'", "")
	require.NoError(t, err)
	assert.Equal(t, path, c.path)

	c, err = ParseCommand(`echo "x${LEVEL}y" '<(x)' a\ b {} a{b $NOT_SET "$NOT_SET"`, "")
	require.NoError(t, err)
	assert.Equal(t, []string{"x4y", "<(x)", "a b", "{}", "a{b", ""}, c.args)

	for text, says := range map[string]string{
		"": "the command is empty",
		"nosuchprogram -x": `no program "nosuchprogram" in PATH: ` +
			"install it, or give its absolute path, such as /usr/games/nosuchprogram",
		"./nosuchprogram":                       "there is no program ./nosuchprogram",
		filepath.Dir(path):                      "cannot run " + filepath.Dir(path),
		"edax -gtp | tee x":                     "for pipes, redirections and the like write sh -c",
		"edax 'x":                               "without closing quote",
		"echo <(x)":                             "for pipes, redirections and the like write sh -c",
		"echo >(x)":                             "for pipes, redirections and the like write sh -c",
		"echo `x`":                              "syntax that needs a shell",
		"echo $((1/0))":                         "syntax that needs a shell",
		"echo ${HOME:-x}":                       "write $NAME or ${NAME}",
		"echo ${#HOME}":                         "write $NAME or ${NAME}",
		"echo $1":                               "write $NAME or ${NAME}",
		"echo {1..99999999}":                    "brace expansion such as {a,b} is not supported",
		"echo " + strings.Repeat("${x:-", 1500): "without matching",
		strings.Repeat("x", 8193):               "the command has 8193 bytes: must be at most 8192",
	} {
		_, err := ParseCommand(text, "")
		assert.ErrorContains(t, err, says, text)
	}
}

func TestRegistrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topleft.json")
	write := func(text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o666)) }
	write(`{"name": "TopLeft", "cmd": "py -3.7 ./topleft.py", "timeouttime": 0.5}`)
	r, err := LoadRegistration(path)
	require.NoError(t, err)
	assert.Equal(t, Registration{Name: "TopLeft", Cmd: "py -3.7 ./topleft.py", TimeoutTime: 0.5}, *r)
	assert.Equal(t, 500*time.Millisecond, r.Timeout())
	write(`{"cmd": "x"}`)
	r, err = LoadRegistration(path)
	require.NoError(t, err)
	assert.Equal(t, time.Minute, r.Timeout())
	for text, says := range map[string]string{
		``:                               "not a registration file",
		`{"name": "x"}`:                  `"cmd" is missing`,
		`{"cmd": "x", "timeouttime": 0}`: "must be seconds, above 0",
		`{"cmd": "x", "timeouttime": "1"}`: `not a registration file: "timeouttime" is a text, want a number; ` +
			`want {"name": `,
	} {
		write(text)
		_, err := LoadRegistration(path)
		assert.ErrorContains(t, err, path)
		assert.ErrorContains(t, err, says, text)
	}
}

// Every command line is parsed or refused, without a panic.
func FuzzParseCommand(f *testing.F) {
	for _, seed := range []string{
		"edax -gtp -l 4", `sh -c 'echo "$1"' x "a b" $LEVEL`, "echo <(x)", "echo >(x) | tee",
		"echo $(x) `y` $((1/0)) ${x:-y} ${!x} $1 $@", "echo {a,b}{1..9}", "~root/x ~ ~daemon",
		"a\\", "a\\\nb", "'", `"$'"`, "$'\\x00'", "@(a|b) *.c [a-z]", "x=1 y", "# comment", "a;b&c", "<<EOF", "\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCommand(text, "")
		if err == nil && (c.path == "" || c.String() != text) {
			t.Fatalf("%q was read as %+v", text, c)
		}
	})
}

// Paths of Windows have backslashes, which sh takes for escapes.
func TestBackslashesOfWindows(t *testing.T) {
	for text, escaped := range map[string]string{
		`C:\engines\edax.exe -n 1`:         `C:\\engines\\edax.exe -n 1`,
		`"C:\my engines\edax.exe" 'a\b' \`: `"C:\\my engines\\edax.exe" 'a\b' \\`,
		`'it"s' \x`:                        `'it"s' \\x`,
	} {
		assert.Equal(t, escaped, escapeBackslashes(text))
	}
}
