package hj212

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
)

// simulated are the fields with a factor code; noise is LA.
var simulated = func() (fields []string) {
	for _, s := range substances {
		if !slices.Contains(fields, s.field) {
			fields = append(fields, s.field)
		}
	}
	return fields
}()

// simulate encodes real-time data (CN 2011), or minute data (2051) if they are sent late.
func simulate(s protocol.Sample) []byte {
	kind := "-Rtd="
	at := time.UnixMilli(s.Time).UTC()
	h := head{qn: qn(at), st: defaultProfile.st, cn: realTime, pw: defaultProfile.password, mn: s.Register, flag: wantsAnswer | edition2017}
	if s.History {
		kind, h.cn = "-Avg=", minutes
	}
	var content bytes.Buffer
	content.WriteString("DataTime=" + at.Format(second))
	for i, target := range s.Targets {
		known := slices.IndexFunc(substances, func(s substance) bool { return s.field == target.Field })
		if known < 0 || !reading.IsFinite(s.Values[i]) {
			continue
		}
		code := substances[known].code
		content.WriteString(";" + code + kind + shifted(s.Values[i], -substances[known].shift) + "," + code + "-Flag=N")
	}
	return write(nil, h, content.String())
}

// shifted returns a number times ten to the power of shift, exactly.
func shifted(v float64, shift int) string {
	digits := strconv.FormatFloat(v, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(digits, "e")
	power, _ := strconv.Atoi(exponent)
	moved, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(power+shift), 64)
	if err != nil || math.IsInf(moved, 0) {
		return "0"
	}
	return strconv.FormatFloat(moved, 'f', -1, 64)
}
