package loggerfile

import (
	"strings"
	"sync"
)

// timeFormats are the formats to try, the least ambiguous first.
var timeFormats = []string{
	"YYYY-MM-DDTHH:mm:ssZZ", "YYYY-MM-DD HH:mm:ssZZ", "YYYY-MM-DD HH:mm:ss ZZ", "YYYY-MM-DDTHH:mm:ss", "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DDTHH:mmZZ",
	"YYYY-MM-DD HH:mm", "YYYY-M-D H:mm:ss", "YYYY-M-D H:mm", "YYYY/M/D H:mm:ss ZZ", "YYYY/M/D H:mm:ss", "YYYY/M/D H:mm",
	"D/M/YYYY H:mm:ss ZZ", "M/D/YYYY H:mm:ss ZZ", "D/M/YYYY H:mm:ss", "M/D/YYYY H:mm:ss", "D/M/YYYY H:mm", "M/D/YYYY H:mm",
	"M/D/YYYY H:mm:ss A", "M/D/YYYY H:mm A", "D/M/YYYY H:mm:ss A", "D/M/YYYY H:mm A",
	"D.M.YYYY H:mm:ss", "D.M.YYYY H:mm", "D-M-YYYY H:mm:ss", "D-M-YYYY H:mm", "M-D-YYYY H:mm:ss", "M-D-YYYY H:mm",
	"YY/M/D H:mm:ss", "D/M/YY H:mm:ss", "M/D/YY H:mm:ss", "YY/M/D H:mm", "D/M/YY H:mm", "M/D/YY H:mm", "M/D/YY H:mm:ss A", "M/D/YY H:mm A",
	"D.M.YY H:mm:ss", "D.M.YY H:mm", "D-MMM-YYYY H:mm:ss", "D-MMM-YY H:mm:ss", "D MMM YYYY H:mm:ss", "D-MMM-YYYY H:mm",
	"YYYY.M.D H:mm:ss", "YYYY.M.D H:mm", "YYYY年M月D日 H:mm:ss", "YYYY年M月D日 H:mm", "YYYY年M月D日H时mm分ss秒", "YYYY年M月D日H时mm分",
	"YYYYMMDD HH:mm:ss", "YYYYMMDDHHmmss", "YYYYMMDD HHmmss", "YYYYMMDDHHmm", "YYYY-MM-DD HHmmss", "YYYY-MM-DD HHmm",
	"YYYY-MM-DD", "YYYY-M-D", "YYYY/M/D", "D/M/YYYY", "M/D/YYYY", "D.M.YYYY", "D-M-YYYY", "M-D-YYYY", "YYYYMMDD", "YYYY.M.D", "YYYY年M月D日",
	"YY/M/D", "D/M/YY", "M/D/YY", "D.M.YY", "D-MMM-YYYY", "D-MMM-YY", "D MMM YYYY", "YYMMMDD",
}

// parsedFormats are the compiled timeFormats: they are tried on every cell of a first row.
var parsedFormats = sync.OnceValue(func() []TimeFormat {
	list := make([]TimeFormat, len(timeFormats))
	for i, pattern := range timeFormats {
		f, err := ParseTimeFormat(pattern)
		if err != nil {
			panic("loggerfile: " + pattern)
		}
		list[i] = f
	}
	return list
})

// GuessTimeFormats returns the formats that parse all of the texts, the least ambiguous first. Two that differ in the
// order of day and month are both returned: only a person can decide.
func GuessTimeFormats(texts []string) []string {
	var found []string
	if len(texts) == 0 {
		return found
	}
	for i, f := range parsedFormats() {
		pattern := timeFormats[i]
		reads := true
		for _, text := range texts {
			if _, ok := f.parse(text); !ok {
				reads = false
				break
			}
		}
		if reads && !covered(found, pattern) {
			found = append(found, pattern)
		}
	}
	return found
}

// covered reports whether a format differs from one already found only in the number of digits.
func covered(found []string, pattern string) bool {
	loose := strings.NewReplacer("MM", "M", "DD", "D", "HH", "H")
	for _, other := range found {
		if loose.Replace(other) == loose.Replace(pattern) {
			return true
		}
	}
	return false
}
