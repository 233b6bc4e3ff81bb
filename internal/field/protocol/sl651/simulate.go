package sl651

import (
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
)

// simulatedElements are the elements that a simulated station sends, with the bytes of their definitions in annex C.
var simulatedElements = []struct {
	id    byte
	field string
	least int
}{
	{0x26, "total", 3},
	{0x20, "rainToday", 3},
	{0x1A, "rain1h", 3},
	{0x1F, "rainDay", 3},
	{0x39, "level", 4},
	{0x3A, "levelDown", 4},
	{0x38, "voltage", 2},
}

var simulated = func() (fields []string) {
	for _, e := range simulatedElements {
		fields = append(fields, e.field)
	}
	return fields
}()

// simulate encodes a timed report (32) of a river station. The observation has a resolution of a minute.
func simulate(s protocol.Sample) []byte {
	f := frame{center: defaultProfile.center, function: 0x32, end: etx}
	if raw, err := hex.DecodeString(s.Register); err == nil && len(raw) == addressLen {
		copy(f.station[:], raw)
	}
	at := packed(time.UnixMilli(s.Time).UTC())
	body := append([]byte{idStation, idStation}, f.station[:]...)
	body = append(body, 'H', idObserved, idObserved)
	body = append(body, at[:5]...)
	for i, target := range s.Targets {
		known := slices.IndexFunc(simulatedElements, func(e struct {
			id    byte
			field string
			least int
		},
		) bool {
			return e.field == target.Field
		})
		if known < 0 || !reading.IsFinite(s.Values[i]) || math.Abs(s.Values[i]) > 1e15 {
			continue
		}
		body = appendNumber(body, simulatedElements[known].id, simulatedElements[known].least, s.Values[i])
	}
	return write(f, s.Seq&0xFFFF, at, body)
}

// maxDecimals is the most that a definition can say.
const maxDecimals = 7

// appendNumber appends an element with as many decimals as its value has, up to 7.
func appendNumber(to []byte, id byte, least int, v float64) []byte {
	whole, decimals, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', -1, 64), ".")
	if len(decimals) > maxDecimals {
		whole, decimals, _ = strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', maxDecimals, 64), ".")
	}
	digits := whole + decimals
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	for len(digits) < 2*least {
		digits = "00" + digits
	}
	number, _ := hex.DecodeString(digits)
	if v < 0 {
		number = append([]byte{0xFF}, number...)
	}
	return append(append(to, id, byte(len(number)<<3|len(decimals))), number...)
}
