package project

import (
	"fmt"
	"regexp"
	"strconv"
)

// degree is one degree in millionths of an arc second: the unit in which
// coordinates are kept, so that what people typed comes back digit for digit.
const degree = 3600 * 1_000_000

var coordinate = regexp.MustCompile(`^(\d{1,3}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,6}))?([EWNS])$`)

// ParseLongitude reads DDD:MM:SS.SSSSSSE or W, up to 180 degrees, into millionths
// of an arc second, east positive.
func ParseLongitude(s string) (int64, bool) { return parse(s, 'E', 'W', 180) }

// ParseLatitude reads DD:MM:SS.SSSSSSN or S, up to 90 degrees, north positive.
func ParseLatitude(s string) (int64, bool) { return parse(s, 'N', 'S', 90) }

func parse(s string, positive, negative byte, limit int64) (int64, bool) {
	m := coordinate.FindStringSubmatch(s)
	if m == nil || m[5][0] != positive && m[5][0] != negative {
		return 0, false
	}
	fraction := (m[4] + "000000")[:6]
	var parts [4]int64
	for i, digits := range []string{m[1], m[2], m[3], fraction} {
		parts[i], _ = strconv.ParseInt(digits, 10, 64) // digits by the pattern
	}
	v := ((parts[0]*60+parts[1])*60+parts[2])*1_000_000 + parts[3]
	if v > limit*degree {
		return 0, false
	}
	if m[5][0] == negative {
		v = -v
	}
	return v, true
}

// FormatLongitude writes DDD:MM:SS.SSSSSSE or W.
func FormatLongitude(v int64) string { return format(v, 3, "E", "W") }

// FormatLatitude writes DD:MM:SS.SSSSSSN or S.
func FormatLatitude(v int64) string { return format(v, 2, "N", "S") }

func format(v int64, width int, positive, negative string) string {
	direction := positive
	if v < 0 {
		v, direction = -v, negative
	}
	return fmt.Sprintf("%0*d:%02d:%02d.%06d%s", width, v/degree, v/(60*1_000_000)%60, v/1_000_000%60, v%1_000_000, direction)
}
