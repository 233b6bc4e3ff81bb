package nmea

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/nmea/sentence"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are those of domain protocols.md section 7.
func TestFamily(t *testing.T) { protocoltest.Run(t, "nmea") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "nmea") }

// line completes a sentence.
func line(body string) string { return fmt.Sprintf("$%s*%02X\r\n", body, sentence.Sum(body)) }

func decode(t *testing.T, frame string) *protocol.Message {
	t.Helper()
	var m protocol.Message
	if err := NewDecoder().Decode([]byte(frame), nil, &m); err != nil {
		t.Fatalf("%q: %v", frame, err)
	}
	return &m
}

// A position shortly before midnight arrives after it, and one of the next day arrives early because a clock is off.
func TestTimeOfDayGetsTheNearestDate(t *testing.T) {
	for _, c := range []struct{ sentence, received, want string }{
		{"235959.00", "2026-11-21T00:00:02Z", "2026-11-20T23:59:59Z"},
		{"000001.00", "2026-11-20T23:59:58Z", "2026-11-21T00:00:01Z"},
		{"003000.00", "2026-11-20T00:30:01Z", "2026-11-20T00:30:00Z"},
		{"235960.00", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"},
	} {
		received, err := time.Parse(time.RFC3339, c.received)
		if err != nil {
			t.Fatal(err)
		}
		m := decode(t, line("GNGGA,"+c.sentence+",3031.63094070,N,11421.53407656,E,4,24,0.6,48.3127,M,-13.8420,M,1.0,0001"))
		m.Complete(received.UnixMilli())
		if got := time.UnixMilli(m.Readings[0].Time).UTC().Format(time.RFC3339); got != c.want || m.Readings[0].Cycle != 0 {
			t.Errorf("%s received at %s: got %s, want %s", c.sentence, c.received, got, c.want)
		}
	}
}

// A datagram has two epochs around midnight, and only the first has a date.
func TestDateIsCarriedPastMidnight(t *testing.T) {
	m := decode(t, line("GNGGA,235959.00,3031.6,N,11421.5,E,1,8,1.0,50,M,0,M,,")+
		line("GNZDA,235959.00,20,11,2026,00,00")+line("GNGSA,A,3,,,,,,,,,,,,,1.2,0.6,1.0")+
		line("GNGGA,000000.00,3031.6,N,11421.5,E,1,8,1.0,51,M,0,M,,"))
	want := "data\n" +
		"time 1795219199000: quality=1 sats=8 lat=30.52666666667 lon=114.35833333333 height=50 hdop=1\n" +
		"time 1795219200000: quality=1 sats=8 lat=30.52666666667 lon=114.35833333333 height=51 hdop=1\n"
	if got := protocoltest.Text(m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestIncompletePositions(t *testing.T) {
	for body, want := range map[string]string{
		"GPGGA,092750.000,5321.6802,N,00630.3372,W,0,0,,,M,,M,,":         "of 86400000: quality=0 sats=0\n",
		"GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,,M,,": "of 86400000: quality=1 sats=8 lat=53.36133666667 lon=-6.50562 hdop=1.03\n",
		"GPGGA,092750.000,9021.6802,N,00630.3372,W,1,8,,,,,,,":           "of 86400000: quality=1 sats=8\n",
		"GPGGA,,,,,,0,,,,,,,,":               "",
		"GNRMC,003000.00,V,,,,,,,201126,,,N": "",
		"GNRMC,003000.00,A,3031.63094070,N,11421.53407656,E,10,87.5,311126,,,": "of 86400000: speed=5.144444 heading=87.5\n",
		"GPGSV,3,1,11,03,03,111,00": "",
	} {
		got := protocoltest.Text(decode(t, line(body)))
		if want != "" {
			want = map[bool]string{true: "time 34070000 ", false: "time 1800000 "}[body[6:8] == "09"] + want
		}
		if got != "data\n"+want {
			t.Errorf("%s: got %swant %s", body, got, want)
		}
	}
}

// A tracker sends only RMC.
func TestPositionFromRMC(t *testing.T) {
	p, err := ReadProfile(json.RawMessage(`{"position":"RMC"}`))
	if err != nil {
		t.Fatal(err)
	}
	var m protocol.Message
	frame := "$GNRMC,003000.00,A,3031.63094070,N,11421.53407656,E,0.006,,201126,,,R*77\r\n"
	if err := NewDecoder().Decode([]byte(frame), p, &m); err != nil {
		t.Fatal(err)
	}
	if got, want := protocoltest.Text(&m), "data\ntime 1795134600000: lat=30.527182345 lon=114.358901276 speed=0.003087\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	if _, err := ReadProfile(json.RawMessage(`{"position":"GLL"}`)); !errs.Is(err, errs.NotOneOf) {
		t.Error(err)
	}
}

func TestDamagedSentences(t *testing.T) {
	good := line("GNZDA,003000.00,20,11,2026,00,00")
	for frame, want := range map[string]*errs.Message{
		"":                               errs.FrameIncomplete,
		good[:20]:                        errs.FrameIncomplete,
		"x" + good:                       errs.FrameUnknown,
		good[:5] + "B" + good[6:]:        errs.FrameUnknown,
		line("GN\x01DA,003000.00,20,11"): errs.FrameUnknown,
		line("GNGST,003000,1,1,1,1,1,1,1") + line("GNGST,003000,1,1,1,1,1,1,1"): errs.Duplicate,
	} {
		var m protocol.Message
		if err := NewDecoder().Decode([]byte(frame), nil, &m); !errs.Is(err, want) {
			t.Errorf("%q: got %v, want %s", frame, err, want.Key)
		}
	}
	noise := "GGA,\xff$GN" + good[:12] + "\x00"
	if skip, n := cut([]byte(noise + good)); skip != len(noise) || n != len(good) {
		t.Errorf("cut at %d for %d, want %d for %d", skip, n, len(noise), len(good))
	}
}
