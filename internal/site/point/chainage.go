package point

import (
	"regexp"
	"strconv"
	"strings"
)

var chainageForm = regexp.MustCompile(`^[A-Za-z]*\s*(?:(\d+)\s*\+\s*)?(\d+(?:\.\d+)?)$`)

// Meters returns the chainage as meters: 12345.6 for K12+345.6. ok is false without one that can be read.
func (e Engineering) Meters() (along float64, ok bool) {
	parts := chainageForm.FindStringSubmatch(strings.TrimSpace(e.Chainage))
	if parts == nil {
		return 0, false
	}
	meters, err := strconv.ParseFloat(parts[2], 64)
	if err != nil || parts[1] == "" {
		return meters, err == nil
	}
	kilometers, err := strconv.ParseFloat(parts[1], 64)
	return kilometers*1000 + meters, err == nil
}
