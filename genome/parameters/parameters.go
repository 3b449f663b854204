// Package parameters describes the parameters of external programs that a run tunes: the file that lists them, and
// their values as genes.
package parameters

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/names"
)

// A Parameter is a parameter of a program, with decimals. Its gene and the numbers in genome.Parameter are whole
// numbers, in units of the last decimal.
type Parameter struct {
	genome.Parameter
	Decimals int // of its value: with 2, a gene of 25 is the value 0.25
}

// A List is the parameters of a program, in the order of the genes.
type List []Parameter

// The limits of a file of parameters.
const (
	maxParameters = 1000
	maxDecimals   = 6
	maxUnits      = 1e9 // largest value, in units of the last decimal
)

// defaultGroup is the group of parameters whose file names none.
const defaultGroup = "parameters"

var (
	parameterName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,63}$`)
	parameterGroup = regexp.MustCompile(`^[A-Za-z0-9_](?:[A-Za-z0-9_. -]{0,62}[A-Za-z0-9_])?$`)
	reservedNames  = []string{"parameters", "name", "value"} // their braces in a command mean something else
)

// Parse reads a file that describes the parameters of a program: {"parameters": [{"name", …}, …]}.
// Errors name the parameter, the field and the remedy.
func Parse(data []byte) (List, error) {
	var file struct {
		Schema     int  `json:"schema"`
		Parameters List `json:"parameters"`
	}
	var values struct{ Parameters map[string]float64 }
	if json.Unmarshal(data, &values) == nil && values.Parameters != nil {
		return nil, errors.New(`"parameters" holds values: must be a list that describes each parameter, such as ` +
			`[{"name": "corner", "least": -100, "greatest": 100}]`)
	}
	if err := files.DecodeJSON(data, 1, &file); err != nil {
		return nil, err
	}
	return file.Parameters, file.Parameters.Check()
}

// Check returns an error unless there are 1 to 1000 parameters and their names are different.
func (l List) Check() error {
	if len(l) == 0 || len(l) > maxParameters {
		return fmt.Errorf(`%d parameters: must be 1 to %d, under "parameters", such as `+
			`{"parameters": [{"name": "corner", "least": -100, "greatest": 100}]}`, len(l), maxParameters)
	}
	seen := map[string]bool{}
	for _, p := range l {
		if seen[p.Name] {
			return fmt.Errorf("parameter %q is listed twice: give each parameter its own name", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

// parameterFile is a parameter in a file. Numbers that are left out are nil.
type parameterFile struct {
	Name     string   `json:"name"`
	Group    string   `json:"group,omitempty"`
	Least    *float64 `json:"least"`
	Greatest *float64 `json:"greatest"`
	Start    *float64 `json:"start"`
	Scale    *float64 `json:"scale"`
	Decimals int      `json:"decimals,omitempty"`
}

// UnmarshalJSON reads the description of a parameter. Missing fields get their defaults.
func (p *Parameter) UnmarshalJSON(text []byte) error {
	var f parameterFile
	if err := files.DecodeStrict(text, &f); err != nil {
		return fmt.Errorf("parameter %q: %w; its fields are name, group, least, greatest, start, scale and decimals",
			f.Name, files.JSONInWords(err))
	}
	if err := f.check(); err != nil {
		return err
	}
	*p = Parameter{genome.Parameter{Name: f.Name, Group: f.Group}, f.Decimals}
	if p.Group == "" {
		p.Group = defaultGroup
	}
	for _, n := range []struct {
		field string
		value *float64
		into  *int32
	}{{"least", f.Least, &p.Least}, {"greatest", f.Greatest, &p.Greatest}, {"start", f.Start, &p.Start}} {
		if n.value == nil {
			continue
		}
		var err error
		if *n.into, err = p.units(*n.value); err != nil {
			return fmt.Errorf("parameter %q: %q is %w", p.Name, n.field, err)
		}
	}
	if p.Least >= p.Greatest {
		return fmt.Errorf(`parameter %q: "least" is %g and "greatest" is %g: the smaller must come first`, p.Name,
			*f.Least, *f.Greatest)
	}
	return p.setStart(&f)
}

// check returns an error if a name is not one, or a number that has no default is left out.
func (f *parameterFile) check() error {
	switch {
	case !parameterName.MatchString(f.Name):
		return fmt.Errorf(`parameter %q: "name" must be up to 64 letters, digits, "_", "." and "-", and begin with a letter`,
			f.Name)
	case slices.Contains(reservedNames, f.Name):
		return fmt.Errorf(`parameter %q: "name" must not be %q, which means something else in a command: choose another`,
			f.Name, f.Name)
	case f.Group != "" && !parameterGroup.MatchString(f.Group):
		return fmt.Errorf(`parameter %q: "group" is %q: must be up to 64 letters, digits, blanks, "_", "." and "-"`, f.Name,
			f.Group)
	case f.Decimals < 0 || f.Decimals > maxDecimals:
		return fmt.Errorf(`parameter %q: "decimals" is %d: must be 0 to %d`, f.Name, f.Decimals, maxDecimals)
	case f.Least == nil:
		return fmt.Errorf(`parameter %q: "least" is missing: give its least value, such as -100`, f.Name)
	case f.Greatest == nil:
		return fmt.Errorf(`parameter %q: "greatest" is missing: give its greatest value, such as 100`, f.Name)
	}
	return nil
}

// setStart sets start and scale: by default the value nearest to 0, and half of the range.
func (p *Parameter) setStart(f *parameterFile) error {
	half := (float64(p.Greatest) - float64(p.Least)) / 2
	if p.Scale = half; f.Scale != nil {
		const grid = 1000 // rounded, so that the scale that MarshalJSON writes is read as the same number
		p.Scale = math.Round(*f.Scale*p.unitsOfOne()*grid) / grid
		if !(p.Scale > 0 && p.Scale <= maxUnits) {
			return fmt.Errorf(`parameter %q: "scale" is %g: must be above 0, such as %g, half of the range`, p.Name, *f.Scale,
				half/p.unitsOfOne())
		}
	}
	if f.Start == nil {
		p.Start = min(max(0, p.Least), p.Greatest)
	}
	if p.Start < p.Least || p.Start > p.Greatest {
		return fmt.Errorf(`parameter %q: "start" is %g: must be %g to %g`, p.Name, *f.Start, *f.Least, *f.Greatest)
	}
	return nil
}

// MarshalJSON writes the description of a parameter, including defaults.
func (p Parameter) MarshalJSON() ([]byte, error) {
	least, greatest, start, scale := p.Value(p.Least), p.Value(p.Greatest), p.Value(p.Start), p.Scale/p.unitsOfOne()
	return json.Marshal(parameterFile{p.Name, p.Group, &least, &greatest, &start, &scale, p.Decimals})
}

// unitsOfOne returns 1 in units of the last decimal.
func (p *Parameter) unitsOfOne() float64 { return math.Pow10(p.Decimals) }

// Value returns the parameter's value for a gene.
func (p *Parameter) Value(gene int32) float64 { return float64(gene) / p.unitsOfOne() }

// text returns the value that a gene stands for as text.
func (p *Parameter) text(gene int32) string { return strconv.FormatFloat(p.Value(gene), 'f', -1, 64) }

// units returns the gene that stands for a value.
func (p *Parameter) units(value float64) (int32, error) {
	gene := math.Round(value * p.unitsOfOne())
	switch {
	case !(math.Abs(gene) <= maxUnits):
		return 0, fmt.Errorf("%g: must be within ±%g", value, maxUnits/p.unitsOfOne())
	case p.Value(int32(gene)) != value && p.Decimals == 0:
		return 0, fmt.Errorf(`%g: must be a whole number; for values such as 0.25 give "decimals": 2`, value)
	case p.Value(int32(gene)) != value:
		return 0, fmt.Errorf("%g: must have at most %d decimals", value, p.Decimals)
	}
	return int32(gene), nil
}

// Bounds returns the parameters in the form for genome.NewLayout, without decimals.
func (l List) Bounds() (all []genome.Parameter) {
	for _, p := range l {
		all = append(all, p.Parameter)
	}
	return all
}

// Values returns the values that a genome encodes, by name of the parameter.
func (l List) Values(g *genome.Genome) map[string]float64 {
	return l.values(func(k int) int32 { return g.Gene(k) })
}

// Starts returns the start values by name of the parameter.
func (l List) Starts() map[string]float64 { return l.values(func(k int) int32 { return l[k].Start }) }

func (l List) values(gene func(k int) int32) map[string]float64 {
	values := make(map[string]float64, len(l))
	for k, p := range l {
		values[p.Name] = p.Value(gene(k))
	}
	return values
}

// Genome returns the genome that encodes the values, which are given by name of the parameter. A missing, unknown or
// out-of-range value is an error.
func (l List) Genome(layout *genome.Layout, values map[string]float64) (*genome.Genome, error) {
	genes, known := make([]int32, len(l)), make([]string, len(l))
	for k, p := range l {
		known[k] = p.Name
		value, given := values[p.Name]
		if !given {
			return nil, fmt.Errorf("parameter %q has no value", p.Name)
		}
		var err error
		if genes[k], err = p.units(value); err != nil {
			return nil, fmt.Errorf("parameter %q is %w", p.Name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return nil, names.New("parameter", name, known)
		}
	}
	for k, p := range l {
		if genes[k] < p.Least || genes[k] > p.Greatest {
			return nil, fmt.Errorf("%s is %s, outside %s to %s", &p, p.text(genes[k]), p.text(p.Least), p.text(p.Greatest))
		}
	}
	return layout.FromGenes(genes)
}
