package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
)

// CheckedLine is the checksum of a line of JSON. The type of the line embeds it.
type CheckedLine struct {
	Sum string `json:"sum"` // CRC-32 of the line with this field empty
}

func (c *CheckedLine) line() *CheckedLine { return c }

type checkedLine interface{ line() *CheckedLine }

// EncodeLine sets the checksum and encodes v as a line of a journal, including the line end.
func EncodeLine(v checkedLine) []byte {
	marshal := func() []byte {
		data, err := json.Marshal(v)
		if err != nil {
			panic("files: " + err.Error()) // lines are plain data, which always marshal
		}
		return data
	}
	v.line().Sum = ""
	v.line().Sum = fmt.Sprintf("%08x", crc32.ChecksumIEEE(marshal()))
	return append(marshal(), '\n')
}

// DecodeLine decodes a line of a journal. It returns an error if the line differs from EncodeLine's output.
func DecodeLine(text []byte, into checkedLine) error {
	if json.Unmarshal(text, into) != nil || !bytes.Equal(EncodeLine(into), text) {
		return errors.New("the line is damaged")
	}
	return nil
}

// CheckLines returns the lines of a journal for which visit returns no error. damaged is nil if visit accepts all
// lines; otherwise its Mend removes the other lines. then describes the consequence, for messages.
func (d *Dir) CheckLines(name, then string,
	visit func(number int, text []byte) error) (sound []byte, damaged *Damaged) {
	var first error
	_, err := d.ReadLines(name, func(number int, text []byte) error {
		if err := visit(number, text); err == nil {
			sound = append(sound, text...)
		} else if first == nil {
			first = fmt.Errorf("%s:%d: %w", d.Path(name), number, err)
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, d.Damagedf(name, "cannot be read: %w", err)
	case first == nil:
		return sound, nil
	}
	damaged = d.Damage(name, first)
	damaged.Mend = func() (string, error) { return "has lost its damaged lines: " + then, d.Write(name, sound) }
	return sound, damaged
}

// ReadLines calls visit for each line of a journal, except an incomplete last one. It returns the total length of these
// lines in bytes. A missing journal has no lines. visit gets the line's number, from 1. ReadLines stops at an error of
// visit and adds the file's name and the line's number to it.
func (d *Dir) ReadLines(name string, visit func(number int, text []byte) error) (length int64, err error) {
	data, err := d.Read(name, MaxJournal)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	number := 0
	for text := range bytes.Lines(data) {
		number++
		if err := visit(number, text); err != nil {
			return 0, fmt.Errorf("%s:%d: %w", d.Path(name), number, err)
		}
	}
	return int64(len(data)), nil
}
