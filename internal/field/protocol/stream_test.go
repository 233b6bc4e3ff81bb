package protocol_test

import (
	"bytes"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
)

// A time of day becomes that nearest to the receipt, also around midnight.
func TestTimeOfDayIsCompleted(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		received  string
		timeOfDay time.Duration
		want      string
	}{
		{"2026-11-20T08:30:05Z", 8*time.Hour + 30*time.Minute, "2026-11-20T08:30:00Z"},
		{"2026-11-20T00:30:00Z", 23*time.Hour + 59*time.Minute, "2026-11-19T23:59:00Z"},
		{"2026-11-19T23:59:59Z", time.Minute, "2026-11-20T00:01:00Z"},
	} {
		received, err := time.Parse(time.RFC3339, c.received)
		if err != nil {
			t.Fatal(err)
		}
		m := protocol.Message{Readings: []protocol.Reading{{Time: c.timeOfDay.Milliseconds(), HasTime: true, Cycle: day.Milliseconds()}}}
		m.Complete(received.UnixMilli())
		if got := time.UnixMilli(m.Readings[0].Time).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%v, received at %s: %s, want %s", c.timeOfDay, c.received, got, c.want)
		}
	}
}

// An answer "A…" of three bytes is found behind garbage, and behind the beginning of one that was cut off.
func TestAnswerIsFound(t *testing.T) {
	match := func(rest []byte) (int, bool) {
		switch {
		case rest[0] != 'A' || len(rest) > 1 && rest[1] != 'n':
			return 0, false
		case len(rest) < 3:
			return 0, true
		}
		return 3, rest[2] == 's'
	}
	for received, want := range map[string][2]int{
		"": {0, 0}, "xy": {2, 0}, "xAn": {1, 0}, "Ans": {0, 3}, "xxAnsA": {2, 3}, "AAns": {1, 3}, "AnAns": {2, 3}, "Anx": {3, 0},
	} {
		if skip, n := protocol.CutAnswer([]byte(received), match); [2]int{skip, n} != want {
			t.Errorf("%q is cut at %d for %d, want %v", received, skip, n, want)
		}
	}
}

func TestRawBytes(t *testing.T) {
	for args, want := range map[string]string{`{"hex":"0103"}`: "\x01\x03", `{"text":"AT"}`: "AT", `{"hex":"0x"}`: "", `[]`: "", `{}`: ""} {
		if got := protocol.RawBytes([]byte(args)); !bytes.Equal(got, []byte(want)) {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
