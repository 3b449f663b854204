package cli

import (
	"reflect"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/settings"
)

// AddSetting adds the flag of a setting. Its help is the setting's meaning, and its default is the setting's
// value. A flag with a list of players or changes can be repeated; other lists are separated by commas.
func AddSetting(cmd *cobra.Command, s *settings.Field) {
	flags := cmd.Flags()
	plain := strings.NewReplacer(`"`, "", "null", "", "[", "", "]", "").Replace(s.Value)
	switch value := s.Default.(type) {
	case uint64:
		flags.Uint64(s.Flag, value, s.Meaning)
	case float64:
		flags.Float64(s.Flag, value, s.Meaning)
	case int:
		if !strings.Contains(s.Noun, ",") {
			flags.Int(s.Flag, value, s.Meaning)
			break
		}
		flags.IntSlice(s.Flag, []int{value}, s.Meaning)
	default:
		switch {
		case strings.Contains(s.Noun, ","):
			flags.IntSlice(s.Flag, nil, s.Meaning)
		case s.Noun == scorerList:
			flags.StringSlice(s.Flag, nil, s.Meaning)
		case s.Noun == "CHANGE" || reflect.TypeOf(s.Default).Kind() == reflect.Slice:
			flags.StringArray(s.Flag, nil, s.Meaning)
		default:
			flags.String(s.Flag, plain, s.Meaning)
		}
		flags.Lookup(s.Flag).DefValue = plain
	}
	annotate(cmd, noun, s.Noun, []string{s.Flag})
}

// SettingOf returns the value of a setting's flag.
func SettingOf(flags *pflag.FlagSet, s *settings.Field) (value any) {
	switch flag := flags.Lookup(s.Flag); flag.Value.Type() {
	case "int":
		value, _ = flags.GetInt(s.Flag)
	case "uint64":
		value, _ = flags.GetUint64(s.Flag)
	case "float64":
		value, _ = flags.GetFloat64(s.Flag)
	case "intSlice":
		value, _ = flags.GetIntSlice(s.Flag)
	case "stringSlice":
		value, _ = flags.GetStringSlice(s.Flag)
	case "stringArray":
		value, _ = flags.GetStringArray(s.Flag)
	default:
		value = flag.Value.String()
	}
	return value
}
