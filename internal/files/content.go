package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
)

// Decimals formats a number for our CSV files: with six decimals.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// SHA256 returns the SHA-256 of data in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// HashFile returns the SHA-256 of a file that a user names, of any size. Errors name the file.
func HashFile(path string) (string, error) {
	file, err := Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", inWords(path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Damaged is the error of a file with lost or wrong content.
type Damaged struct {
	Path string
	Err  error // the full message, including Path
	// Mend makes the file again, or does without it, and says what it did. It is nil if neither is possible.
	Mend func() (did string, err error)
}

// Error implements error.
func (d *Damaged) Error() string { return d.Err.Error() }

// Unwrap returns Err.
func (d *Damaged) Unwrap() error { return d.Err }

// Damagedf returns the Damaged file at path. The message begins with the path.
func Damagedf(path, format string, args ...any) *Damaged {
	return &Damaged{Path: path, Err: fmt.Errorf("%s "+format, append([]any{path}, args...)...)}
}

// CheckContent returns nil if a file has a content that follows from other files. Mend of a Damaged one writes it.
func CheckContent(path string, want []byte) *Damaged {
	var d *Damaged
	switch is, err := ReadInternal(path, MaxGames); {
	case IsMissing(err):
		d = Damagedf(path, "is missing")
	case err != nil:
		d = Damagedf(path, "is damaged: %w", err)
	case bytes.Equal(is, want):
		return nil
	default:
		d = Damagedf(path, "is damaged: its content does not follow from the other files")
	}
	d.Mend = func() (string, error) { return "is made again", Write(path, want) }
	return d
}

// Drop lets Mend remove the file. then says what that leads to.
func (d *Damaged) Drop(then string) *Damaged {
	d.Mend = func() (string, error) { return "is removed: " + then, Remove(d.Path) }
	return d
}
