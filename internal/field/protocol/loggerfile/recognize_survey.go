package loggerfile

import (
	"regexp"
	"slices"
	"strings"
)

// recognizePBOCsv recognizes csv of PBO position time series: header lines with dates, then Date, North, East,
// Vertical and their deviations.
func recognizePBOCsv(b *Beginning) (Found, bool) {
	at := b.pboHeader("Date,")
	if at < 0 {
		return Found{}, false
	}
	return Found{
		Layout:  Layout{Separator: Comma, HeaderLines: at + 1, Zone: "UTC", Time: []TimeColumn{{0, RoleDate, "YYYY-MM-DD"}}},
		Columns: named(newSplitter(Comma, nil).split(b.Lines[at])),
		About:   b.about(at, ",", "Reference Frame", "4-character ID", "Station name", "Reference position"),
	}, true
}

// recognizePBOPos recognizes the .pos of PBO: the line *YYYYMMDD HHMMSS names the columns.
func recognizePBOPos(b *Beginning) (Found, bool) {
	at := b.pboHeader("*YYYYMMDD")
	if at < 0 {
		return Found{}, false
	}
	return Found{
		Layout:  Layout{Separator: Blanks, HeaderLines: at + 1, Zone: "UTC", Time: []TimeColumn{{0, RoleDate, "YYYYMMDD"}, {1, RoleTimeOfDay, "HHmmss"}}},
		Columns: named(strings.Fields(b.Lines[at][1:])),
		About:   b.about(at, ":", "Reference Frame", "4-character ID", "Station name", "XYZ Reference position", "NEU Reference position"),
	}, true
}

// pboHeader returns the index of the line that names the columns of a PBO time series, or -1.
func (b *Beginning) pboHeader(start string) int {
	if !strings.HasPrefix(b.first(), "PBO Station Position Time Series") {
		return -1
	}
	return slices.IndexFunc(b.Lines, func(line string) bool { return strings.HasPrefix(line, start) })
}

// about returns the named entries of the first lines.
func (b *Beginning) about(lines int, sign string, names ...string) []About {
	var list []About
	for _, line := range b.Lines[:lines] {
		name, value, ok := strings.Cut(line, sign)
		if name = strings.TrimSpace(name); ok && slices.Contains(names, name) {
			list = append(list, About{strings.ToLower(name), strings.TrimSpace(value)})
		}
	}
	return list
}

// recognizeTenv3 recognizes tenv3 of the Nevada Geodetic Laboratory; the time is the modified Julian day. East, north
// and up are an integer and a fractional part.
func recognizeTenv3(b *Beginning) (Found, bool) {
	if !strings.HasPrefix(b.first(), "site YYMMMDD") {
		return Found{}, false
	}
	names := strings.Fields(b.first())
	columns := make([]Column, len(names))
	for i, name := range names {
		c := named([]string{strings.Trim(name, "_")})[0]
		columns[i] = Column{Name: strings.Trim(c.Name, "_"), Unit: strings.Trim(c.Unit, "_")}
	}
	return Found{
		Layout:  Layout{Separator: Blanks, HeaderLines: 1, Zone: "UTC", Time: []TimeColumn{{3, RoleMJD, ""}}},
		Columns: columns,
	}, len(names) >= 20
}

var tenvLine = regexp.MustCompile(`^[A-Z0-9]{4} \d\d[A-Z]{3}\d\d +\d{4}\.\d{3,4} +\d{5} +\d{3,4} +[0-6] `)

// recognizeTenv recognizes the older tenv of the same laboratory, without a header.
func recognizeTenv(b *Beginning) (Found, bool) {
	if !tenvLine.MatchString(b.first()) || len(strings.Fields(b.first())) > 17 {
		return Found{}, false
	}
	return Found{
		Layout: Layout{Separator: Blanks, Zone: "UTC", Time: []TimeColumn{{3, RoleMJD, ""}}},
		Columns: []Column{
			{Name: "site"},
			{Name: "date"},
			{Name: "year"},
			{Name: "MJD"},
			{Name: "week", Kind: KindRecord},
			{Name: "d", Kind: KindRecord},
			{Name: "east", Unit: "m"},
			{Name: "north", Unit: "m"},
			{Name: "up", Unit: "m"},
			{Name: "ant", Unit: "m"},
			{Name: "sig_e", Unit: "m"},
			{Name: "sig_n", Unit: "m"},
			{Name: "sig_u", Unit: "m"},
			{Name: "corr_en"},
			{Name: "corr_eu"},
			{Name: "corr_nu"},
		},
	}, true
}

func (b *Beginning) first() string {
	for _, line := range b.Lines {
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}

var rtklibName = regexp.MustCompile(`([A-Za-z-]+)(?:\(([^)]*)\))?`)

// recognizeRTKLIB recognizes solution files of RTKLIB: comments with %, the last of which names the columns and the
// time system; time as date and time of day or as GPS week and seconds. Without the header the usual column order is
// assumed, and the time system (GPST or UTC) is unknown.
func recognizeRTKLIB(b *Beginning) (Found, bool) {
	header := ""
	first := ""
	for _, line := range b.Lines {
		if strings.HasPrefix(line, "%") {
			header = line
			continue
		}
		if strings.TrimSpace(line) != "" {
			first = line
			break
		}
	}
	cells := strings.Fields(first)
	if header == "" {
		return headerlessRTKLIB(b, cells)
	}
	names := strings.Fields(strings.TrimPrefix(header, "%"))
	if len(names) < 6 || len(cells) < 7 || !slices.Contains([]string{"GPST", "UTC", "JST"}, names[0]) {
		return Found{}, false
	}
	f := Found{Layout: Layout{Separator: Blanks, Comment: "%", Zone: map[string]string{"GPST": GPSTime, "UTC": "UTC", "JST": "Asia/Tokyo"}[names[0]]}}
	if strings.Contains(cells[0], "/") {
		f.Layout.Time = []TimeColumn{{0, RoleDate, "YYYY/MM/DD"}, {1, RoleTimeOfDay, "HH:mm:ss"}}
		f.Columns = []Column{{Name: "Date"}, {Name: "Time"}}
	} else {
		f.Layout.Zone = ""
		f.Layout.Time = []TimeColumn{{0, RoleGPSWeek, ""}, {1, RoleGPSSecond, ""}}
		f.Columns = []Column{{Name: "GPS week"}, {Name: "GPS second"}}
	}
	for _, name := range names[1:] {
		found := rtklibName.FindStringSubmatch(name)
		if found == nil {
			return Found{}, false
		}
		f.Columns = append(f.Columns, Column{Name: found[1], Unit: found[2]})
	}
	return f, true
}

func headerlessRTKLIB(b *Beginning, cells []string) (Found, bool) {
	const width = 15
	if len(cells) != width {
		return Found{}, false
	}
	f := Found{
		Layout: Layout{Separator: Blanks, Time: []TimeColumn{{0, RoleDate, "YYYY/MM/DD"}, {1, RoleTimeOfDay, "HH:mm:ss"}}},
		Columns: []Column{
			{Name: "Date"},
			{Name: "Time"},
			{Name: "latitude", Unit: "deg"},
			{Name: "longitude", Unit: "deg"},
			{Name: "height", Unit: "m"},
			{Name: "Q"},
			{Name: "ns"},
			{Name: "sdn", Unit: "m"},
			{Name: "sde", Unit: "m"},
			{Name: "sdu", Unit: "m"},
			{Name: "sdne", Unit: "m"},
			{Name: "sdeu", Unit: "m"},
			{Name: "sdun", Unit: "m"},
			{Name: "age", Unit: "s"},
			{Name: "ratio"},
		},
	}
	at, _ := newClock(&Layout{Time: f.Layout.Time, Zone: "UTC"})
	for _, row := range b.rows(&f.Layout)[:min(20, len(b.rows(&f.Layout)))] {
		if _, why := at.at(row); why != nil || len(row) != width || !strings.Contains("123456", row[5]) {
			return Found{}, false
		}
	}
	return f, true
}

var gsiStart = regexp.MustCompile(`^\*?\d{2}[\d.]{4}[+-]`)

// recognizeGSI recognizes Leica GSI. Most files have no time: the layout then needs a startTime.
func recognizeGSI(b *Beginning) (Found, bool) {
	good := 0
	for _, line := range b.Lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !gsiStart.MatchString(line) {
			return Found{}, false
		}
		good++
	}
	key := 0
	f := Found{Layout: Layout{Source: SourceGSI, KeyColumn: &key, Time: []TimeColumn{}}, Columns: gsiColumns()}
	f.Columns[1].Kind, f.Columns[len(f.Columns)-1].Kind = KindText, KindText
	return f, good > 0
}

// recognizeNikon recognizes Nikon raw V2.00.
func recognizeNikon(b *Beginning) (Found, bool) {
	if !strings.HasPrefix(b.first(), "CO,Nikon RAW") {
		return Found{}, false
	}
	key := 0
	return Found{
		Layout:  Layout{Source: SourceNikon, KeyColumn: &key, Time: []TimeColumn{{1, RoleDate, "YYYY-MM-DD"}, {2, RoleTimeOfDay, "HH:mm:ss"}}},
		Columns: slices.Clone(nikonColumns),
	}, true
}

var nmeaLine = regexp.MustCompile(`^\$G[A-Z]{4},`)

// recognizeNMEA recognizes logs of NMEA 0183; their times are UTC.
func recognizeNMEA(b *Beginning) (Found, bool) {
	good, bad := 0, 0
	for _, line := range b.Lines[:min(200, len(b.Lines))] {
		switch {
		case nmeaLine.MatchString(line):
			good++
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "$") && !strings.HasPrefix(line, "!"):
			bad++
		}
	}
	return Found{
		Layout:  Layout{Source: SourceNMEA, Zone: "UTC", Time: []TimeColumn{{0, RoleDate, "DDMMYYYY"}, {1, RoleTimeOfDay, "HHmmss"}}},
		Columns: slices.Clone(nmeaColumns),
	}, good > 2 && good > bad*4
}
