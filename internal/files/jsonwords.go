package files

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// UnmarshalJSON is json.Unmarshal for files of other programs. It applies JSONInWords to errors, and returns an error
// for a key that is given twice.
func UnmarshalJSON(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return JSONInWords(err)
	}
	return CheckKeys(data)
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
		return fmt.Errorf("%s is %s, want %s", what, given(wrong), wanted(wrong))
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: "); unknown {
		return errors.New(name)
	}
	return err
}

// given describes the value in JSON that has another type than the wanted one.
func given(wrong *json.UnmarshalTypeError) string {
	switch wrong.Value {
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "number":
		return "a number"
	}
	return strings.TrimPrefix(wrong.Value, "number ")
}

// wanted describes the values in JSON of the wanted type.
func wanted(wrong *json.UnmarshalTypeError) string {
	number, isNumber := strings.CutPrefix(wrong.Value, "number ") // too large, or a fraction
	switch kind := wrong.Type.Kind(); {
	case kind == reflect.String, reflect.PointerTo(wrong.Type).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return "a text in quotes"
	case kind == reflect.Bool:
		return "true or false"
	case isNumber && (strings.Trim(number, "0123456789") == "" || kind >= reflect.Float32):
		return "a smaller number"
	case kind <= reflect.Int64:
		return "a whole number in digits"
	case kind <= reflect.Uintptr:
		return "a whole number in digits, 0 or more"
	case kind <= reflect.Float64:
		return "a number"
	case kind == reflect.Slice, kind == reflect.Array:
		return "a list in brackets"
	}
	return "an object in braces"
}

// CheckKeys returns an error if an object in JSON has a key twice. Package encoding/json would use the last one.
// CheckKeys returns nil for text that is not valid JSON, because encoding/json refuses it.
func CheckKeys(data []byte) error {
	if !json.Valid(data) {
		return nil
	}
	var objects []map[string]bool // that are open, with their keys; nil for lists
	isKey := false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{':
			objects, isKey = append(objects, map[string]bool{}), true
		case '[':
			objects, isKey = append(objects, nil), false
		case '}', ']':
			objects = objects[:len(objects)-1]
		case ',':
			isKey = objects[len(objects)-1] != nil
		case '"':
			end := i + 1
			for ; data[end] != '"'; end++ {
				if data[end] == '\\' {
					end++
				}
			}
			text := data[i : end+1]
			i = end
			if !isKey {
				continue
			}
			isKey = false
			var key string
			_ = json.Unmarshal(text, &key) // the JSON is valid
			keys := objects[len(objects)-1]
			if keys[key] {
				return fmt.Errorf("%q is given twice: leave one out", key)
			}
			keys[key] = true
		}
	}
	return nil
}
