// Package loggerfile reads files of data loggers and survey instruments row by row. Recognize examines the beginning
// of a file and proposes a Layout: encoding, cells, time columns and targets of the other columns. A person may change
// any of it. Rows are read by a layout, and every row or cell that cannot be read is reported.
package loggerfile

import (
	"strconv"
	"strings"

	"plumbline/internal/field/protocol/table"
	"plumbline/internal/platform/errs"
)

// Layout is how a file is read.
type Layout struct {
	Format       string       `json:"format,omitempty" maxLength:"40" doc:"Id of a format other than table: headerLines, encoding, comment and end are then detected in each file, so that the layout also fits the next file. Omit it after changing any of them"`
	Source       string       `json:"source,omitempty" enum:"lines,gsi,nikon,nmea,xle" doc:"How lines become rows. lines (default): one row per line. gsi, nikon, nmea, xle: the structure of that format; separator, headerLines and comment are ignored"`
	Encoding     string       `json:"encoding,omitempty" enum:"auto,utf-8,utf-16le,utf-16be,gb18030,windows-1252" doc:"auto (default): detected from the file"`
	HeaderLines  int          `json:"headerLines" minimum:"0" maximum:"1000" doc:"Lines before the first row"`
	Comment      string       `json:"comment,omitempty" maxLength:"8" doc:"Lines that begin with it are skipped"`
	End          string       `json:"end,omitempty" maxLength:"40" doc:"A line beginning with it ends the rows"`
	Separator    string       `json:"separator" enum:"comma,semicolon,tab,pipe,blanks,fixed" doc:"blanks: one or more blanks or tabs; fixed: columns begin at the positions in starts"`
	Starts       []int        `json:"starts,omitempty" maxItems:"500" nullable:"true" doc:"For fixed: where each column begins in the line, from 0, ascending"`
	DecimalComma bool         `json:"decimalComma,omitempty" doc:"12,35 is a number"`
	Missing      []string     `json:"missing,omitempty" maxItems:"20" nullable:"true" doc:"Cells with this text or number hold no value. Empty cells, -, NA and NULL never hold one; NAN, INF and -7999 are readings marked invalid"`
	Time         []TimeColumn `json:"time" maxItems:"12" nullable:"true" doc:"The columns that form the time. Empty: every row has the time startTime. null in a preview: proposed"`
	StartTime    string       `json:"startTime,omitempty" maxLength:"40" doc:"YYYY-MM-DD HH:mm:ss in zone, for files without a time (a survey): the time of every row; for files with a time of day only, the date of the first row"`
	Zone         string       `json:"zone" maxLength:"60" doc:"IANA name or offset such as +08:00, or GPS for GPS time; required unless the times include a zone"`
	KeyColumn    *int         `json:"keyColumn,omitempty" minimum:"0" nullable:"true" doc:"The column that identifies what a row is about, such as point number or array id. Rows with different keys may have the same time"`
	Columns      []Mapping    `json:"columns" maxItems:"4096" nullable:"true"`
	SameTime     string       `json:"sameTime,omitempty" enum:"refuse,first,last,mean" doc:"How rows with the same time are treated: refuse (default): the file is not imported; otherwise the first row, the last row or the mean of each column is used"`
}

// TimeColumn is a column with part of the time.
type TimeColumn struct {
	Column int    `json:"column" minimum:"0" maximum:"4095" doc:"From 0"`
	Role   string `json:"role" enum:"time,date,timeOfDay,year,month,day,dayOfYear,hhmm,hour,minute,second,millisecond,fraction,unix,unixMs,decimalYear,mjd,gpsWeek,gpsDay,gpsSecond,zone"`
	Format string `json:"format,omitempty" maxLength:"60" doc:"For time, date and timeOfDay: a pattern of YYYY or YY, MM, M or MMM (Jan), DD or D, HH or H, mm, ss, A (AM, PM), ZZ (offset) and the characters between. Fractions of a second are always read. Omitted in a preview: proposed"`
}

const (
	RoleTime        = "time"
	RoleDate        = "date"
	RoleTimeOfDay   = "timeOfDay"
	RoleYear        = "year"
	RoleMonth       = "month"
	RoleDay         = "day"
	RoleDayOfYear   = "dayOfYear"
	RoleHHMM        = "hhmm"
	RoleHour        = "hour"
	RoleMinute      = "minute"
	RoleSecond      = "second"
	RoleMillisecond = "millisecond"
	RoleFraction    = "fraction"
	RoleUnix        = "unix"
	RoleUnixMs      = "unixMs"
	RoleDecimalYear = "decimalYear"
	RoleMJD         = "mjd"
	RoleGPSWeek     = "gpsWeek"
	RoleGPSDay      = "gpsDay"
	RoleGPSSecond   = "gpsSecond"
	RoleZone        = "zone"
)

// Roles returns the roles of time columns.
func Roles() []string {
	return []string{
		RoleTime, RoleDate, RoleTimeOfDay, RoleYear, RoleMonth, RoleDay, RoleDayOfYear, RoleHHMM, RoleHour, RoleMinute, RoleSecond, RoleMillisecond,
		RoleFraction, RoleUnix, RoleUnixMs, RoleDecimalYear, RoleMJD, RoleGPSWeek, RoleGPSDay, RoleGPSSecond, RoleZone,
	}
}

// Rules for rows with the same time.
const (
	RefuseSame = "refuse"
	FirstSame  = "first"
	LastSame   = "last"
	MeanSame   = "mean"
)

// Sources of rows.
const (
	SourceLines = "lines"
	SourceGSI   = "gsi"
	SourceNikon = "nikon"
	SourceNMEA  = "nmea"
	SourceXLE   = "xle"
)

// Separators of cells.
const (
	Comma     = "comma"
	Semicolon = "semicolon"
	Tab       = "tab"
	Pipe      = "pipe"
	Blanks    = "blanks"
	Fixed     = "fixed"
)

// signs are the characters of separators.
var signs = map[string]byte{Comma: ',', Semicolon: ';', Tab: '\t', Pipe: '|', Blanks: ' '}

// Mapping is the target of a column's numbers.
type Mapping struct {
	Column  int     `json:"column" minimum:"0" maximum:"4095" doc:"From 0"`
	Part    int     `json:"part,omitempty" minimum:"0" maximum:"1000" doc:"For a cell that holds a list: the entry, from 1; 0: the whole cell"`
	Key     string  `json:"key,omitempty" maxLength:"80" doc:"Only rows with this text in the key column"`
	Channel int32   `json:"channel" minimum:"0" doc:"0: the device itself"`
	Node    int32   `json:"node,omitempty" minimum:"0"`
	Field   string  `json:"field" doc:"A field of the device, or a custom name: a letter, then letters, digits and _"`
	Unit    string  `json:"unit,omitempty" maxLength:"40" doc:"Unit of the column in the file; for information"`
	Factor  float64 `json:"factor,omitempty" doc:"The stored value is value × factor + offset; 0 or omitted: 1"`
	Offset  float64 `json:"offset,omitempty"`
}

func (m Mapping) target() table.Column {
	return table.Column{Channel: m.Channel, Node: m.Node, Field: m.Field}
}

// Targets returns the columns of the resulting table.
func (l *Layout) Targets() []table.Column {
	targets := make([]table.Column, len(l.Columns))
	for i, m := range l.Columns {
		targets[i] = m.target()
	}
	return targets
}

// Check validates a layout for an import, field by field.
func (l *Layout) Check() error {
	var wrong errs.Refusals
	l.checkTime(&wrong, true)
	l.checkText(&wrong)
	if len(l.Columns) == 0 {
		wrong.Add("columns", errs.TooFewEntries, "min", 1)
	}
	l.checkColumns(&wrong)
	return wrong.Err()
}

// CheckPreview is Check for an unfinished layout: missing settings are no error.
func (l *Layout) CheckPreview() error {
	var wrong errs.Refusals
	l.checkTime(&wrong, false)
	l.checkText(&wrong)
	l.checkColumns(&wrong)
	return wrong.Err()
}

var separators = []string{Comma, Semicolon, Tab, Pipe, Blanks, Fixed}

func (l *Layout) checkText(wrong *errs.Refusals) {
	oneOf := func(field, value string, allowed ...string) {
		for _, a := range allowed {
			if value == a {
				return
			}
		}
		wrong.Add(field, errs.NotOneOf, "allowed", strings.Join(allowed, ", "))
	}
	oneOf("source", l.Source, "", SourceLines, SourceGSI, SourceNikon, SourceNMEA, SourceXLE)
	oneOf("encoding", l.Encoding, append([]string{"", Auto}, encodings...)...)
	oneOf("sameTime", l.SameTime, "", RefuseSame, FirstSame, LastSame, MeanSame)
	if l.Source == "" || l.Source == SourceLines {
		oneOf("separator", l.Separator, separators...)
	}
	if l.HeaderLines < 0 || l.HeaderLines > maxHeader {
		wrong.Add("headerLines", errs.OutOfRange, "min", 0, "max", maxHeader)
	}
	if l.Separator == Fixed {
		if len(l.Starts) == 0 {
			wrong.Add("starts", errs.TooFewEntries, "min", 1)
		}
		for i, at := range l.Starts {
			if at < 0 || at > maxLine || i > 0 && at <= l.Starts[i-1] {
				wrong.Add("starts", errs.FormatWrong)
				break
			}
		}
	}
	if l.KeyColumn != nil && (*l.KeyColumn < 0 || *l.KeyColumn >= table.MaxColumns) {
		wrong.Add("keyColumn", errs.OutOfRange, "min", 0, "max", table.MaxColumns-1)
	}
}

const maxHeader = 1000

func (l *Layout) checkTime(wrong *errs.Refusals, whole bool) {
	_, problems := newClock(l)
	for _, p := range problems {
		if whole || !p.missing {
			wrong.Add(p.field, p.message, p.args...)
		}
	}
}

func (l *Layout) checkColumns(wrong *errs.Refusals) {
	type target struct {
		key string
		table.Column
	}
	seen := map[target]bool{}
	for i, m := range l.Columns {
		place := "columns[" + strconv.Itoa(i) + "]."
		if m.Column < 0 || m.Column >= table.MaxColumns {
			wrong.Add(place+"column", errs.OutOfRange, "min", 0, "max", table.MaxColumns-1)
		}
		if !table.Acceptable(m.target()) {
			wrong.Add(place+"field", errs.FormatWrong)
		}
		if m.Key != "" && l.KeyColumn == nil {
			wrong.Add(place+"key", errs.Unexpected)
		}
		if one := (target{m.Key, m.target()}); seen[one] {
			wrong.Add(place+"field", errs.Duplicate)
		} else {
			seen[one] = true
		}
	}
}
