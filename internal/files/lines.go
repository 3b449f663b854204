package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
)

// CheckedLine is the part of a line of JSON that carries its checksum. The line's type embeds it.
type CheckedLine struct {
	Sum string `json:"sum"` // CRC-32 of the line with this field empty
}

func (c *CheckedLine) line() *CheckedLine { return c }

type checkedLine interface{ line() *CheckedLine }

// EncodeLine fills in the checksum and writes v as a line of a journal, with its end.
func EncodeLine(v checkedLine) []byte {
	marshal := func() []byte {
		data, err := json.Marshal(v)
		if err != nil {
			panic("files: " + err.Error()) // our lines are plain data
		}
		return data
	}
	v.line().Sum = ""
	v.line().Sum = fmt.Sprintf("%08x", crc32.ChecksumIEEE(marshal()))
	return append(marshal(), '\n')
}

// DecodeLine reads a line. One that is not just as EncodeLine writes it is an error.
func DecodeLine(text []byte, into checkedLine) error {
	if json.Unmarshal(text, into) != nil || !bytes.Equal(EncodeLine(into), text) {
		return errors.New("the line is damaged")
	}
	return nil
}

// ReadLines visits the lines of a journal, without a last one that was cut short, and returns
// their length in bytes. A journal that is not there has none. The errors of visit, which gets
// the number of the line from 1, are returned with the file's name and that number.
func ReadLines(path string, visit func(number int, text []byte) error) (length int64, err error) {
	data, err := ReadKept(path, MaxJournal)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	number := 0
	for text := range bytes.Lines(data) {
		number++
		if err := visit(number, text); err != nil {
			return 0, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return int64(len(data)), nil
}
