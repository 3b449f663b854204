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

// An OtherProgram is the error of a sound file that another program can use: another version of this one, or one that
// has other scorers or parameters. Its text says what to do.
type OtherProgram struct{ Err error }

// Error implements error.
func (e OtherProgram) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e OtherProgram) Unwrap() error { return e.Err }

// Advise appends the remedy for a damaged file to its error. An OtherProgram stays as it is.
func Advise(err error, remedy string) error {
	if _, other := errors.AsType[OtherProgram](err); other {
		return err
	}
	return fmt.Errorf("%w; %s", err, remedy)
}

// DecodeJSON decodes a file of this program with a "schema", like DecodeStrict. Newer versions than schema
// and a wrong "sum" as of EncodeSummed are errors, too.
func DecodeJSON(data []byte, schema int, into any) error {
	var version struct{ Schema int }
	if err := json.Unmarshal(data, &version); err != nil {
		return fmt.Errorf("not readable as JSON: %w", JSONInWords(err))
	}
	if version.Schema > schema {
		return OtherProgram{fmt.Errorf("schema %d is newer than this program, which knows %d: update the program",
			version.Schema, schema)}
	}
	_, own := into.(checked)
	if !own {
		var err error
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

// DecodeStrict decodes JSON. Unknown fields, also known ones in other capital letters, and text after the value are
// errors. JSONInWords makes them readable.
func DecodeStrict(data []byte, into any) error {
	if err := decodeKnown(data, into); err != nil {
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
// from that of the Go type in capital letters only: package encoding/json takes them for the same.
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
