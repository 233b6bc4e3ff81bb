package loggerfile

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol/nmea/sentence"
	"plumbline/internal/platform/errs"
)

// nmea reads logs of NMEA 0183 sentences: GGA, RMC and ZDA of one time of day form a row. Other sentences are skipped;
// one with a wrong checksum is refused. Source: NMEA 0183, sentences GGA, RMC, ZDA.
type nmea struct {
	lines   *lines
	held    epoch
	broken  []sourceRow
	ended   bool
	date    string // DDMMYYYY of the last RMC or ZDA
	clock   string // last returned time of day
	current []string
}

type epoch struct {
	line  int
	time  string
	date  string
	cells [nmeaWidth]string
	text  string
}

const nmeaWidth = 11

var nmeaColumns = []Column{
	{Name: "Date"},
	{Name: "Time"},
	{Name: "Latitude", Unit: "°"},
	{Name: "Longitude", Unit: "°"},
	{Name: "Height", Unit: "m"},
	{Name: "Geoid separation", Unit: "m"},
	{Name: "Quality"},
	{Name: "Satellites"},
	{Name: "HDOP"},
	{Name: "Speed", Unit: "kn"},
	{Name: "Course", Unit: "°"},
}

func (n *nmea) next() (sourceRow, error) {
	for {
		if len(n.broken) > 0 {
			row := n.broken[0]
			n.broken = n.broken[1:]
			return row, nil
		}
		if n.ended {
			return sourceRow{}, io.EOF
		}
		line, err := n.lines.next()
		if errors.Is(err, io.EOF) {
			n.ended = true
			if row, ok := n.give(); ok {
				return row, nil
			}
			continue
		}
		if err != nil {
			return sourceRow{}, err
		}
		if row, ok := n.sentence(line); ok {
			return row, nil
		}
	}
}

// sentence adds a sentence; it returns the previous epoch when a new one begins.
func (n *nmea) sentence(line string) (sourceRow, bool) {
	at := strings.IndexByte(line, '$')
	if at < 0 || len(line) < at+7 {
		return sourceRow{}, false
	}
	body, sum, has := strings.Cut(line[at+1:], "*")
	kind := body[2:min(5, len(body))]
	if kind != "GGA" && kind != "RMC" && kind != "ZDA" {
		return sourceRow{}, false
	}
	if has && !sentence.Checked(body, strings.TrimSpace(sum)) {
		n.broken = append(n.broken, sourceRow{line: n.lines.number, text: line, broken: errs.New(errs.FieldWrong, "reason", "checksum")})
		return sourceRow{}, false
	}
	c := strings.Split(body, ",")
	if len(c) < 5 || c[1] == "" {
		return sourceRow{}, false
	}
	var before sourceRow
	given := false
	if n.held.time != c[1] {
		before, given = n.give()
		n.held = epoch{line: n.lines.number, time: c[1], text: line}
	}
	n.parse(kind, c)
	return before, given
}

func (n *nmea) parse(kind string, c []string) {
	cell := func(i int) string {
		if i < len(c) {
			return c[i]
		}
		return ""
	}
	put := func(i int, text string) {
		if text != "" {
			n.held.cells[i] = text
		}
	}
	switch kind {
	case "GGA":
		put(2, degrees(cell(2), cell(3)))
		put(3, degrees(cell(4), cell(5)))
		put(4, cell(9))
		put(5, cell(11))
		put(6, cell(6))
		put(7, cell(7))
		put(8, cell(8))
	case "RMC":
		if d := cell(9); len(d) == 6 {
			year, err := strconv.Atoi(d[4:])
			if err == nil {
				n.held.date = d[:4] + strconv.Itoa(fullYear(year))
			}
		}
		if n.held.cells[2] == "" && cell(2) == "A" {
			put(2, degrees(cell(3), cell(4)))
			put(3, degrees(cell(5), cell(6)))
		}
		put(9, cell(7))
		put(10, cell(8))
	case "ZDA":
		if d := cell(2) + cell(3) + cell(4); len(d) == 8 {
			n.held.date = d
		}
	}
}

// give returns the collected epoch as a row.
func (n *nmea) give() (sourceRow, bool) {
	e := n.held
	n.held = epoch{}
	if e.time == "" {
		return sourceRow{}, false
	}
	switch {
	case e.date != "":
		n.date = e.date
	case n.clock != "" && e.time < n.clock: // past midnight, without a new date yet
		n.date = ""
	}
	n.clock = e.time
	e.cells[0], e.cells[1] = n.date, e.time
	n.current = append(n.current[:0], e.cells[:]...)
	return sourceRow{line: e.line, cells: n.current, text: e.text}, true
}

// degrees converts DDMM.MMMM and a hemisphere to the text of degrees.
func degrees(text, side string) string {
	v, ok := sentence.Degrees(text, side)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
