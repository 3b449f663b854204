package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Checked is the first fields of a file that contains its own checksum. The type of the file's content embeds it.
type Checked struct {
	Schema int    `json:"schema"`
	Sum    string `json:"sum"` // SHA-256 of the file with this field empty
}

func (c *Checked) head() *Checked { return c }

type checked interface{ head() *Checked }

// EncodeChecked sets the checksum and encodes v as JSON on one line, because a checkpoint of a large population holds
// hundreds of thousands of numbers. It panics if v cannot be encoded.
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

// DecodeChecked decodes a file with the given schema. It returns an error for another schema, for a wrong checksum, and
// for data that differ from the output of EncodeChecked.
func DecodeChecked(data []byte, schema int, into checked) error {
	if err := DecodeJSON(data, schema, into); err != nil {
		return err
	}
	head := into.head()
	if err := CheckSchema(head.Schema, schema); err != nil {
		return err
	}
	said := head.Sum
	written := EncodeChecked(into)
	switch {
	case head.Sum != said:
		return errors.New("its content does not match its checksum")
	case !bytes.Equal(written, data):
		return errors.New("its checksum is right, but its text is not as this program writes it")
	}
	return nil
}

// EncodeSummed is EncodeJSON with an additional last field "sum": the SHA-256 of all other fields, which DecodeJSON
// checks. v must be a struct or map. Files that are written by hand may lack the field.
func EncodeSummed(v any) []byte { return AddSum(EncodeJSON(v)) }

// AddSum adds the field "sum" of EncodeSummed to a JSON object.
func AddSum(object []byte) []byte {
	_, sum, _, err := splitSum(object)
	if err != nil {
		panic("files: " + err.Error()) // it was encoded a moment ago
	}
	end := bytes.LastIndexByte(object, '}')
	return fmt.Appendf(bytes.TrimSpace(object[:end:end]), ",\n %q: %q\n}\n", "sum", sum)
}

// ErrSum is the error of a file whose field "sum" does not match its other fields.
var ErrSum = errors.New(`its content does not match its checksum; if you changed it by hand, remove its last field, "sum", and the comma before it`)

// checkSum returns an object in JSON without its field "sum", if it has one. The error is ErrSum if it is wrong.
func checkSum(object []byte) ([]byte, error) {
	said, sum, rest, err := splitSum(object)
	switch {
	case err != nil || said == nil:
		return object, nil // the caller returns a better error
	case said != sum:
		return nil, ErrSum
	}
	return rest, nil
}

// splitSum returns the field "sum" of an object in JSON, what it should be, and the object without it. Layout and
// order of the fields make no difference.
func splitSum(object []byte) (said any, sum string, rest []byte, err error) {
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber() // numbers stay as they are written
	if err := decoder.Decode(&fields); err != nil {
		return nil, "", nil, err
	}
	said = fields["sum"]
	delete(fields, "sum")
	rest, err = json.Marshal(fields)
	return said, SHA256(rest), rest, err
}
