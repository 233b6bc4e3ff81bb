package geokon

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Settings is what the lines of a logger have.
type Settings struct {
	Columns []string `json:"columns,omitempty"` // in order; readings and thermistors belong to channels 1, 2, … in their order
	Units   []string `json:"units,omitempty"`   // of the readings: digits (default), Hz, µs or µε; one for all, or one each
	// Direct puts the values of the only channel on the logger itself, for a gauge with a logger in it. The temperature
	// of the logger is then loggerTemp.
	Direct bool `json:"direct,omitempty"`
}

// role is what a column is.
type role uint8

const (
	skip role = iota
	id
	year
	yearDay
	month
	day
	hhmm
	hour
	minute
	second
	battery
	temperature
	gauge
	thermistor
	number
)

var roleNames = []string{
	"skip", "id", "year", "yearDay", "month", "day", "hhmm", "hour", "minute", "second",
	"battery", "temperature", "reading", "thermistor", "array",
}

var roleLabels = []i18n.Label{
	{Zh: "不使用", En: "Not used", Tw: "不使用"},
	{Zh: "采集仪编号", En: "Logger ID", Tw: "採集儀編號"},
	{Zh: "年", En: "Year", Tw: "年"},
	{Zh: "年积日", En: "Day of the year", Tw: "年積日"},
	{Zh: "月", En: "Month", Tw: "月"},
	{Zh: "日", En: "Day", Tw: "日"},
	{Zh: "时分", En: "Hour and minute", Tw: "時分"},
	{Zh: "时", En: "Hour", Tw: "時"},
	{Zh: "分", En: "Minute", Tw: "分"},
	{Zh: "秒", En: "Second", Tw: "秒"},
	{Zh: "电池电压", En: "Battery", Tw: "電池電壓"},
	{Zh: "采集仪温度", En: "Logger temperature", Tw: "採集儀溫度"},
	{Zh: "振弦读数", En: "Reading", Tw: "振弦讀數"},
	{Zh: "温度", En: "Temperature", Tw: "溫度"},
	{Zh: "记录号", En: "Array number", Tw: "記錄編號"},
}

var units = []string{"digits", "Hz", "µs", "µε"}

const (
	inDigits = iota
	inHertz
	inMicroseconds
	inMicrostrain
)

// unitFields are the fields of the catalog for readings; a period becomes a frequency.
var unitFields = [...]string{inDigits: "digits", inHertz: "freq", inMicroseconds: "freq", inMicrostrain: "strain"}

const (
	maxColumns  = 128
	maxChannels = 32
)

// Profile is a checked list of columns.
type Profile struct {
	columns []role
	units   []int // by channel
	direct  bool
}

// ReadProfile reads and checks a profile; empty is a logger of one channel with the day of the year.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	var s Settings
	if len(text) > 0 {
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	if len(s.Columns) == 0 {
		s.Columns = oneChannel
	}
	return s.check()
}

func (s Settings) check() (*Profile, error) {
	var refused errs.Refusals
	p := &Profile{direct: s.Direct}
	if len(s.Columns) > maxColumns {
		return nil, errs.OnField("columns", errs.TooManyEntries, "max", maxColumns)
	}
	count := make([]int, len(roleNames))
	for i, name := range s.Columns {
		r := role(max(0, slices.Index(roleNames, name)))
		if r == skip && name != roleNames[skip] {
			refused.Add("columns["+strconv.Itoa(i)+"]", errs.NotOneOf, "allowed", strings.Join(roleNames, ", "))
		}
		count[r]++
		if count[r] > 1 && r != skip && r != gauge && r != thermistor {
			refused.Add("columns["+strconv.Itoa(i)+"]", errs.Duplicate)
		}
		p.columns = append(p.columns, r)
	}
	has := func(roles ...role) bool {
		return !slices.ContainsFunc(roles, func(r role) bool { return count[r] == 0 })
	}
	if !has(year) || has(yearDay) == has(month, day) || has(hhmm) == has(hour, minute) {
		refused.Add("columns", errs.FieldWrong, "reason", "year, yearDay | month + day, hhmm | hour + minute")
	}
	channels := count[gauge]
	if channels < 1 || channels > maxChannels || s.Direct && channels > 1 {
		refused.Add("columns", errs.FieldWrong, "reason", "reading")
	}
	if count[thermistor] > channels {
		refused.Add("columns", errs.FieldWrong, "reason", "thermistor")
	}
	if n := len(s.Units); n > 1 && n != channels {
		refused.Add("units", errs.OutOfRange, "min", channels, "max", channels)
	}
	for c := range min(channels, maxChannels) {
		unit := 0
		if len(s.Units) > 0 {
			name := s.Units[min(c, len(s.Units)-1)]
			if unit = slices.Index(units, name); unit < 0 {
				refused.Add("units["+strconv.Itoa(c)+"]", errs.NotOneOf, "allowed", strings.Join(units, ", "))
			}
		}
		p.units = append(p.units, unit)
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

var oneChannel = columnsOf("id year yearDay hhmm second battery temperature", 1)

// columnsOf returns columns, followed by the readings, the thermistors and the number of the array.
func columnsOf(before string, channels int) []string {
	columns := strings.Fields(before)
	for _, name := range []string{"reading", "thermistor"} {
		for range channels {
			columns = append(columns, name)
		}
	}
	return append(columns, "array")
}

var defaultProfile = func() *Profile {
	p, err := Settings{Columns: oneChannel}.check()
	if err != nil {
		panic("geokon: " + err.Error())
	}
	return p
}()

func profileOf(profile any) *Profile {
	if p, ok := profile.(*Profile); ok && p != nil {
		return p
	}
	return defaultProfile
}

// presets are the usual loggers, with both forms of the date.
func presets() (list []protocol.Preset) {
	for _, channels := range []int{1, 4, 16} {
		for _, form := range []struct {
			code, columns string
			zh, en, tw    string
		}{
			{"-day", "id year yearDay hhmm second battery temperature", "年积日", "day of the year", "年積日"},
			{"-month", "id year month day hour minute second battery temperature", "月日", "month and day", "月日"},
		} {
			n := strconv.Itoa(channels)
			text, err := json.Marshal(Settings{Columns: columnsOf(form.columns, channels), Units: []string{units[inDigits]}})
			if err != nil {
				panic("geokon: " + err.Error())
			}
			list = append(list, protocol.Preset{
				Code:    "lc2-" + n + form.code,
				Label:   i18n.Label{Zh: n + "通道，" + form.zh, En: "Channels: " + n + ", " + form.en, Tw: n + "通道，" + form.tw},
				Profile: text,
			})
		}
	}
	return list
}
