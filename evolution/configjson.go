package evolution

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"evothello/internal/files"
)

// ParseConfig reads a run.json. Learnt tables that it breeds from lie in one of the directories.
func ParseConfig(data []byte, dirs ...string) (Config, error) {
	c := Config{Common: Common{Rounds: 1}}
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return Config{}, err
	}
	if err := c.openTables(dirs); err != nil {
		return Config{}, err
	}
	return c, c.Validate()
}

// Marshal writes the configuration as run.json holds it.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// MarshalJSON writes the settings of the model after its name.
func (c *Config) MarshalJSON() ([]byte, error) {
	common := c.Common
	if common.Rounds == 1 {
		common.Rounds = 0 // left out
	}
	type named struct {
		Common
		Model string `json:"model"`
	}
	out, err := json.Marshal(named{common, c.Model.Name()})
	if err != nil {
		return nil, err
	}
	out = bytes.TrimSuffix(out, []byte("}"))
	for _, p := range c.Model.settings() {
		data, err := json.Marshal(p.into)
		if err != nil {
			return nil, err
		}
		out = fmt.Appendf(out, ",%q:%s", p.name, data)
	}
	rest, err := json.Marshal(c.Course)
	if err != nil {
		return nil, err
	}
	return append(append(out, ','), bytes.TrimPrefix(rest, []byte("{"))...), nil
}

// UnmarshalJSON reads the settings of the model that is named, and refuses those of
// others.
func (c *Config) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	var model struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(data, &model); err != nil {
		return err
	}
	if err := c.SetModel(model.Model); err != nil {
		return err
	}
	for _, p := range c.Model.settings() {
		field, given := fields[p.name]
		if !given {
			return fmt.Errorf("%s is missing: model %s needs it", p.name, model.Model)
		}
		if err := strictly(field, p.into); err != nil {
			return fmt.Errorf("%s: %w", p.name, files.JSONInWords(err))
		}
		delete(fields, p.name)
	}
	delete(fields, "model")
	for _, name := range Models() {
		for _, p := range models[name](c).settings() {
			if _, given := fields[p.name]; given {
				return fmt.Errorf("%s is of another model than %s: remove it", p.name, model.Model)
			}
		}
	}
	rest, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	err = strictly(rest, &struct {
		*Common
		*Course
	}{&c.Common, &c.Course})
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		// The file knows no such parts.
		wrong.Field = strings.TrimPrefix(strings.TrimPrefix(wrong.Field, "Common."), "Course.")
	}
	return err
}

// strictly refuses fields that are not known.
func strictly(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
