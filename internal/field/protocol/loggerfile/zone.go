package loggerfile

import (
	"strings"
	"time"
)

// zone is a time zone, a fixed offset, or GPS time.
type zone struct {
	place  *time.Location
	shifts bool // it may have daylight saving time
	gps    bool
}

// GPSTime is the zone of files in GPS time, which has no leap seconds.
const GPSTime = "GPS"

// parseZone parses an IANA name, an offset such as +08:00 or UTC+8, or GPS.
func parseZone(name string) (*zone, error) {
	if name == GPSTime {
		return &zone{place: time.UTC, gps: true}, nil
	}
	text := strings.TrimPrefix(name, "UTC")
	if text == "" {
		return &zone{place: time.UTC}, nil
	}
	if text[0] == '+' || text[0] == '-' {
		if len(text) == 2 { // UTC+8
			text = text[:1] + "0" + text[1:]
		}
		offset, rest, ok := parseOffset(text)
		if !ok || rest != "" {
			return nil, errFormat
		}
		return &zone{place: time.FixedZone(name, offset)}, nil
	}
	if name == "Local" { // means another zone on every machine
		return nil, errFormat
	}
	place, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	return &zone{place: place, shifts: true}, nil
}

// zoneWords are the zone names of USGS files, in hours from UTC.
var zoneWords = map[string]int{
	"UTC": 0, "GMT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
	"AKST": -9, "AKDT": -8, "HST": -10, "AST": -4, "ADT": -3,
}

// zoneWord parses a cell with a zone name.
func zoneWord(cell string) (seconds int, ok bool) {
	if hours, known := zoneWords[strings.ToUpper(cell)]; known {
		return hours * 3600, true
	}
	seconds, rest, ok := parseOffset(cell)
	return seconds, ok && rest == ""
}

// leapSeconds are the UTC days from which GPS time is one more second ahead (IERS Bulletin C).
var leapSeconds = []int64{
	leap(1981, 7), leap(1982, 7), leap(1983, 7), leap(1985, 7), leap(1988, 1), leap(1990, 1), leap(1991, 1), leap(1992, 7), leap(1993, 7),
	leap(1994, 7), leap(1996, 1), leap(1997, 7), leap(1999, 1), leap(2006, 1), leap(2009, 1), leap(2012, 7), leap(2015, 7), leap(2017, 1),
}

func leap(year, month int) int64 {
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC).UnixMilli()
}

// gpsToUTC subtracts the leap seconds from GPS time in ms since 1970.
func gpsToUTC(ms int64) int64 {
	ahead := int64(0)
	for i, from := range leapSeconds {
		if ms >= from+int64(i+1)*1000 {
			ahead = int64(i + 1)
		}
	}
	return ms - ahead*1000
}

// LoadZone returns the zone with an IANA name or an offset such as +08:00.
func LoadZone(name string) (*time.Location, error) {
	z, err := parseZone(name)
	if err != nil || z.gps {
		return nil, errFormat
	}
	return z.place, nil
}
