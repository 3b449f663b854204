package players

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// An option is a key that a spec may set.
type option struct {
	key      string
	required string // what the error asks for if the spec does not set it; "" if it need not
	set      func(value string) error
}

// optionsOf returns the options of a kind by the tags of its fields, in their order.
func optionsOf(k Kind) []option { return fieldOptions(reflect.ValueOf(k).Elem()) }

func fieldOptions(v reflect.Value) (all []option) {
	for i := range v.NumField() {
		field, t := v.Field(i), v.Type().Field(i)
		if other := t.Tag.Get("with"); other != "" && v.FieldByName(other).IsZero() {
			continue
		}
		key, keyed := t.Tag.Lookup("key")
		switch {
		case keyed:
			set := func(value string) error { return setField(field, t.Tag, value) }
			all = append(all, option{key, t.Tag.Get("required"), set})
		case t.Anonymous && t.Type.Kind() == reflect.Struct:
			all = append(all, fieldOptions(field)...)
		case t.IsExported():
			if several, has := field.Addr().Interface().(interface{ options() []option }); has {
				all = append(all, several.options()...)
			}
		}
	}
	return all
}

// setField sets a field to the value that a text stands for.
func setField(field reflect.Value, tag reflect.StructTag, text string) error {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	want, low, high := tag.Get("want"), 0, 1<<62
	if limits, limited := tag.Lookup("range"); limited {
		want = "a whole number from " + limits
		_, _ = fmt.Sscanf(limits, "%d to %d", &low, &high) // a test reads all ranges
	}
	err := errors.New("want " + want)
	if text == "" && want != "" {
		return err
	}
	switch into := field.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return into.UnmarshalText([]byte(text))
	case *string:
		*into = text
		return nil
	case *time.Duration:
		var wrong error
		if *into, wrong = time.ParseDuration(text); wrong == nil && *into > 0 {
			return nil
		}
	case *int:
		var wrong error
		if *into, wrong = strconv.Atoi(text); wrong == nil && *into >= low && *into <= high {
			return nil
		}
	case *uint64:
		var wrong error
		_, limited := tag.Lookup("range")
		*into, wrong = strconv.ParseUint(text, 10, 64)
		if wrong == nil && (!limited || *into >= uint64(low) && *into <= uint64(high)) {
			return nil
		}
	default:
		panic(fmt.Sprintf("players: a field of type %T has a key", into))
	}
	return err
}

// A File is the file of a player. It is read once: copies share what it holds.
type File[T any] struct {
	Path    string // "" if the spec names none
	content *content[T]
}

type content[T any] struct {
	once  sync.Once
	load  func() (T, error) // nil to read the file
	value T
	err   error
}

// UnmarshalText sets the path.
func (f *File[T]) UnmarshalText(path []byte) error {
	if len(path) == 0 {
		return errors.New("want a file's path")
	}
	f.Path, f.content = string(path), new(content[T])
	return nil
}

// Read returns what the file holds. The first call reads it. There must be a path.
func (f *File[T]) Read(read func(path string) (T, error)) (T, error) {
	c := f.content
	c.once.Do(func() {
		if c.load != nil {
			c.value, c.err = c.load()
		} else {
			c.value, c.err = read(f.Path)
		}
		c.load = nil
	})
	return c.value, c.err
}
