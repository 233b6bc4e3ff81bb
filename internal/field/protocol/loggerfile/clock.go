package loggerfile

import (
	"math"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/field/protocol/table"
	"plumbline/internal/platform/errs"
)

// clock converts the time columns of rows to instants, row by row.
type clock struct {
	parts []clockPart
	fixed wall  // startTime, for rows without a date
	dated bool  // rows have a date
	zone  *zone // for times without a zone
	days  int   // midnights passed, for rows with only a time of day
	noon  int64 // last time of day, ms
	last  int64
	shown string // formats and roles, for messages
}

type clockPart struct {
	TimeColumn
	format TimeFormat
}

// clockProblem is an error in the time settings of a layout; missing: not set yet.
type clockProblem struct {
	field   string
	message *errs.Message
	args    []any
	missing bool
}

func newClock(l *Layout) (*clock, []clockProblem) {
	c := &clock{}
	var problems []clockProblem
	wrong := func(field string, m *errs.Message, missing bool, args ...any) {
		problems = append(problems, clockProblem{field, m, args, missing})
	}
	has := map[string]bool{}
	zoned := false
	for i, t := range l.Time {
		place := "time[" + strconv.Itoa(i) + "]."
		part := clockPart{TimeColumn: t}
		if t.Column < 0 || t.Column >= table.MaxColumns {
			wrong(place+"column", errs.OutOfRange, false, "min", 0, "max", table.MaxColumns-1)
		}
		if has[t.Role] {
			wrong(place+"role", errs.Duplicate, false)
		}
		has[t.Role] = true
		name := t.Role
		switch t.Role {
		case RoleTime, RoleDate, RoleTimeOfDay:
			var err error
			part.format, err = ParseTimeFormat(t.Format)
			if err != nil || !fitsRole(part.format, t.Role) {
				wrong(place+"format", errs.FormatWrong, t.Format == "")
			}
			zoned = zoned || part.format.HasZone()
			name = t.Format
		case RoleZone, RoleUnix, RoleUnixMs, RoleGPSWeek:
			zoned = true
		default:
			if !isRole(t.Role) {
				wrong(place+"role", errs.FormatWrong, false)
			}
		}
		c.shown = strings.TrimSpace(c.shown + " " + name)
		c.parts = append(c.parts, part)
	}
	instant := has[RoleUnix] || has[RoleUnixMs] || has[RoleGPSWeek] && (has[RoleGPSSecond] || has[RoleGPSDay])
	c.dated = instant || has[RoleTime] || has[RoleDate] || has[RoleMJD] || has[RoleDecimalYear] ||
		has[RoleYear] && (has[RoleDayOfYear] || has[RoleMonth] && has[RoleDay])
	if !c.dated {
		c.checkStart(l, wrong)
	}
	if !zoned {
		var err error
		if l.Zone == "" {
			wrong("zone", errs.ZoneRequired, true)
		} else if c.zone, err = parseZone(l.Zone); err != nil {
			wrong("zone", errs.ZoneUnknown, false)
		}
	}
	return c, problems
}

func fitsRole(f TimeFormat, role string) bool {
	switch role {
	case RoleDate:
		return f.date && !f.clock
	case RoleTime:
		return f.date
	}
	return !f.date && f.clock
}

func isRole(role string) bool {
	switch role {
	case RoleYear, RoleMonth, RoleDay, RoleDayOfYear, RoleHHMM, RoleHour, RoleMinute, RoleSecond, RoleMillisecond, RoleFraction,
		RoleDecimalYear, RoleMJD, RoleGPSDay, RoleGPSSecond:
		return true
	}
	return false
}

func (c *clock) checkStart(l *Layout, wrong func(field string, m *errs.Message, missing bool, args ...any)) {
	if l.StartTime == "" {
		wrong("time", errs.TimeColumnsMissing, true)
		return
	}
	for _, pattern := range []string{"YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD HH:mm", "YYYY-MM-DD"} {
		f, _ := ParseTimeFormat(pattern) // already validated
		if w, ok := f.parse(l.StartTime); ok {
			c.fixed = w
			return
		}
	}
	wrong("startTime", errs.FormatWrong, false)
}

// text returns the time cells of a row for display.
func (c *clock) text(row []string) string {
	cells := make([]string, 0, len(c.parts))
	for _, p := range c.parts {
		if p.Column < len(row) {
			cells = append(cells, row[p.Column])
		}
	}
	return strings.Join(cells, " ")
}

// moment collects the parts of a row's time.
type moment struct {
	wall
	ofDay      bool // hour and minute are in the row
	dayOfYear  int
	unix       float64 // ms
	isUnix     bool
	mjd        float64
	isMJD      bool
	decimal    float64 // year
	isDecimal  bool
	week, wday int
	weekSecond float64
	isGPS      bool
	extra      float64 // additional ms
}

func (c *clock) at(row []string) (int64, *errs.Error) {
	m := moment{wall: c.fixed}
	for i := range c.parts {
		p := &c.parts[i]
		cell := ""
		if p.Column < len(row) {
			cell = row[p.Column]
		}
		if !p.read(cell, &m) {
			return 0, errs.New(errs.FieldWrong, "reason", c.shown)
		}
	}
	return c.instant(&m)
}

func (p *clockPart) read(cell string, m *moment) bool {
	switch p.Role {
	case RoleTime, RoleDate, RoleTimeOfDay:
		w, ok := p.format.parse(cell)
		if p.format.date {
			m.year, m.month, m.day = w.year, w.month, w.day
		}
		if p.format.clock {
			m.hour, m.minute, m.second, m.milli, m.ofDay = w.hour, w.minute, w.second, w.milli, true
		}
		if w.zoned {
			m.offset, m.zoned = w.offset, true
		}
		return ok
	case RoleZone:
		var ok bool
		m.offset, ok = zoneWord(cell)
		m.zoned = ok
		return ok
	}
	return p.number(cell, m)
}

// number reads a numeric part of the time.
func (p *clockPart) number(cell string, m *moment) bool {
	v, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
	if err != nil || v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return false
	}
	whole := func(least, most int, into *int) bool {
		*into = int(v)
		return v == math.Trunc(v) && v >= float64(least) && v <= float64(most)
	}
	switch p.Role {
	case RoleYear:
		ok := whole(0, 9999, &m.year)
		if v < 100 {
			m.year = fullYear(m.year)
		}
		return ok
	case RoleMonth:
		return whole(1, 12, &m.month)
	case RoleDay:
		return whole(1, 31, &m.day)
	case RoleDayOfYear:
		return whole(1, 366, &m.dayOfYear)
	case RoleHHMM:
		var at int
		ok := whole(0, 2400, &at)
		m.hour, m.minute, m.ofDay = at/100, at%100, true
		return ok && m.minute < 60
	case RoleHour:
		m.ofDay = true
		return whole(0, 24, &m.hour)
	case RoleMinute:
		return whole(0, 59, &m.minute)
	case RoleSecond:
		m.second = int(v)
		m.extra += math.Round((v - math.Trunc(v)) * 1000)
		return v < 60
	case RoleMillisecond:
		m.extra += math.Round(v)
		return v < 1000
	case RoleFraction:
		m.extra += math.Round(v * 1000)
		return v < 1
	case RoleUnix:
		m.unix, m.isUnix = math.Round(v*1000), true
		return v < 1e11
	case RoleUnixMs:
		m.unix, m.isUnix = math.Round(v), true
		return v < 1e14
	case RoleMJD:
		m.mjd, m.isMJD = v, true
		return v < 1e5
	case RoleDecimalYear:
		m.decimal, m.isDecimal = v, true
		return v >= 1900 && v < 2200
	case RoleGPSWeek:
		m.isGPS = true
		return whole(0, 9999, &m.week)
	case RoleGPSDay:
		return whole(0, 6, &m.wday)
	case RoleGPSSecond:
		m.weekSecond = v
		return v <= 7*86400
	}
	return false
}

const dayMs = 86_400_000

// instant returns the UTC ms of the collected time.
func (c *clock) instant(m *moment) (int64, *errs.Error) {
	switch {
	case m.isUnix:
		return int64(m.unix + m.extra), nil
	case m.isGPS:
		const epoch = 315964800000 // 1980-01-06
		return gpsToUTC(epoch + int64(m.week)*7*dayMs + int64(m.wday)*dayMs + int64(math.Round(m.weekSecond*1000)+m.extra)), nil
	case m.isMJD:
		day, part := math.Modf(m.mjd)
		const epoch = -40587 // 1858-11-17, in days since 1970
		m.setDay(int64(day) + epoch)
		m.extra += math.Round(part * dayMs)
	case m.isDecimal:
		year, part := math.Modf(m.decimal)
		begin := time.Date(int(year), 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
		length := time.Date(int(year)+1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli() - begin
		ms := begin + int64(math.Round(part*float64(length)))
		m.setDay(floorDiv(ms, dayMs))
		m.extra += float64(ms - floorDiv(ms, dayMs)*dayMs)
	case m.dayOfYear > 0:
		t := time.Date(m.year, 1, m.dayOfYear, 0, 0, 0, 0, time.UTC)
		if t.Year() != m.year {
			return 0, errs.New(errs.FieldWrong, "reason", c.shown)
		}
		m.month, m.day = int(t.Month()), t.Day()
	case !m.isDate():
		return 0, errs.New(errs.FieldWrong, "reason", c.shown)
	}
	if m.hour == 24 {
		if m.minute != 0 || m.second != 0 || m.extra != 0 {
			return 0, errs.New(errs.FieldWrong, "reason", c.shown)
		}
		m.hour = 0
		m.setDay(m.dayNumber() + 1)
	}
	if !c.dated && m.ofDay {
		c.passMidnight(m)
	}
	if m.extra >= 1000 { // a time of day with MJD or decimal year
		ms := int64(m.extra)
		m.hour, m.minute, m.second, m.extra = int(ms/3_600_000), int(ms/60_000%60), int(ms/1000%60), float64(ms%1000)
		if m.hour == 24 {
			m.hour = 0
			m.setDay(m.dayNumber() + 1)
		}
	}
	return c.local(m)
}

// passMidnight counts days for rows with only a time of day.
func (c *clock) passMidnight(m *moment) {
	at := int64(m.hour)*3_600_000 + int64(m.minute)*60_000 + int64(m.second)*1000
	if at < c.noon-dayMs/2 {
		c.days++
	}
	c.noon = at
	m.setDay(m.dayNumber() + int64(c.days))
}

func (w *wall) dayNumber() int64 {
	return floorDiv(time.Date(w.year, time.Month(w.month), w.day, 0, 0, 0, 0, time.UTC).UnixMilli(), dayMs)
}

func (w *wall) setDay(n int64) {
	t := time.UnixMilli(n * dayMs).UTC()
	w.year, w.month, w.day = t.Year(), int(t.Month()), t.Day()
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// local converts a local time to an instant.
func (c *clock) local(m *moment) (int64, *errs.Error) {
	milli := int64(m.milli) + int64(m.extra)
	if m.zoned {
		return time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, m.second, 0, time.UTC).UnixMilli() - int64(m.offset)*1000 + milli, nil
	}
	t := time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, m.second, 0, c.zone.place)
	if c.zone.gps {
		return gpsToUTC(t.UnixMilli() + milli), nil
	}
	if t.Hour() != m.hour || t.Minute() != m.minute {
		return 0, errs.New(errs.TimeSkipped, "zone", c.zone.place.String())
	}
	// An hour that occurs twice in autumn: its first occurrence, unless that would go back in time.
	at := t.UnixMilli()
	if c.zone.shifts {
		for _, other := range []time.Time{t.Add(time.Hour), t.Add(-time.Hour)} {
			if other.Hour() != t.Hour() {
				continue
			}
			early, late := min(at, other.UnixMilli()), max(at, other.UnixMilli())
			if at = early; at+milli <= c.last && late+milli > c.last {
				at = late
			}
		}
	}
	at += milli
	c.last = at
	return at, nil
}
