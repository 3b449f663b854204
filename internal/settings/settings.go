// Package settings reads what the tags of a configuration say: `is` is the meaning of a field, and
// `range` the numbers that it may have, as "1 to 1000".
package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// A Field is a setting of a configuration.
type Field struct {
	Name    string // with dots, as gate.every
	Value   string // as JSON
	Range   string // of a number or of each number in a list, as "1 to 1000"; "" if it has none of its own
	Meaning string
}

// Fields lists the settings of a configuration, a pointer to a structure, in the order of its JSON.
func Fields(config any) (fields []Field) {
	_ = walk("", reflect.ValueOf(config), func(f Field, _ reflect.Value) error {
		fields = append(fields, f)
		return nil
	})
	return fields
}

// Check returns an error that names the first number beyond its range.
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
			err = visit(Field{prefix + name, string(value), t.Tag.Get("range"), meaning}, v.Field(i))
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
