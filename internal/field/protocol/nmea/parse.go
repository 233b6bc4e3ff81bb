package nmea

import (
	"math"
	"strconv"
	"time"

	"plumbline/internal/field/protocol/nmea/sentence"
)

const (
	msPerDay  = 24 * 3600 * 1000
	knot      = 1852.0 / 3600 // m/s
	maxLength = 256           // the standard has 82, receivers send more
)

// parsed is a sentence with a good checksum.
type parsed struct {
	kind   string   // GGA
	fields []string // fields[0] is talker and type
}

// field returns a field, or "" if the sentence is shorter.
func (p parsed) field(i int) string {
	if i < len(p.fields) {
		return p.fields[i]
	}
	return ""
}

// number returns a field as a number; false if it is empty or none.
func (p parsed) number(i int) (float64, bool) {
	v, err := strconv.ParseFloat(p.field(i), 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// timeOfDay decodes HHMMSS or HHMMSS.SSS, in ms since midnight. A leap second belongs to the next day.
func timeOfDay(text string) (int64, bool) {
	if len(text) < 6 {
		return 0, false
	}
	hour, ok1 := twoDigits(text[0:2])
	minute, ok2 := twoDigits(text[2:4])
	second, ok3 := twoDigits(text[4:6])
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 60 {
		return 0, false
	}
	ms := int64(hour*3600+minute*60+second) * 1000
	if len(text) == 6 {
		return ms, true
	}
	fraction, err := strconv.ParseFloat("0"+text[6:], 64)
	if err != nil || text[6] != '.' || fraction < 0 || fraction >= 1 {
		return 0, false
	}
	return ms + int64(math.Round(fraction*1000)), true
}

func twoDigits(text string) (int, bool) {
	if text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9' {
		return 0, false
	}
	return int(text[0]-'0')*10 + int(text[1]-'0'), true
}

// date returns midnight UTC of the date in a sentence, ms; false if it has none.
func (p parsed) date() (int64, bool) {
	var day, month, year int
	var ok bool
	switch p.kind {
	case "RMC":
		text := p.field(9)
		if len(text) != 6 || p.field(2) != "A" {
			return 0, false
		}
		if year, ok = twoDigits(text[4:6]); !ok {
			return 0, false
		}
		if year += 2000; year >= 2070 {
			year -= 100
		}
		if day, ok = twoDigits(text[0:2]); !ok {
			return 0, false
		}
		if month, ok = twoDigits(text[2:4]); !ok {
			return 0, false
		}
	case "ZDA":
		d, ok1 := p.number(2)
		m, ok2 := p.number(3)
		y, ok3 := p.number(4)
		if !ok1 || !ok2 || !ok3 || y < 1970 || y > 9999 {
			return 0, false
		}
		day, month, year = int(d), int(m), int(y)
	default:
		return 0, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t.UnixMilli(), t.Day() == day && int(t.Month()) == month
}

// position returns latitude and longitude from four fields.
func (p parsed) position(first int) (lat, lon float64, ok bool) {
	lat, ok1 := sentence.Degrees(p.field(first), p.field(first+1))
	lon, ok2 := sentence.Degrees(p.field(first+2), p.field(first+3))
	return round(lat, 1e11), round(lon, 1e11), ok1 && ok2 && math.Abs(lat) <= 90 && math.Abs(lon) <= 180
}

// height returns the ellipsoidal height of a GGA sentence, m.
func (p parsed) height() (float64, bool) {
	above, ok1 := p.number(9)
	geoid, ok2 := p.number(11)
	return round(above+geoid, 1e6), ok1 && ok2
}

// round removes the error of binary fractions: the fields have decimals.
func round(v, unit float64) float64 {
	if r := math.Round(v*unit) / unit; !math.IsInf(r, 0) {
		return r
	}
	return v
}
