package evolution

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A Field is a setting of run.json.
type Field struct {
	Name    string // with dots, as gate.every
	Value   string // as JSON
	Range   string // range of a number, such as "1 to 1000"; "" if there is none
	Meaning string
}

// Fields returns the settings of a configuration, including those of its model, in the order of run.json.
func Fields(c *Config) (fields []Field) {
	walk("", reflect.ValueOf(c), func(f Field, _ reflect.Value) error {
		fields = append(fields, f)
		return nil
	})
	return fields
}

// checkRanges returns an error that names the first number outside of its range.
func checkRanges(c *Config) error {
	return walk("", reflect.ValueOf(c), func(f Field, v reflect.Value) error {
		var low, high, number float64
		if _, err := fmt.Sscanf(f.Range, "%g to %g", &low, &high); err != nil {
			return nil
		}
		switch {
		case v.CanInt():
			number = float64(v.Int())
		case v.CanUint():
			number = float64(v.Uint())
		default:
			number = v.Float()
		}
		if !(number >= low && number <= high) {
			return fmt.Errorf("%s is %v: must be %s", f.Name, v, f.Range)
		}
		return nil
	})
}

// walk visits the fields of a struct and of the structs inside it.
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
		case name == "" || name == "-":
		case described && inner.IsValid() && (inner.Kind() == reflect.Interface || inner.Kind() == reflect.Struct &&
			v.Field(i).Kind() != reflect.Pointer):
			err = walk(prefix+name+".", inner, visit)
		case described:
			value, _ := json.Marshal(v.Field(i).Interface())
			err = visit(Field{prefix + name, string(value), t.Tag.Get("range"), meaning}, v.Field(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
