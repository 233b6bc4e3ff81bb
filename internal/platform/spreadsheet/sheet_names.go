package spreadsheet

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// mostName is the length of a sheet's name in UTF-16 code units.
const mostName = 31

// sheetNames are the names of the sheets of a workbook with their numbers, from 1. Their case makes no difference.
type sheetNames map[string]numbered

type numbered struct {
	number int
	name   string
}

// add adds a sheet and returns its number. Its name is without the characters that the format forbids, and differs from the others
// by a number if it has to.
func (s sheetNames) add(name string) int {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) || r < ' ' {
			return '_'
		}
		return r
	}, name), "' ")
	if name == "" || strings.EqualFold(name, "history") {
		name += "_"
	}
	unique := shortened(name, "")
	for n := 2; s[strings.ToLower(unique)].number != 0; n++ {
		unique = shortened(name, fmt.Sprintf(" (%d)", n))
	}
	number := len(s) + 1
	s[strings.ToLower(unique)] = numbered{number, unique}
	return number
}

func (s sheetNames) list() []string {
	list := make([]string, len(s))
	for _, n := range s {
		list[n.number-1] = n.name
	}
	return list
}

// shortened cuts a name so that it fits with what follows it.
func shortened(name, rest string) string {
	units := utf16.Encode([]rune(name))
	if most := mostName - len(rest); len(units) > most {
		units = units[:most]
		if utf16.IsSurrogate(rune(units[most-1])) && units[most-1] < 0xDC00 {
			units = units[:most-1] // half a character
		}
	}
	return strings.TrimRight(string(utf16.Decode(units)), "' ") + rest
}
