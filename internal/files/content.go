package files

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Decimals writes a number as our CSV files have it: with six decimals.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// SHA256 is the SHA-256 of data in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Damaged is the error of a file whose content is lost or wrong.
type Damaged struct {
	Path string
	Err  error // says all that there is to say, Path too
}

// Error implements error.
func (d *Damaged) Error() string { return d.Err.Error() }

// Unwrap returns Err.
func (d *Damaged) Unwrap() error { return d.Err }
