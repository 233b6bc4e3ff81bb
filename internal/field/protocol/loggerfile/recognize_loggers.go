package loggerfile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// recognizeTOA5 recognizes Campbell TOA5 (domain protocols.md section 9): four header lines with the logger, the
// names, the units and the processing of the columns; rows start with TIMESTAMP, in the logger's zone, which the file
// does not name, and RECORD.
func recognizeTOA5(b *Beginning) (Found, bool) {
	const header = 4
	if len(b.Lines) < header || !strings.HasPrefix(strings.TrimPrefix(b.Lines[0], `"`), "TOA5") {
		return Found{}, false
	}
	split := newSplitter(Comma, nil)
	cells := func(i int) []string { return slices.Clone(split.split(b.Lines[i])) }
	about, names, units, processing := cells(0), cells(1), cells(2), cells(3)
	if len(about) < 8 || len(names) < 2 {
		return Found{}, false
	}
	f := Found{
		Layout: Layout{Separator: Comma, HeaderLines: header, Time: []TimeColumn{{0, RoleTime, "YYYY-MM-DD HH:mm:ss"}}},
		About: []About{
			{"station", about[1]}, {"logger", about[2]}, {"serial", about[3]}, {"program", about[5]}, {"signature", about[6]}, {"table", about[7]},
		},
	}
	cell := func(row []string, i int) string {
		if i < len(row) {
			return row[i]
		}
		return ""
	}
	for i, name := range names {
		c := Column{Name: name, Unit: cell(units, i), Processing: cell(processing, i)}
		if c.Unit == "RN" || name == "RECORD" {
			c.Kind = KindRecord
		}
		f.Columns = append(f.Columns, c)
	}
	return f, f.Columns[0].Name == "TIMESTAMP" || f.Columns[0].Unit == "TS"
}

// recognizeDiver recognizes exports of Van Essen Diver-Office (.MON) and Solinst .lev: blocks of settings, [Data], the
// number of rows, the rows, a closing line. The logger's time zone is not stated.
func recognizeDiver(b *Beginning) (Found, bool) {
	at := slices.IndexFunc(b.Lines, func(line string) bool { return strings.EqualFold(strings.TrimSpace(line), "[Data]") })
	if at < 0 || at+1 >= len(b.Lines) || !strings.Contains(strings.ToLower(strings.Join(b.Lines[:at], "\n")), "[logger settings]") {
		return Found{}, false
	}
	header := at + 1
	if _, err := strconv.Atoi(strings.TrimSpace(b.Lines[header])); err == nil {
		header++
	}
	f := Found{
		Layout: Layout{
			Separator: Blanks, HeaderLines: header, End: "END OF DATA", Time: []TimeColumn{{0, RoleDate, "YYYY/M/D"}, {1, RoleTimeOfDay, "HH:mm:ss"}},
		},
		Columns: []Column{{Name: "Date"}, {Name: "Time"}},
	}
	rows := b.rows(&f.Layout)
	f.Layout.DecimalComma = decimalComma(rows, f.Layout.Time)
	section := ""
	known := map[string]bool{}
	for _, line := range b.Lines[:at] {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(line)
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		name, value = strings.TrimSpace(name), strings.Join(strings.Fields(value), " ")
		switch {
		case strings.HasPrefix(section, "[channel ") && name == "Identification" && !known[value]:
			known[value] = true
			f.Columns = append(f.Columns, Column{Name: value})
		case strings.HasPrefix(section, "[channel ") && name == "Range" && len(f.Columns) > 2:
			if words := strings.Fields(value); len(words) == 2 && f.Columns[len(f.Columns)-1].Unit == "" {
				f.Columns[len(f.Columns)-1].Unit = words[1]
			}
		case section == "[logger settings]" && (name == "Serial number" || name == "Location" || name == "Instrument type"):
			f.About = append(f.About, About{strings.ToLower(name), value})
		}
	}
	return f, len(rows) > 0
}

// recognizeSolinst recognizes csv of Solinst Levelogger software: a block with serial number, location and units, then
// the columns Date, Time, ms and one column per channel.
func recognizeSolinst(b *Beginning) (Found, bool) {
	at := slices.IndexFunc(b.Lines, func(line string) bool {
		line = strings.ReplaceAll(strings.ToLower(line), ";", ",")
		return strings.HasPrefix(line, "date,time,ms,") || strings.HasPrefix(line, "date,time,level") || strings.HasPrefix(line, "date,time,temperature")
	})
	if at < 1 || !strings.HasPrefix(strings.ToLower(b.Lines[0]), "serial") {
		return Found{}, false
	}
	separator := separatorOf(b.Lines[at][4])
	split := newSplitter(separator, nil)
	f := Found{Layout: Layout{Separator: separator, HeaderLines: at + 1}, Columns: named(split.split(b.Lines[at]))}
	dates, clocks, rows := []string(nil), []string(nil), b.rows(&f.Layout)
	for _, row := range rows {
		if len(row) > 2 {
			dates, clocks = append(dates, row[0]), append(clocks, row[1])
		}
	}
	f.TimeFormats = GuessTimeFormats(dates)
	if len(f.TimeFormats) == 0 || guessClock(clocks) == "" {
		return Found{}, false
	}
	f.Layout.Time = []TimeColumn{{0, RoleDate, f.TimeFormats[0]}, {1, RoleTimeOfDay, guessClock(clocks)}}
	if strings.EqualFold(f.Columns[2].Name, "ms") {
		f.Layout.Time = append(f.Layout.Time, TimeColumn{Column: 2, Role: RoleMillisecond})
	}
	f.Layout.DecimalComma = decimalComma(rows, f.Layout.Time)
	channel := ""
	for i, line := range b.Lines[:at] {
		line = strings.TrimRight(line, ",; ")
		if unit, ok := strings.CutPrefix(strings.ToUpper(line), "UNIT:"); ok {
			for k := range f.Columns {
				if strings.EqualFold(f.Columns[k].Name, channel) {
					f.Columns[k].Unit = strings.TrimSpace(line[len(line)-len(unit):])
				}
			}
		}
		channel = line
		for word, name := range map[string]string{"serial": "serial", "project": "project", "location": "location"} {
			if strings.HasPrefix(strings.ToLower(line), word) && strings.HasSuffix(line, ":") && i+1 < at {
				f.About = append(f.About, About{name, strings.TrimRight(b.Lines[i+1], ",; ")})
			}
		}
	}
	return f, true
}

// separatorOf returns the separator of a character.
func separatorOf(sign byte) string {
	for _, separator := range []string{Comma, Semicolon, Tab} {
		if signs[separator] == sign {
			return separator
		}
	}
	return ""
}

// recognizeXLE recognizes Solinst .xle, which is XML.
func recognizeXLE(b *Beginning) (Found, bool) {
	text := strings.Join(b.Lines, "\n")
	if !strings.Contains(text, "<Body_xle>") {
		return Found{}, false
	}
	f := Found{
		Layout: Layout{
			Source: SourceXLE, Time: []TimeColumn{{0, RoleDate, "YYYY/M/D"}, {1, RoleTimeOfDay, "HH:mm:ss"}, {2, RoleMillisecond, ""}},
		}, Columns: xleColumns(text),
	}
	for _, name := range []string{"Serial_number", "Location", "Project_ID"} {
		if value := element(text, name); value != "" {
			f.About = append(f.About, About{strings.ToLower(strings.ReplaceAll(name, "_", " ")), value})
		}
	}
	return f, true
}

// recognizeKeller recognizes exports of Keller logger software: Date/Time and the channels P1-P2, P1, P2, T, TOB1,
// TOB2, separated by tabs. Pressures are in bar unless the software is set otherwise.
func recognizeKeller(b *Beginning) (Found, bool) {
	at := slices.IndexFunc(b.Lines, func(line string) bool {
		return strings.HasPrefix(line, "Date/Time") && strings.Contains(line, "P1") && len(line) > len("Date/Time")
	})
	if at < 0 || at > 40 {
		return Found{}, false
	}
	separator := separatorOf(b.Lines[at][len("Date/Time")])
	if separator == "" {
		return Found{}, false
	}
	f := Found{Layout: Layout{Separator: separator, HeaderLines: at + 1}, Columns: named(newSplitter(separator, nil).split(b.Lines[at]))}
	rows := b.rows(&f.Layout)
	if f.TimeFormats = GuessTimeFormats(column(rows, 0)); len(f.TimeFormats) == 0 {
		return Found{}, false
	}
	f.Layout.Time = []TimeColumn{{0, RoleTime, f.TimeFormats[0]}}
	f.Layout.DecimalComma = decimalComma(rows, f.Layout.Time)
	return f, true
}

// recognizeInSitu recognizes csv reports of In-Situ Win-Situ and VuSitu: properties of log file and device, then Date
// and Time, Elapsed Time and one column per sensor.
func recognizeInSitu(b *Beginning) (Found, bool) {
	at := slices.IndexFunc(b.Lines, func(line string) bool {
		line = strings.TrimLeft(line, `" `)
		return strings.HasPrefix(line, "Date and Time,") || strings.HasPrefix(line, `Date and Time",`) || strings.HasPrefix(line, "Date Time,")
	})
	if at < 1 {
		return Found{}, false
	}
	above := strings.Join(b.Lines[:at], "\n")
	if !strings.Contains(above, "Log File Properties") && !strings.Contains(above, "In-Situ") &&
		!strings.Contains(above, "Report Date") && !strings.Contains(above, "TROLL") {
		return Found{}, false
	}
	f := Found{Layout: Layout{Separator: Comma, HeaderLines: at + 1}, Columns: named(newSplitter(Comma, nil).split(b.Lines[at]))}
	rows := b.rows(&f.Layout)
	units := slices.IndexFunc(rows, func(row []string) bool { return len(GuessTimeFormats(row[:1])) > 0 }) // there may be a line of units first
	if units < 0 {
		return Found{}, false
	}
	rows = rows[units:]
	f.Layout.HeaderLines += units
	if f.TimeFormats = GuessTimeFormats(column(rows, 0)); len(f.TimeFormats) == 0 {
		return Found{}, false
	}
	f.Layout.Time = []TimeColumn{{0, RoleTime, f.TimeFormats[0]}}
	for i := range f.Columns {
		f.Columns[i].Name = strings.Join(strings.Fields(f.Columns[i].Name), " ")
	}
	for _, line := range b.Lines[:at] {
		name, value, ok := strings.Cut(line, ",")
		if name = strings.TrimRight(strings.TrimSpace(name), ":"); ok && slices.Contains([]string{"Device", "Serial Number", "Site", "Log Name"}, name) {
			f.About = append(f.About, About{strings.ToLower(name), strings.Trim(value, `", `)})
		}
	}
	return f, true
}

var rdbWidth = regexp.MustCompile(`^\d+[snd]$`)

// recognizeRDB recognizes tab-delimited files of the USGS: comments with #, names, a line with widths and types of the
// columns, rows; tz_cd is the zone of datetime.
func recognizeRDB(b *Beginning) (Found, bool) {
	at := slices.IndexFunc(b.Lines, func(line string) bool { return !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" })
	if at < 1 || at+2 >= len(b.Lines) {
		return Found{}, false
	}
	names, widths := strings.Split(b.Lines[at], "\t"), strings.Split(b.Lines[at+1], "\t")
	if len(names) < 3 || len(widths) != len(names) || slices.ContainsFunc(widths, func(w string) bool { return !rdbWidth.MatchString(w) }) {
		return Found{}, false
	}
	f := Found{Layout: Layout{Separator: Tab, HeaderLines: at + 2, Comment: "#"}, Columns: named(names)}
	rows := b.rows(&f.Layout)
	for i, name := range names {
		switch name {
		case "datetime":
			if f.TimeFormats = GuessTimeFormats(column(rows, i)); len(f.TimeFormats) == 0 {
				return Found{}, false
			}
			f.Layout.Time = append(f.Layout.Time, TimeColumn{i, RoleTime, f.TimeFormats[0]})
		case "tz_cd":
			f.Layout.Time = append(f.Layout.Time, TimeColumn{Column: i, Role: RoleZone})
		case "site_no", "agency_cd":
			f.Columns[i].Kind = KindText
			if len(rows) > 0 && i < len(rows[0]) {
				f.About = append(f.About, About{name, rows[0][i]})
			}
		}
	}
	return f, len(f.Layout.Time) > 0
}

// recognizeArray recognizes Campbell mixed arrays: no header, comma, array id, year, day of year, HHMM without leading
// zeros. Failed measurements are -99999 or -6999.
func recognizeArray(b *Beginning) (Found, bool) {
	split := newSplitter(Comma, nil)
	rows := 0
	for _, line := range b.Lines[:min(200, len(b.Lines))] {
		if strings.TrimSpace(line) == "" {
			continue
		}
		c := split.split(line)
		if len(c) < 5 {
			return Found{}, false
		}
		var n [4]float64
		for i := range n {
			v, err := strconv.ParseFloat(c[i], 64)
			if err != nil || v != float64(int(v)) {
				return Found{}, false
			}
			n[i] = v
		}
		if n[0] < 1 || n[0] > 1023 || n[1] < 1980 || n[1] > 2100 || n[2] < 1 || n[2] > 366 || n[3] < 0 || n[3] > 2400 || int(n[3])%100 > 59 {
			return Found{}, false
		}
		rows++
	}
	key := 0
	return Found{
		Layout: Layout{
			Separator: Comma, KeyColumn: &key, Missing: []string{"-99999", "-6999"},
			Time: []TimeColumn{{1, RoleYear, ""}, {2, RoleDayOfYear, ""}, {3, RoleHHMM, ""}},
		},
		Columns: []Column{{Name: "Array"}, {Name: "Year"}, {Name: "Day of year"}, {Name: "HHMM"}},
	}, rows > 1
}
