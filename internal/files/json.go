package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A VersionError is the error of a sound file of another version of this program. It says what to do.
type VersionError string

// Error implements error.
func (e VersionError) Error() string { return string(e) }

// DecodeJSON decodes a file of this program with a "schema". Newer versions than schema, unknown
// fields, text after the value, and a wrong "sum" as of EncodeSummed are errors.
func DecodeJSON(data []byte, schema int, into any) error {
	var version struct{ Schema int }
	if err := json.Unmarshal(data, &version); err != nil {
		return fmt.Errorf("not readable as JSON: %w", JSONInWords(err))
	}
	if version.Schema > schema {
		return VersionError(fmt.Sprintf("schema %d is newer than this program, which knows %d: update the program",
			version.Schema, schema))
	}
	if _, own := into.(checked); !own {
		var err error
		if data, err = checkSum(data); err != nil {
			return err
		}
	}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err := strict.Decode(into); err != nil {
		return JSONInWords(err)
	}
	if _, err := strict.Token(); err != io.EOF {
		return errors.New("something follows the closing brace")
	}
	return nil
}

// JSONInWords rewrites an error of package encoding/json without Go's types.
func JSONInWords(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "the document"
		if wrong.Field != "" {
			parts := slices.DeleteFunc(strings.Split(wrong.Field, "."), func(part string) bool {
				return part != "" && part == strings.ToUpper(part[:1])+part[1:] // an embedded Go type
			})
			what = fmt.Sprintf("%q", strings.Join(parts, "."))
		}
		return fmt.Errorf("%s must not be of type %s", what, wrong.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// EncodeJSON encodes a value with indentation and a newline at the end. It panics if the value cannot be
// encoded.
func EncodeJSON(v any) []byte {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("files: " + err.Error())
	}
	return append(data, '\n')
}
