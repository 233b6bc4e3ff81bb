package loggerfile

import (
	"math"
	"strconv"
	"strings"

	"plumbline/internal/platform/errs"
)

// gsi reads Leica GSI-8 and GSI-16: a line is a block of words of 16 or 24 characters, "81..10+00119197" = word index,
// 4 characters of information (the last is the unit), sign, 8 or 16 digits. A block of GSI-16 begins with *. Source:
// Leica Geosystems, GSI ONLINE for TPS and DNA, "GSI data structure".
type gsi struct {
	lines *lines
	cells []string
}

// gsiWords are the columns of a block, by word index.
var gsiWords = []struct{ index, name, unit string }{
	{"11", "Point", ""},
	{"19", "Date and time", ""},
	{"21", "Hz", "°"},
	{"22", "V", "°"},
	{"31", "Slope distance", "m"},
	{"32", "Horizontal distance", "m"},
	{"33", "Height difference", "m"},
	{"81", "Easting", "m"},
	{"82", "Northing", "m"},
	{"83", "Height", "m"},
	{"84", "Station easting", "m"},
	{"85", "Station northing", "m"},
	{"86", "Station height", "m"},
	{"87", "Reflector height", "m"},
	{"88", "Instrument height", "m"},
	{"41", "Code", ""},
}

func gsiColumns() []Column {
	list := make([]Column, len(gsiWords))
	for i, w := range gsiWords {
		list[i] = Column{Name: w.name, Unit: w.unit}
	}
	return list
}

func (g *gsi) next() (sourceRow, error) {
	for {
		line, err := g.lines.next()
		if err != nil {
			return sourceRow{}, err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		row := sourceRow{line: g.lines.number, text: line}
		g.cells = append(g.cells[:0], make([]string, len(gsiWords))...)
		if !gsiBlock(line, g.cells) {
			row.broken = errs.New(errs.FieldWrong, "reason", "GSI")
		}
		row.cells = g.cells
		return row, nil
	}
}

// gsiBlock reads the words of a line into cells.
func gsiBlock(line string, cells []string) bool {
	data := 8
	if strings.HasPrefix(line, "*") {
		line, data = line[1:], 16
	}
	words := 0
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " ") {
		if len(line) < 7+data {
			return false
		}
		word := line[:7+data]
		line = line[7+data:]
		if line != "" && line[0] != ' ' || word[6] != '+' && word[6] != '-' {
			return false
		}
		words++
		for i := range gsiWords {
			if gsiWords[i].index == word[:2] {
				text, ok := gsiValue(gsiWords[i].index, word)
				if !ok {
					return false
				}
				cells[i] = text
			}
		}
	}
	return words > 0
}

func gsiValue(index, word string) (string, bool) {
	digits := strings.TrimSpace(word[7:])
	switch index {
	case "11", "41", "19":
		if text := strings.TrimLeft(digits, "0"); text != "" {
			return text, true
		}
		return "0", true
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return "", strings.Trim(digits, ".") == "" // no value
	}
	v := float64(n)
	switch word[5] {
	case '0':
		v /= 1e3
	case '1':
		v = v / 1e3 * 0.3048
	case '2':
		v = v / 1e5 * 0.9
	case '3':
		v /= 1e5
	case '4':
		v = sexagesimal(v / 1e5)
	case '5':
		v = v / 1e4 * 360 / 6400
	case '6':
		v /= 1e4
	case '7':
		v = v / 1e4 * 0.3048
	case '8':
		v /= 1e5
	default:
		return "", false
	}
	if word[6] == '-' {
		v = -v
	}
	return strconv.FormatFloat(v, 'g', -1, 64), true
}

// sexagesimal converts DDD.MMSSs to degrees.
func sexagesimal(v float64) float64 {
	tenths := math.Round(v * 1e6) // of a hundredth of a second: binary fractions must not lose a minute
	degrees := math.Floor(tenths / 1e6)
	rest := tenths - degrees*1e6
	minutes := math.Floor(rest / 1e4)
	return degrees + minutes/60 + (rest-minutes*1e4)/1e2/3600
}
