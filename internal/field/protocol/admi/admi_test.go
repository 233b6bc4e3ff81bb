package admi

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames were encoded by protoc from docs/admi.proto.
func TestFamily(t *testing.T) { protocoltest.Run(t, Name) }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, Name) }

// The fuzzer gets messages too, since it rarely guesses their length.
func FuzzMessage(f *testing.F) {
	for _, frame := range [][]byte{framed(f, measured(17)), framed(f, outcome(81, admipb.Outcome_CODE_OK))} {
		f.Add(frame[headLen:])
	}
	decoder, m := NewDecoder(), new(protocol.Message)
	f.Fuzz(func(t *testing.T, message []byte) {
		if len(message) > MaxMessage {
			return
		}
		frame := append([]byte(start), byte(len(message)>>24), byte(len(message)>>16), byte(len(message)>>8), byte(len(message)))
		frame = append(frame, message...)
		if skip, n := Cut(frame); skip != 0 || n != len(frame) {
			t.Fatalf("%x is cut at %d for %d", frame, skip, n)
		}
		if err := decoder.Decode(frame, nil, m); err != nil {
			if _, ok := errs.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		if acknowledged := receipt(frame, time.Time{}, false); (len(acknowledged) > 0) != (m.Type == protocol.Data) {
			t.Fatalf("%x is acknowledged with %x", frame, acknowledged)
		}
	})
}

func measured(number uint64, segments ...*admipb.Segment) *admipb.ConnectResponse {
	if segments == nil {
		segments = []*admipb.Segment{{Node: 1, Ax: proto.Float64(0.5)}}
	}
	return &admipb.ConnectResponse{Of: &admipb.ConnectResponse_Reading{
		Reading: &admipb.Reading{Number: number, TimeMs: 1795134600000, Segments: segments},
	}}
}

func outcome(id int64, code admipb.Outcome_Code) *admipb.ConnectResponse {
	return &admipb.ConnectResponse{Of: &admipb.ConnectResponse_Outcome{Outcome: &admipb.Outcome{Id: id, Code: code, Message: "said"}}}
}

func framed(t testing.TB, m proto.Message) []byte {
	t.Helper()
	frame, err := Frame(m)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

// requestIn returns the message that the platform sends in a frame.
func requestIn(t *testing.T, frame []byte) *admipb.ConnectRequest {
	t.Helper()
	message, err := Message(frame)
	if err != nil {
		t.Fatal(err)
	}
	request := new(admipb.ConnectRequest)
	if err := proto.Unmarshal(message, request); err != nil {
		t.Fatal(err)
	}
	return request
}

func TestEachReadingIsAcknowledgedByItsNumber(t *testing.T) {
	for _, number := range []uint64{0, 17, math.MaxUint64} {
		got := requestIn(t, receipt(framed(t, measured(number)), time.Time{}, false))
		if got.GetAcknowledgement() == nil || got.GetAcknowledgement().Number != number {
			t.Errorf("reading %d is acknowledged with %v", number, got)
		}
	}
	if got := receipt(framed(t, outcome(3, admipb.Outcome_CODE_OK)), time.Time{}, false); got != nil {
		t.Errorf("an outcome is acknowledged with %x", got)
	}
}

func TestCommandsAndOutcomes(t *testing.T) {
	if c := requestIn(t, writeCommand(protocol.Request{ID: 7, Command: "read"})).GetCommand(); c.Id != 7 || c.GetRead() == nil {
		t.Errorf("read is sent as %v", c)
	}
	if c := requestIn(t, writeCommand(protocol.Request{ID: 7, Command: "reset"})).GetCommand(); c.GetReset_() == nil {
		t.Errorf("reset is sent as %v", c)
	}
	every := protocol.Request{ID: 7, Command: "setInterval", Args: json.RawMessage(`{"interval":900,"start":0}`)}
	if c := requestIn(t, writeCommand(every)).GetCommand(); c.GetSetInterval().GetSeconds() != 900 {
		t.Errorf("setInterval is sent as %v", c)
	}
	for _, none := range []protocol.Request{{Command: "setTime"}, {Command: "setInterval"}, {Command: "setInterval", Args: json.RawMessage(`{"interval":-1}`)}} {
		if got := writeCommand(none); got != nil {
			t.Errorf("%s %s is sent as %x", none.Command, none.Args, got)
		}
	}
	for code, want := range map[admipb.Outcome_Code]int{
		admipb.Outcome_CODE_OK: 0, admipb.Outcome_CODE_BAD_PARAMETER: badParameter, admipb.Outcome_CODE_BUSY: busy,
		admipb.Outcome_CODE_NOT_SUPPORTED: notSupported, admipb.Outcome_CODE_UNSPECIFIED: notSupported, 99: notSupported,
	} {
		if a, done, ok := commandAnswered(protocol.Request{ID: 7}, framed(t, outcome(7, code))); !done || !ok || a.Code != want || a.Message != "said" {
			t.Errorf("%s is %+v", code, a)
		}
	}
	if _, _, ok := commandAnswered(protocol.Request{ID: 8}, framed(t, outcome(7, 0))); ok {
		t.Error("the outcome of another command is taken")
	}
}

func TestWhatIsNoReadingIsRefused(t *testing.T) {
	for name, refused := range map[string]struct {
		m     proto.Message
		field string
		want  *errs.Message
	}{
		"nothing":       {&admipb.ConnectResponse{}, "", errs.FrameUnknown},
		"no segments":   {&admipb.ConnectResponse{Of: &admipb.ConnectResponse_Reading{Reading: &admipb.Reading{Number: 1}}}, "segments", errs.Empty},
		"no value":      {measured(1, &admipb.Segment{Node: 1}), "segments", errs.Empty},
		"segment 0":     {measured(1, &admipb.Segment{Node: 1}, &admipb.Segment{X: proto.Float64(1)}), "segments[1].node", errs.OutOfRange},
		"segment twice": {measured(1, &admipb.Segment{Node: 1, X: proto.Float64(1)}, &admipb.Segment{Node: 1, X: proto.Float64(1)}), "segments", errs.Duplicate},
	} {
		err := NewDecoder().Decode(framed(t, refused.m), nil, new(protocol.Message))
		why, ok := errs.As(err)
		if !errs.Is(err, refused.want) || refused.field != "" && (!ok || why.Fields[0].Name != refused.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProfileNamesCertificates(t *testing.T) {
	for _, text := range []string{`{"ca":"no certificate"}`, `{"host":"x"}`} {
		if _, err := ReadProfile(json.RawMessage(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	if p, err := ReadProfile(nil); err != nil || p.Roots() != nil {
		t.Errorf("no profile: %+v, %v", p, err)
	}
}
