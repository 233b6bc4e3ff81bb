// Package protocoltest is the conformance suite of protocol families. A family's test calls Run and Fuzz; its golden
// frames are files in testdata/frames, each with NAME.want, the text of the decoded message, and NAME.profile if it needs
// a profile. A frame whose name ends in .hex is written in hexadecimal digits and spaces.
package protocoltest

import (
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

const framesFolder = "testdata/frames"

// Run checks a family against the contract of protocol.Family.
func Run(t *testing.T, name string) {
	family := protocol.Named(name)
	if family == nil {
		t.Fatalf("no family named %s", name)
	}
	t.Run("family is complete", func(t *testing.T) {
		if l := family.Label; l.Zh == "" || l.En == "" || l.Tw == "" || family.NewDecoder == nil {
			t.Errorf("%+v", family)
		}
	})
	t.Run("presets are profiles", func(t *testing.T) { presets(t, family) })
	t.Run("golden frames", func(t *testing.T) { golden(t, family) })
	t.Run("damaged frames", func(t *testing.T) { damaged(t, family) })
	t.Run("downlinks", func(t *testing.T) { downlinks(t, family) })
	if family.Simulate != nil {
		t.Run("simulated frames decode", func(t *testing.T) { simulated(t, family) })
	}
	if family.Stream != nil && family.Stream.Cut != nil {
		t.Run("frames are found in a stream", func(t *testing.T) { cut(t, family) })
	}
	if family.Polling != nil {
		t.Run("instruments are polled", func(t *testing.T) { polled(t, family) })
	}
	if family.Dissect != nil {
		t.Run("frames are taken apart", func(t *testing.T) { dissected(t, family) })
	}
}

// frame is a golden frame.
type frame struct {
	name    string
	payload []byte
	profile any
	want    string
}

func framesOf(t testing.TB, family *protocol.Family) []frame {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(framesFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var list []frame
	for _, path := range paths {
		if ext := filepath.Ext(path); ext == ".want" || ext == ".profile" {
			continue
		}
		payload, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(path) == ".hex" {
			if payload, err = hex.DecodeString(strings.Join(strings.Fields(string(payload)), "")); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		name := strings.TrimSuffix(path, filepath.Ext(path))
		want, err := os.ReadFile(name + ".want")
		if err != nil {
			t.Fatal(err)
		}
		var profile any
		if text, err := os.ReadFile(name + ".profile"); err == nil {
			if profile, err = family.Profile(text); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		list = append(list, frame{filepath.Base(name), payload, profile, string(want)})
	}
	if len(list) == 0 {
		t.Fatal("no golden frames in " + framesFolder)
	}
	return list
}

// golden decodes each frame with a reused decoder and message.
func golden(t *testing.T, family *protocol.Family) {
	decoder, m := family.NewDecoder(), new(protocol.Message)
	for range 2 {
		for _, f := range framesOf(t, family) {
			if err := decoder.Decode(f.payload, f.profile, m); err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			if diff := cmp.Diff(f.want, Text(m)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", f.name, diff)
			}
		}
	}
}

// damaged cuts and changes golden frames: errors must be proper errors, and the next frame is decoded as usual.
func damaged(t *testing.T, family *protocol.Family) {
	frames := framesOf(t, family)
	decoder, m := family.NewDecoder(), new(protocol.Message)
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(frames).Draw(t, "frame")
		payload := append([]byte(nil), f.payload[:rapid.IntRange(0, len(f.payload)).Draw(t, "length")]...)
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(payload) > 0 {
				payload[rapid.IntRange(0, len(payload)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		if problem := sound(decoder.Decode(payload, f.profile, m), m); problem != "" {
			t.Fatalf("%q: %s", payload, problem)
		}
		if err := decoder.Decode(f.payload, f.profile, m); err != nil || Text(m) != f.want {
			t.Fatalf("after %q, %s is read as %s (%v)", payload, f.name, Text(m), err)
		}
	})
}

// sound returns what is wrong with a decoder's output, or "".
func sound(err error, m *protocol.Message) string {
	if err != nil {
		if _, ok := errs.As(err); !ok {
			return "not an errs.Error: " + err.Error()
		}
		return ""
	}
	for i := range m.Readings {
		r := &m.Readings[i]
		if r.Columns == nil || len(r.Values) != r.Columns.Len() {
			return fmt.Sprintf("%d values for the columns %v", len(r.Values), r.Columns)
		}
		for c, v := range r.Values {
			if math.IsInf(v, 0) {
				return fmt.Sprintf("%v in column %v", v, r.Columns.List[c])
			}
		}
	}
	return ""
}

// downlinks are encoded by families that have them, and an answer is never mistaken for one of another family.
func downlinks(t *testing.T, family *protocol.Family) {
	answers := family.Answer != nil || family.Stream != nil && family.Stream.Answers != nil || family.Polling != nil
	if (family.Command != nil) != answers {
		t.Error("a family needs both commands and answers, or neither")
	}
	now := time.UnixMilli(1795134605123)
	for name, payload := range map[string]func() []byte{
		"time reply": func() []byte { return family.TimeReply(now.UnixMilli(), 480) },
		"receipt":    func() []byte { return family.Receipt(17, true) },
		"command": func() []byte {
			set := family.Command(protocol.Request{ID: 81, Command: protocol.SetTime, Now: now})
			read := family.Command(protocol.Request{ID: 82, Command: "read", Now: now})
			return append(set, read...) // instruments without a clock only read
		},
	} {
		if there := map[string]bool{"time reply": family.TimeReply != nil, "receipt": family.Receipt != nil, "command": family.Command != nil}; !there[name] {
			continue
		}
		if first, second := payload(), payload(); len(first) == 0 || string(first) != string(second) {
			t.Errorf("%s: %q, then %q", name, first, second)
		}
	}
	if family.Answer != nil {
		for _, f := range framesOf(t, family) {
			if a, ok := family.Answer(f.payload); ok && (!strings.HasPrefix(f.want, "ack") || a.ID <= 0) {
				t.Errorf("%s was read as the answer %+v", f.name, a)
			}
		}
	}
}

// simulated compares what a simulated device sends with what is decoded.
func simulated(t *testing.T, family *protocol.Family) {
	decoder, m := family.NewDecoder(), new(protocol.Message)
	target := rapid.Custom(func(t *rapid.T) protocol.Target {
		return protocol.Target{
			Channel: rapid.Int32Range(0, 4).Draw(t, "channel"), Node: rapid.Int32Range(0, 3).Draw(t, "node"),
			Field: rapid.SampledFrom([]string{"x", "freq", "temp"}).Draw(t, "field"),
		}
	})
	number, most := rapid.Float64Range(-1e6, 1e6), 12
	if family.Simulated != nil { // values that instruments send
		target = rapid.Custom(func(t *rapid.T) protocol.Target {
			return protocol.Target{Field: rapid.SampledFrom(family.Simulated).Draw(t, "field")}
		})
		number = rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-99999, 99999).Draw(t, "hundredths")) / 100 })
		most = len(family.Simulated)
	}
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfNDistinct(target, 1, most, rapid.ID[protocol.Target]).Draw(t, "targets")
		s := protocol.Sample{Seq: 7, Time: 1795134600000, Targets: places}
		want := map[protocol.Target]float64{}
		for _, place := range places {
			v := rapid.OneOf(number, rapid.Just(math.NaN()), rapid.Just(reading.Missing)).Draw(t, "value")
			s.Values = append(s.Values, v)
			if !math.IsNaN(v) {
				want[place] = v
			}
		}
		if len(want) == 0 {
			t.Skip("nothing to send")
		}
		payload := family.Simulate(s)
		if err := decoder.Decode(payload, nil, m); err != nil {
			t.Fatalf("%s: %v", payload, err)
		}
		got := map[protocol.Target]float64{}
		for i := range m.Readings {
			r := &m.Readings[i]
			if !r.HasTime || r.Time != s.Time {
				t.Fatalf("%s: time %d", payload, r.Time)
			}
			for c, column := range r.Columns.List {
				got[protocol.Target{Channel: r.Channel, Node: column.Node, Field: column.Field}] = r.Values[c]
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-sent +decoded):\n%s", payload, diff)
		}
	})
}

// Fuzz feeds arbitrary bytes to a family's decoder, starting with its golden frames. also checks more of an accepted
// frame.
func Fuzz(f *testing.F, name string, also ...func(t *testing.T, payload []byte, m *protocol.Message)) {
	family := protocol.Named(name)
	profiles := []any{nil}
	for _, frame := range framesOf(f, family) {
		f.Add(frame.payload)
		if frame.profile != nil {
			profiles = append(profiles, frame.profile)
		}
	}
	decoder, m := family.NewDecoder(), new(protocol.Message)
	f.Fuzz(func(t *testing.T, payload []byte) {
		profile := profiles[int(crc32.ChecksumIEEE(payload))%len(profiles)] // one of them, so that more frames are tried
		pieces(t, family, payload, profile)
		err := decoder.Decode(payload, profile, m)
		if problem := sound(err, m); problem != "" {
			t.Fatal(problem)
		}
		if err != nil {
			return
		}
		if values := heldBy(m); values > valuesAByte*len(payload) {
			t.Fatalf("%d values of %d bytes", values, len(payload))
		}
		for _, check := range also {
			check(t, payload, m)
		}
	})
}

// valuesAByte bounds what a decoder keeps of a frame: 8 bits are 8 values.
const valuesAByte = 8

func heldBy(m *protocol.Message) (values int) {
	for i := range m.Readings {
		values += len(m.Readings[i].Values)
	}
	return values
}

var typeNames = [...]string{"data", "block", "event", "time", "registration", "ack", "status"}

// Text formats a message like .want files: one line for the message, then one per reading.
func Text(m *protocol.Message) string {
	var out strings.Builder
	add := func(name, value string) {
		if value != "" {
			out.WriteString(" " + name + " " + value)
		}
	}
	out.WriteString(typeNames[m.Type])
	if m.HasSeq {
		fmt.Fprintf(&out, " seq %d", m.Seq)
	}
	if m.Online {
		out.WriteString(" online")
	}
	add("sn", m.SN)
	add("model", m.Model)
	add("fw", m.Firmware)
	add("iccid", m.ICCID)
	add("code", m.Code)
	if m.AckUp {
		out.WriteString(" ackUp")
	}
	if len(m.Picture) > 0 {
		fmt.Fprintf(&out, " picture of %d bytes", len(m.Picture))
		if m.Parts > 0 {
			fmt.Fprintf(&out, ", part %d of %d", m.Part, m.Parts)
		}
	}
	if w := m.Waveform; w != nil {
		fmt.Fprintf(&out, " part %d of %d, %v Hz, scale %v", w.Part, w.Parts, w.Rate, w.Scale)
		for i, a := range w.Axes {
			fmt.Fprintf(&out, ", %s %s %v", a.Field, a.Unit, w.Samples[i])
		}
	}
	out.WriteByte('\n')
	for i := range m.Readings {
		out.WriteString(readingText(&m.Readings[i]) + "\n")
	}
	return out.String()
}

func readingText(r *protocol.Reading) string {
	var words []string
	word := func(there bool, format string, args ...any) {
		if there {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	word(r.Item >= 0, "item %d", r.Item)
	word(len(r.Child) > 0, "child %s", r.Child)
	word(len(r.Name) > 0, "name %s", r.Name)
	word(r.Channel != 0, "channel %d", r.Channel)
	word(r.HasTime && !r.Local, "time %d", r.Time)
	word(r.HasTime && r.Local, "local %s", time.UnixMilli(r.Time).UTC().Format("2006-01-02T15:04:05.999"))
	word(r.Cycle != 0, "of %d", r.Cycle)
	word(r.HasSeq, "seq %d", r.Seq)
	word(r.History, "history")
	text := strings.Join(words, " ") + ":"
	for i, column := range r.Columns.List {
		text += " " + column.Field
		if column.Node != 0 {
			text += fmt.Sprintf("[%d]", column.Node)
		}
		text += "=" + strconv.FormatFloat(r.Values[i], 'g', -1, 64)
	}
	return text
}
