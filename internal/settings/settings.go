// Package settings reads the tags of a configuration: `is` is the meaning of a field, `range` the numbers that it may
// have, as "1 to 1000", and `flag` the name of its flag and the placeholder of the flag's value, as "pairs PAIRS".
package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"evothello/internal/files"
)

// A Field describes one setting of a configuration.
type Field struct {
	Name    string // with dots, such as gate.every
	Value   string // current value as JSON
	Range   string // of a number or of each number in a list, such as "1 to 1000"; "" without a range
	Meaning string
	Flag    string // name of the flag that sets it, "" if it has none
	Noun    string // placeholder of the flag's value
	Default any    // current value as a Go value
}

// Fields returns the settings of a configuration in the order of its JSON. config is a pointer to a struct.
func Fields(config any) (fields []Field) {
	_ = walk("", reflect.ValueOf(config), func(f Field, _ reflect.Value) error {
		fields = append(fields, f)
		return nil
	})
	return fields
}

// Check returns nil, or an error with the first number that is outside its range.
func Check(config any) error {
	return walk("", reflect.ValueOf(config), func(f Field, v reflect.Value) error {
		var low, high float64
		if _, err := fmt.Sscanf(f.Range, "%g to %g", &low, &high); err != nil {
			return nil
		}
		numbers := []reflect.Value{v}
		if v.Kind() == reflect.Array || v.Kind() == reflect.Slice {
			numbers = nil
			for i := range v.Len() {
				numbers = append(numbers, v.Index(i))
			}
		}
		for _, v := range numbers {
			number := float(v)
			if !(number >= low && number <= high) || low >= 0 && math.Signbit(number) {
				return fmt.Errorf("%s is %v: must be %s", f.Name, v, f.Range)
			}
		}
		return nil
	})
}

// Set sets the setting with the given name; an unknown name changes nothing. value must encode as the setting's JSON.
func Set(config any, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return walk("", reflect.ValueOf(config), func(f Field, v reflect.Value) error {
		if f.Name != name {
			return nil
		}
		v.SetZero()
		if err := json.Unmarshal(data, v.Addr().Interface()); err != nil {
			return fmt.Errorf("%q%s", name, strings.TrimPrefix(files.JSONInWords(err).Error(), "the document"))
		}
		return nil
	})
}

// Copy copies the settings with the given names from one configuration to another of the same type.
func Copy(into, from any, names map[string]bool) {
	values := map[string]reflect.Value{}
	_ = walk("", reflect.ValueOf(from), func(f Field, v reflect.Value) error {
		values[f.Name] = v
		return nil
	})
	_ = walk("", reflect.ValueOf(into), func(f Field, v reflect.Value) error {
		if value, known := values[f.Name]; known && names[f.Name] {
			v.Set(value)
		}
		return nil
	})
}

// float returns the number in v.
func float(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// walk visits the fields of a structure, and of those inside it.
func walk(prefix string, v reflect.Value, visit func(Field, reflect.Value) error) error {
	v = reflect.Indirect(v)
	if v.Kind() == reflect.Interface {
		v = reflect.Indirect(v.Elem())
	}
	for i := range v.NumField() {
		t := v.Type().Field(i)
		name, _, _ := strings.Cut(t.Tag.Get("json"), ",")
		meaning, described := t.Tag.Lookup("is")
		var err error
		switch inner := reflect.Indirect(v.Field(i)); {
		case t.Anonymous:
			err = walk(prefix, v.Field(i), visit)
		case name == "" || name == "-" || !described:
		case hasFields(v.Field(i)):
			err = walk(prefix+name+".", inner, visit)
		default:
			value, _ := json.Marshal(v.Field(i).Interface())
			flag, noun, _ := strings.Cut(t.Tag.Get("flag"), " ")
			err = visit(Field{prefix + name, string(value), t.Tag.Get("range"), meaning, flag, noun, v.Field(i).Interface()},
				v.Field(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasFields reports whether a field is a structure whose own fields are settings: neither optional nor
// one value in JSON.
func hasFields(v reflect.Value) bool {
	return v.Kind() == reflect.Interface && !v.IsNil() || v.Kind() == reflect.Struct && !v.Type().Implements(marshaler)
}
