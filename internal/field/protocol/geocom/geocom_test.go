package geocom

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are those of domain protocols.md section 12.1. The one of 2167 has the same measurement.
func TestFamily(t *testing.T) { protocoltest.Run(t, "geocom") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "geocom") }

func decode(t *testing.T, frame string) (*protocol.Message, error) {
	t.Helper()
	var m protocol.Message
	return &m, NewDecoder().Decode([]byte(frame), nil, &m)
}

// Hz 127.2356111°, V 88.3595833°, 183.2746 m: the example of domain formulas.md section 17.
func TestRadiansBecomeDegrees(t *testing.T) {
	m, err := decode(t, "%R1Q,2108:5000,1\r\n%R1P,0,0:0,2.220680340,1.542165655,183.2746\r\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{127.2356111, 88.3595833, 183.2746, 0} {
		if got := m.Readings[0].Values[i]; math.Abs(got-want) > 5e-8 {
			t.Errorf("value %d: got %.9f, want %v", i, got, want)
		}
	}
}

func TestReturnCodes(t *testing.T) {
	ask := "%R1Q,2008,1:1,1\r\n%R1P,0,1:0\r\n%R1Q,2108,2:5000,1\r\n"
	m, err := decode(t, ask+"%R1P,0,2:1284,1,1.5,20.5\r\n")
	if err != nil || m.Readings[0].Values[3] != 1284 {
		t.Errorf("accuracy not guaranteed is a warning: %v, %v", m.Readings, err)
	}
	for answer, want := range map[string]string{
		"%R1P,0,2:8710\r\n":          "Return code 8710 of the total station: no target",
		"%R1P,0,2:1285,1,1.5,0\r\n":  "Return code 1285 of the total station: only angles are valid",
		"%R1P,3077,2:0\r\n":          "Return code 3077 of the total station: communication failed",
		"%R1P,1284,2:0,1,1.5,20\r\n": "Return code 1284 of the total station: accuracy not guaranteed",
		"%R1P,0,2:9999\r\n":          "Return code 9999 of the total station: not executed",
	} {
		_, err := decode(t, ask+answer)
		refused, ok := errs.As(err)
		if !ok || !errs.Is(err, errs.GeoCOMRefused) || refused.Text(errs.English) != want {
			t.Errorf("%q: got %v, want %s", answer, err, want)
		}
	}
}

// The answer to the measurement before comes late, among noise of the line.
func TestLateAnswerIsSkipped(t *testing.T) {
	before := "\x00\xff%R1\r\n%R1P,0,6:0,9,9,9\r\n"
	ours := "%R1P,0,7:0,1,1.5,20.5\r\n"
	asked := []byte("%R1Q,2108,7:5000,1\r\n")
	if skip, n := cut(asked, []byte(before+ours+"%")); skip != len(before) || n != len(ours) {
		t.Errorf("cut at %d for %d, want %d for %d", skip, n, len(before), len(ours))
	}
	if skip, n := cut(asked, []byte("xx%R1P,0,7:0,1")); skip != 2 || n != 0 {
		t.Errorf("part of an answer is cut at %d for %d", skip, n)
	}
}

func TestMeasurement(t *testing.T) {
	var procedures []string
	for _, request := range requests(nil, 0) {
		head, parameters, _ := strings.Cut(string(request), ":")
		procedures = append(procedures, strings.Split(head, ",")[1]+":"+strings.TrimSpace(parameters))
	}
	if got, want := strings.Join(procedures, " "), "2008:1,1 2167:5000,1 2008:3,1"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

func TestCommands(t *testing.T) {
	for _, c := range []struct{ command, args, want string }{
		{"read", ``, "%R1Q,2008,5:1,1\r\n"},
		{"raw", `{"text":"%R1Q,5003:"}`, "%R1Q,5003:\r\n"},
		{"raw", `{"text":"%R1Q,9027:2.2206803,1.5421657,0,1,0\r\n"}`, "%R1Q,9027:2.2206803,1.5421657,0,1,0\r\n"},
		{protocol.SetTime, ``, ""},
	} {
		if got := command(protocol.Request{ID: 81, Command: c.command, Args: json.RawMessage(c.args)}); string(got) != c.want {
			t.Errorf("%s %s: got %q, want %q", c.command, c.args, got, c.want)
		}
	}
}

func TestDamagedExchanges(t *testing.T) {
	for frame, want := range map[string]*errs.Message{
		"":                                 errs.FrameIncomplete,
		"%R1Q,2108:5000,1":                 errs.FrameIncomplete,
		"%R1Q,2108:5000,1\r\n":             errs.FrameIncomplete,
		"%R2Q,2108:5000,1\r\n":             errs.FrameUnknown,
		"%R1Q,2108:5000,1\r\n%R1P,0:0\r\n": errs.FrameUnknown,
		"%R1Q,2108,1:5000,1\r\n%R1P,0,2:0,1,2,3\r\n":                           errs.AnswerOfOther,
		"%R1Q,2108:5000,1\r\n%R1P,0,0:0,1,2\r\n":                               errs.FrameIncomplete,
		strings.Repeat("%R1Q,2003:1\r\n%R1P,0,0:0,1,1,1,1,1,1,1,1,0\r\n", 257): errs.TooManyItems,
	} {
		if _, err := decode(t, frame); !errs.Is(err, want) {
			t.Errorf("%.60q: got %v, want %s", frame, err, want.Key)
		}
	}
	if m, err := decode(t, "%R1Q,2108:5000,1\r\n%R1P,0,0:0,1,x,3\r\n"); err != nil || !math.IsNaN(m.Readings[0].Values[1]) {
		t.Errorf("a value that is no number is invalid: %v", err)
	}
}

func TestRefusedProfiles(t *testing.T) {
	for text, want := range map[string]*errs.Message{
		`{"measure":"all"}`: errs.NotOneOf, `{"wait":60001}`: errs.OutOfRange, `{"rpc":2108}`: errs.Unexpected,
	} {
		if _, err := ReadProfile(json.RawMessage(text)); !errs.Is(err, want) {
			t.Errorf("%s: got %v, want %s", text, err, want.Key)
		}
	}
}
