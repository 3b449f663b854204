package files

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Decimals formats a number for our CSV files: with six decimals.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// SHA256 returns the SHA-256 of data in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Damaged is the error of a file with lost or wrong content.
type Damaged struct {
	Path string
	Err  error // the full message, including Path
}

// Error implements error.
func (d *Damaged) Error() string { return d.Err.Error() }

// Unwrap returns Err.
func (d *Damaged) Unwrap() error { return d.Err }
