package loggerfile

import (
	"strconv"
	"strings"

	"plumbline/internal/platform/errs"
)

// nikon reads Nikon raw records V2.00: SS, F1 and F2 are observations with height of target, slope distance,
// horizontal and vertical angle and time of day; date and units are in CO records, the station in ST. Source: Nikon,
// DTM and NPL series instruction manual, "Raw record formats".
type nikon struct {
	lines   *lines
	cells   []string
	date    string // YYYY-MM-DD of the last CO record with a date
	station string
	toMeter float64
	gon     bool
}

var nikonColumns = []Column{
	{Name: "Point"},
	{Name: "Date"},
	{Name: "Time"},
	{Name: "Station"},
	{Name: "Record"},
	{Name: "Target height", Unit: "m"},
	{Name: "Slope distance", Unit: "m"},
	{Name: "HA", Unit: "°"},
	{Name: "VA", Unit: "°"},
	{Name: "Code"},
}

func newNikon(l *lines) *nikon { return &nikon{lines: l, toMeter: 1} }

func (n *nikon) next() (sourceRow, error) {
	for {
		line, err := n.lines.next()
		if err != nil {
			return sourceRow{}, err
		}
		cells := strings.Split(line, ",")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch cells[0] {
		case "CO":
			n.comment(line)
		case "ST":
			if len(cells) > 1 {
				n.station = cells[1]
			}
		case "SS", "F1", "F2":
			row := sourceRow{line: n.lines.number, text: line}
			if !n.observation(cells) {
				row.broken = errs.New(errs.FieldWrong, "reason", "Nikon")
			}
			row.cells = n.cells
			return row, nil
		}
	}
}

func (n *nikon) comment(line string) {
	if _, unit, ok := strings.Cut(line, "Dist Units:"); ok {
		n.toMeter = 1
		if unit = strings.ToUpper(strings.TrimSpace(unit)); strings.HasPrefix(unit, "F") || strings.HasPrefix(unit, "US") {
			n.toMeter = 0.3048
			if strings.Contains(unit, "US") {
				n.toMeter = 1200.0 / 3937
			}
		}
	}
	if _, unit, ok := strings.Cut(line, "Angle Units:"); ok {
		n.gon = strings.Contains(strings.ToUpper(unit), "GON")
	}
	format, _ := ParseTimeFormat("D-MMM-YYYY")
	for word := range strings.FieldsSeq(line) {
		if w, ok := format.parse(word); ok {
			n.date = strconv.Itoa(w.year) + "-" + two(w.month) + "-" + two(w.day)
		}
	}
}

func two(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }

func (n *nikon) observation(c []string) bool {
	if len(c) < 7 {
		return false
	}
	number := func(text string, scale float64) string {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || scale == 1 {
			return text
		}
		return strconv.FormatFloat(v*scale, 'g', -1, 64)
	}
	angle := func(text string) string {
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || v < 0:
			return text
		case n.gon:
			v *= 0.9
		default:
			v = sexagesimal(v)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	code := ""
	if len(c) > 7 {
		code = c[7]
	}
	n.cells = append(n.cells[:0], c[1], n.date, c[6], n.station, c[0], number(c[2], n.toMeter), number(c[3], n.toMeter), angle(c[4]), angle(c[5]), code)
	return true
}
