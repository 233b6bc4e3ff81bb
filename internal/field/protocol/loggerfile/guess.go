package loggerfile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
)

// guess guesses how to read an unknown file: with the separator that gives the most lines with a time and numbers.
func guess(b *Beginning) Found {
	var best Found
	score := 0
	for _, separator := range []string{Tab, Semicolon, Comma, Pipe, Blanks} {
		if f, good := try(b, separator); good > score {
			best, score = f, good
		}
	}
	if score > 0 {
		best.Recognized, best.Format = true, FormatTable
		return best
	}
	return Found{Format: FormatTable, Layout: Layout{Separator: likelySeparator(b), Time: []TimeColumn{}}}
}

// likelySeparator returns the separator on most lines.
func likelySeparator(b *Beginning) string {
	best, most := Blanks, 0
	for _, separator := range []string{Tab, Semicolon, Comma, Pipe} {
		n := 0
		for _, line := range b.Lines {
			if strings.IndexByte(line, signs[separator]) >= 0 {
				n++
			}
		}
		if n > most {
			best, most = separator, n
		}
	}
	return best
}

// try reads the lines with one separator. The score is the number of rows with a time and a number; equal scores are
// decided by the number of cells.
func try(b *Beginning, separator string) (Found, int) {
	rows := make([][]string, len(b.Lines)) // one row per line, so that header lines can be counted
	split := newSplitter(separator, nil)
	for i, line := range b.Lines {
		rows[i] = slices.Clone(split.split(line))
	}
	f := Found{Layout: Layout{Separator: separator}}
	const headers = 200 // maximum lines before the first row
	for first := 0; first < len(rows) && first < headers; first++ {
		if len(rows[first]) < 2 {
			continue
		}
		names := namesAbove(b, Layout{Separator: separator, HeaderLines: first}, len(rows[first]))
		times := timeColumns(rows[first:], names)
		if times == nil {
			continue
		}
		f.Layout.HeaderLines, f.Layout.Time, f.TimeFormats, f.Columns = first, times.columns, times.formats, names
		break
	}
	if f.Layout.Time == nil {
		return f, 0
	}
	f.Layout.Zone = zoneOfName(f.Columns, f.Layout.Time)
	at, _ := newClock(&Layout{Time: f.Layout.Time, Zone: "UTC"})
	var data [][]string
	for _, row := range rows[f.Layout.HeaderLines:] {
		if _, why := at.at(row); why == nil && len(row) > 1 {
			data = append(data, row)
		}
	}
	f.Layout.DecimalComma = decimalComma(data, f.Layout.Time)
	f.sample = data
	numbers := 0
	width := 0
	for _, row := range data {
		width = max(width, len(row))
	}
	for i := range width {
		if f.kind(i) == KindNumber {
			numbers++
		}
	}
	if numbers == 0 {
		return f, 0
	}
	return f, len(data)*100 + min(numbers, 99)
}

// foundTime has the columns of a time.
type foundTime struct {
	columns []TimeColumn
	formats []string
}

// timeColumns finds the time columns in rows of which the first is data; nil if the first row has no time.
func timeColumns(rows [][]string, names []Column) *foundTime {
	if t := textTime(rows, names); t != nil {
		return t
	}
	return numberTime(rows, names)
}

// textTime finds a cell with a time, or a date and a time of day in the next cell.
func textTime(rows [][]string, names []Column) *foundTime {
	first := rows[0]
	if len(first) < 2 {
		return nil
	}
	for i := range first {
		if !plausibleTime(first[i], i) {
			continue
		}
		one := GuessTimeFormats(first[i : i+1])
		if len(one) == 0 {
			continue
		}
		formats := GuessTimeFormats(column(rows, i))
		if len(formats) == 0 { // a later row has no such time and will be refused
			formats = one
		}
		f, _ := ParseTimeFormat(formats[0])
		if f.clock {
			found := &foundTime{columns: []TimeColumn{{i, RoleTime, formats[0]}}, formats: formats}
			found.addPart(rows, names, i+1)
			return found
		}
		found := &foundTime{columns: []TimeColumn{{i, RoleDate, formats[0]}}, formats: formats}
		if i+1 < len(first) {
			if clocks := guessClock(column(rows, i+1)); clocks != "" {
				found.columns = append(found.columns, TimeColumn{i + 1, RoleTimeOfDay, clocks})
				found.addPart(rows, names, i+2)
			}
		}
		return found
	}
	return nil
}

// plausibleTime accepts bare numbers as times only in the first column.
func plausibleTime(cell string, at int) bool {
	if len(cell) < 6 {
		return false
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return at == 0 && (len(cell) == 14 || len(cell) == 12 || len(cell) == 8 && (cell[:2] == "19" || cell[:2] == "20"))
	}
	return true
}

// addPart adds a column of milliseconds to the time.
func (f *foundTime) addPart(rows [][]string, names []Column, at int) {
	if at >= len(names) {
		return
	}
	switch role := roleOfName(names[at].Name); role {
	case RoleMillisecond, RoleFraction:
		if fits(rows, at, role) {
			f.columns = append(f.columns, TimeColumn{Column: at, Role: role})
		}
	}
}

// column returns the non-missing cells of a column.
func column(rows [][]string, i int) []string {
	var list []string
	for _, row := range rows {
		if i < len(row) && len(row) > 1 && row[i] != "" {
			list = append(list, row[i])
		}
	}
	return list
}

// guessClock returns the format of a time of day.
func guessClock(texts []string) string {
	for _, pattern := range []string{"HH:mm:ss", "H:mm:ss", "HH:mm", "H:mm", "H:mm:ss A", "H:mm A", "H.mm.ss"} {
		f, _ := ParseTimeFormat(pattern)
		good := len(texts) > 0
		for _, text := range texts {
			if _, ok := f.parse(text); !ok {
				good = false
				break
			}
		}
		if good {
			return pattern
		}
	}
	return ""
}

// numberTime finds times made of numbers: by column names, as year, month, day and time of day, as in mixed arrays of
// Campbell loggers, or counted from 1970.
func numberTime(rows [][]string, names []Column) *foundTime {
	if t := namedTime(rows, names); t != nil {
		return t
	}
	all := func(from int, roles ...string) []TimeColumn {
		var list []TimeColumn
		for i, role := range roles {
			if !fits(rows, from+i, role) {
				return nil
			}
			list = append(list, TimeColumn{Column: from + i, Role: role})
		}
		return list
	}
	if t := all(0, RoleYear, RoleMonth, RoleDay, RoleHour, RoleMinute); t != nil && len(rows[0]) > 5 {
		return &foundTime{columns: t, formats: []string{}}
	}
	for _, role := range []string{RoleUnixMs, RoleUnix} {
		if t := all(0, role); t != nil && len(rows[0]) > 1 {
			return &foundTime{columns: t, formats: []string{}}
		}
	}
	return nil
}

// namedTime finds the parts of a time by column names.
func namedTime(rows [][]string, names []Column) *foundTime {
	var list []TimeColumn
	has := map[string]bool{}
	for i, c := range names {
		role := roleOfName(c.Name)
		if role == "" || has[role] || !fits(rows, i, role) {
			continue
		}
		has[role] = true
		list = append(list, TimeColumn{Column: i, Role: role})
	}
	whole := has[RoleYear] && (has[RoleDayOfYear] || has[RoleMonth] && has[RoleDay]) || has[RoleUnix] || has[RoleUnixMs] ||
		has[RoleGPSWeek] && has[RoleGPSSecond]
	if !whole {
		return nil
	}
	return &foundTime{columns: list, formats: []string{}}
}

// roleNames are the usual names of columns with parts of a time.
var roleNames = map[string]string{
	"year": RoleYear, "yyyy": RoleYear, "yr": RoleYear, "年": RoleYear, "month": RoleMonth, "mon": RoleMonth, "月": RoleMonth,
	"day": RoleDay, "dd": RoleDay, "日": RoleDay, "doy": RoleDayOfYear, "day of year": RoleDayOfYear,
	"dayofyear": RoleDayOfYear, "julian day": RoleDayOfYear, "jday": RoleDayOfYear,
	"hour": RoleHour, "hh": RoleHour, "hr": RoleHour, "时": RoleHour, "時": RoleHour, "minute": RoleMinute, "min": RoleMinute, "分": RoleMinute,
	"second": RoleSecond, "sec": RoleSecond, "ss": RoleSecond, "秒": RoleSecond, "hhmm": RoleHHMM,
	"ms": RoleMillisecond, "millisecond": RoleMillisecond, "milliseconds": RoleMillisecond, "msec": RoleMillisecond, "毫秒": RoleMillisecond,
	"fraction": RoleFraction, "unix": RoleUnix, "epoch": RoleUnix, "unixtime": RoleUnix, "unix_ms": RoleUnixMs,
	"gpsweek": RoleGPSWeek, "gps week": RoleGPSWeek, "tow": RoleGPSSecond, "gps second": RoleGPSSecond, "gps tow": RoleGPSSecond,
}

func roleOfName(name string) string { return roleNames[strings.ToLower(strings.TrimSpace(name))] }

// fits reports whether the cells of a column can have a role, in the first row and nearly all others.
func fits(rows [][]string, at int, role string) bool {
	least, most := 0.0, 0.0
	whole := true
	switch role {
	case RoleYear:
		least, most = 1950, 2100
	case RoleMonth:
		least, most = 1, 12
	case RoleDay:
		least, most = 1, 31
	case RoleDayOfYear:
		least, most = 1, 366
	case RoleHHMM:
		most = 2400
	case RoleHour:
		most = 24
	case RoleMinute:
		most = 59
	case RoleSecond:
		most, whole = 59.9999, false
	case RoleMillisecond:
		most = 999
	case RoleFraction:
		most, whole = 0.9999999, false
	case RoleUnix:
		least, most, whole = 6e8, 5e9, false
	case RoleUnixMs:
		least, most = 6e11, 5e12
	case RoleGPSWeek:
		least, most = 1, 4000
	case RoleGPSSecond:
		most, whole = 604800, false
	default:
		return false
	}
	good, bad := 0, 0
	for i, row := range rows {
		if len(row) < 2 {
			continue
		}
		ok := false
		if at < len(row) {
			v, err := strconv.ParseFloat(row[at], 64)
			ok = err == nil && v >= least && v <= most && (!whole || v == float64(int64(v)))
		}
		if i == 0 && !ok {
			return false
		}
		if ok {
			good++
		} else {
			bad++
		}
	}
	return good > 0 && bad*20 <= good
}

var offsetInName = regexp.MustCompile(`(?i)\b(?:GMT|UTC)\s*([+-]\d{1,2}(?::?\d{2})?)?`)

// zoneOfName returns the zone in the name of the time column: "Date Time, GMT+01:00".
func zoneOfName(columns []Column, times []TimeColumn) string {
	for _, t := range times {
		if t.Column >= len(columns) {
			continue
		}
		c := columns[t.Column]
		for _, text := range []string{c.Name, c.Unit} {
			found := offsetInName.FindStringSubmatch(text)
			if found == nil {
				continue
			}
			if found[1] == "" {
				return "UTC"
			}
			offset := found[1]
			if len(offset) == 2 || len(offset) == 5 && offset[2] == ':' { // +1, +1:00
				offset = offset[:1] + "0" + offset[1:]
			}
			if _, err := parseZone(offset); err == nil {
				return offset
			}
		}
	}
	return ""
}

// decimalComma reports whether numbers use a decimal comma: some cell is a number only with a comma, and none only
// with a point.
func decimalComma(rows [][]string, times []TimeColumn) bool {
	comma := false
	for _, row := range rows {
		for i, cell := range row {
			if slices.ContainsFunc(times, func(t TimeColumn) bool { return t.Column == i }) {
				continue
			}
			_, asPoint := Number(cell, false)
			_, asComma := Number(cell, true)
			if asPoint != nil && asComma == nil {
				comma = true
			}
			if strings.Contains(cell, ".") && !strings.Contains(cell, ",") && asPoint == nil {
				return false
			}
		}
	}
	return comma
}

// ThousandsPossible reports whether every comma in the numbers might separate thousands: 1,234 would then be misread
// as 1.234.
func (f *Found) ThousandsPossible() bool {
	if !f.Layout.DecimalComma {
		return false
	}
	seen := false
	for _, row := range f.sample {
		for i, cell := range row {
			if i >= len(f.Columns) || f.Columns[i].Kind != KindNumber || !strings.Contains(cell, ",") {
				continue
			}
			v, why := Number(cell, true)
			if why != nil || reading.IsMissing(v) {
				continue
			}
			if !thousands.MatchString(cell) {
				return false
			}
			seen = true
		}
	}
	return seen
}

var thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+$`)
