package files

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Checked is the head of a file that contains its own checksum. The file's type embeds it.
type Checked struct {
	Schema int    `json:"schema"`
	Sum    string `json:"sum"` // SHA-256 of the file with this field empty
}

func (c *Checked) head() *Checked { return c }

type checked interface{ head() *Checked }

// EncodeChecked sets the checksum and encodes v on one line: a checkpoint of a large population
// holds hundreds of thousands of numbers. It panics if v cannot be encoded.
func EncodeChecked(v checked) []byte {
	head := v.head()
	head.Sum = ""
	head.Sum = SHA256(line(v))
	return line(v)
}

// line encodes a value without indentation and with a newline at the end.
func line(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("files: " + err.Error())
	}
	return append(data, '\n')
}

// DecodeChecked decodes a file with the given schema. Another version or a wrong checksum is an error.
func DecodeChecked(data []byte, schema int, into checked) error {
	if err := DecodeJSON(data, schema, into); err != nil {
		return err
	}
	head := into.head()
	if head.Schema != schema {
		return fmt.Errorf(`"schema" is %d, want %d`, head.Schema, schema)
	}
	said := head.Sum
	if EncodeChecked(into); head.Sum != said {
		return errors.New("its content does not match its checksum")
	}
	return nil
}
