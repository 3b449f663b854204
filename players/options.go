package players

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// An option is a key that a spec may set.
type option struct {
	key      string
	required string // error if the spec does not set it; "" if it is optional
	small    bool   // for boards up to 8×8 only
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
			all = append(all, option{key, t.Tag.Get("required"), t.Tag.Get("board") == "small", set})
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
	want, low, high := tag.Get("want"), int64(math.MinInt64), int64(math.MaxInt64)
	if limits, limited := tag.Lookup("range"); limited {
		want = "a whole number from " + limits
		_, _ = fmt.Sscanf(limits, "%d to %d", &low, &high) // a test reads all ranges
	}
	if text == "" && want != "" {
		return errors.New("want " + want)
	}
	var err error
	number := low // of the value, to compare it with the range
	switch into := field.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return into.UnmarshalText([]byte(text))
	case *string:
		*into = text
	case *time.Duration:
		*into, err = time.ParseDuration(text)
		number, low = int64(*into), 1
	case *int:
		*into, err = strconv.Atoi(text)
		number = int64(*into)
	case *uint64:
		*into, err = strconv.ParseUint(text, 10, 64)
		number = int64(min(*into, math.MaxInt64))
	default:
		panic(fmt.Sprintf("players: a field of type %T has a key", into))
	}
	if err != nil || number < low || number > high {
		return errors.New("want " + want)
	}
	return nil
}

// A File is a setting of a spec: the path of a file, whose content is read once. Copies share the content.
type File[T any] struct {
	Path    string // "" if the spec gives none
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

// Read returns the content of the file. The first call reads it. Path must not be "".
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
