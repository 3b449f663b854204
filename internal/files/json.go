package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// An OtherProgram is the error of an undamaged file that only another program can use: another version of this one, or
// one with other scorers or parameters. Its text contains the remedy.
type OtherProgram struct{ Err error }

// Error implements error.
func (e OtherProgram) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e OtherProgram) Unwrap() error { return e.Err }

// Advise appends the remedy for a damaged file to its error. It returns an OtherProgram unchanged.
func Advise(err error, remedy string) error {
	if _, other := errors.AsType[OtherProgram](err); other {
		return err
	}
	return fmt.Errorf("%w; %s", err, remedy)
}

// DecodeJSON is DecodeStrict for files with a "schema". It also returns an error if the file's schema is newer than
// schema, or if its "sum" does not match (see EncodeSummed).
func DecodeJSON(data []byte, schema int, into any) error {
	var version struct {
		Schema int `json:"schema"`
	}
	err := json.Unmarshal(data, &version)
	if _, invalid := errors.AsType[*json.SyntaxError](err); invalid {
		return fmt.Errorf("not readable as JSON: %w", err)
	}
	if err != nil {
		return JSONInWords(err)
	}
	if version.Schema > schema {
		return OtherProgram{fmt.Errorf("schema %d is newer than this program, which reads up to %d: update the program",
			version.Schema, schema)}
	}
	_, own := into.(checked)
	if !own {
		if data, err = checkSum(data); err != nil {
			return err
		}
	}
	decode := DecodeStrict
	if own {
		decode = decodeKnown // DecodeChecked compares all bytes
	}
	if err := decode(data, into); err != nil {
		return JSONInWords(err)
	}
	return nil
}

// DecodeStrict decodes JSON. It returns an error for unknown fields, field names in another case, keys that are given
// twice, and text after the value. JSONInWords makes its errors readable.
func DecodeStrict(data []byte, into any) error {
	if err := decodeKnown(data, into); err != nil {
		return err
	}
	if err := CheckKeys(data); err != nil {
		return err
	}
	return exactNames(data, reflect.ValueOf(into))
}

func decodeKnown(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("something follows the closing brace")
	}
	return nil
}

// exactNames returns an error if a field of an object in JSON, which has been decoded into v, has a name that differs
// from the name in the Go type only by case: package encoding/json accepts such names.
func exactNames(data []byte, v reflect.Value) error {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	t := v.Type()
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		var object map[string]json.RawMessage
		json.Unmarshal(data, &object)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			at := fieldNamed(t, name)
			if at == nil {
				return fmt.Errorf("unknown field %q", name)
			}
			if err := exactNames(object[name], v.FieldByIndex(at)); err != nil {
				return err
			}
		}
	case reflect.Map:
		var object map[string]json.RawMessage
		json.Unmarshal(data, &object)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			value := v.MapIndex(reflect.ValueOf(name).Convert(t.Key()))
			if err := exactNames(object[name], value); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		switch t.Elem().Kind() {
		case reflect.Struct, reflect.Map, reflect.Pointer, reflect.Slice, reflect.Array:
			var elements []json.RawMessage
			json.Unmarshal(data, &elements)
			for i, e := range elements {
				if err := exactNames(e, v.Index(i)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// fieldNamed returns the index of the field with a name in JSON, nil if a struct has none.
func fieldNamed(t reflect.Type, name string) []int {
	for _, f := range reflect.VisibleFields(t) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name || tag == "" && f.Name == name {
			return f.Index
		}
	}
	return nil
}

// CheckSchema returns an error unless a file has the "schema" that this program reads.
func CheckSchema(got, want int) error {
	switch got {
	case want:
		return nil
	case 0:
		return fmt.Errorf(`"schema" is missing, want "schema": %d`, want)
	}
	return fmt.Errorf(`"schema" is %d, want %d`, got, want)
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
