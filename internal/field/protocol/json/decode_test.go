package json

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

// The golden frames are the examples of domain protocols.md sections 3 and 4.1, and our own.
func TestFamily(t *testing.T) { protocoltest.Run(t, protocol.Open) }

func TestRefusalsNameTheField(t *testing.T) {
	many := func(n int, open, entry, close string) string {
		return open + strings.TrimSuffix(strings.Repeat(entry+",", n), ",") + close
	}
	fields := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"f%d":1`, i)
		}
		return strings.Join(list, ",")
	}
	cases := []struct {
		name, frame, field string
		want               *errs.Message
	}{
		{"nothing", ``, "", errs.WrongType},
		{"empty object", `{}`, "v", errs.Empty},
		{"array", `[]`, "", errs.WrongType},
		{"truncated", `{"type":"data","t":1795134600000,"v":{"temp":18.`, "v.temp", errs.ReadingInvalid},
		{"cut string", `{"type":"da`, "type", errs.ReadingInvalid},
		{"trailing", `{"v":{"a":1}} {}`, "", errs.ReadingInvalid},
		{"trailing comma", `{"v":{"a":1},}`, "", errs.ReadingInvalid},
		{"NaN", `{"v":{"temp":NaN}}`, "v.temp", errs.NotFinite},
		{"Infinity", `{"v":{"temp":Infinity}}`, "v.temp", errs.NotFinite},
		{"-Infinity", `{"v":{"temp":-Infinity}}`, "v.temp", errs.NotFinite},
		{"huge number", `{"v":{"temp":1e999}}`, "v.temp", errs.NotFinite},
		{"long number", `{"v":{"temp":` + strings.Repeat("9", 400) + `}}`, "v.temp", errs.NotFinite},
		{"number as text", `{"records":[{"v":{"a":1}},{"v":{"temp":"18.6"}}]}`, "records[1].v.temp", errs.WrongType},
		{"leading zero", `{"v":{"temp":018}}`, "v.temp", errs.ReadingInvalid},
		{"plus sign", `{"v":{"temp":+1}}`, "v.temp", errs.WrongType},
		{"bad field name", `{"v":{"temp c":18}}`, "v.temp c", errs.FormatWrong},
		{"field name of markup", `{"nodes":[{"no":3,"<b>":18}]}`, "nodes(no=3).<b>", errs.FormatWrong},
		{"same field twice", `{"v":{"a":1,"a":1}}`, "v.a", errs.Duplicate},
		{"same member twice", `{"t":1,"t":2,"v":{"a":1}}`, "t", errs.Duplicate},
		{"v and values", `{"v":{"a":1},"values":{"b":1}}`, "values", errs.Duplicate},
		{"same node and field twice", `{"nodes":[{"no":1,"x":1},{"no":1,"x":2}]}`, "nodes(no=1).x", errs.Duplicate},
		{"node without number", `{"nodes":[{"x":1}]}`, "nodes[0].no", errs.Empty},
		{"node zero", `{"nodes":[{"no":0,"x":1}]}`, "nodes[0].no", errs.OutOfRange},
		{"channel too high", `{"ch":[{"no":16384,"x":1}]}`, "ch[0].no", errs.OutOfRange},
		{"half a channel", `{"ch":[{"no":1.5,"x":1}]}`, "ch[0].no", errs.WrongType},
		{"time as text", `{"t":"2026-11-20","v":{"a":1}}`, "t", errs.WrongType},
		{"unknown type", `{"type":"dataa","v":{"a":1}}`, "type", errs.NotOneOf},
		{"not UTF-8", "{\"v\":{\"a\":1},\"x\":\"\xff\"}", "", errs.ReadingInvalid},
		{"control character", "{\"v\":{\"a\":1},\"x\":\"\n\"}", "x", errs.ReadingInvalid},
		{"nested too deep", `{"v":{"a":1},"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, "x", errs.ReadingInvalid},
		{"nested very deep", `{"x":` + strings.Repeat(`{"a":`, 60000), "x", errs.ReadingInvalid},
		{"65 fields", `{"v":{` + fields(65) + `}}`, "v", errs.ReadingLimits},
		{"65 fields in a node", `{"nodes":[{"no":1,` + fields(65) + `}]}`, "nodes[0]", errs.ReadingLimits},
		{"1025 nodes", many(1025, `{"nodes":[`, `{"no":1}`, `]}`), "nodes", errs.ReadingLimits},
		{"1001 items", many(1001, `{"items":[`, `{"v":{"a":1}}`, `]}`), "items", errs.TooManyItems},
		{"201 records", many(201, `{"records":[`, `{"v":{"a":1}}`, `]}`), "records", errs.TooManyItems},
		{"values before a list", `{"v":{"a":1},"items":[]}`, "items", errs.Unexpected},
		{"values after a list", `{"items":[],"v":{"a":1}}`, "v", errs.Unexpected},
		{"list in a list", `{"items":[{"type":"block"}]}`, "items[0].type", errs.NotOneOf},
		{"event without code", `{"type":"event","v":{"a":1}}`, "code", errs.Empty},
		{"block too fast", `{"type":"block","t":1,"fs":2000,"n":1,"enc":"i16le-b64","axes":{"x":"AAA="}}`, "fs", errs.OutOfRange},
		{"block of wrong length", `{"type":"block","t":1,"fs":100,"n":2,"enc":"i16le-b64","axes":{"x":"AAA="}}`, "axes.x", errs.SamplesUneven},
		{"block without time", `{"type":"block","fs":100,"n":1,"enc":"i16le-b64","axes":{"x":"AAA="}}`, "t", errs.Empty},
		{"block not base64", `{"type":"block","t":1,"fs":100,"n":1,"enc":"i16le-b64","axes":{"x":"!!"}}`, "axes.x", errs.FormatWrong},
		{"capture of another kind", `{"type":"capture","t":1,"enc":"png-b64","data":"/9j/4HBsdW1i"}`, "enc", errs.NotOneOf},
		{"capture without content", `{"type":"capture","t":1,"enc":"jpg-b64"}`, "data", errs.Empty},
		{"capture not base64", `{"type":"capture","t":1,"enc":"jpg-b64","data":"/9j!"}`, "data", errs.FormatWrong},
		{"capture that is no JPEG", `{"type":"capture","t":1,"enc":"jpg-b64","data":"AAAA"}`, "data", errs.NotImage},
		{"part of a capture without its place", `{"type":"capture","t":1,"enc":"jpg-b64","data":"/9j/4HBsdW1i","parts":2}`, "part", errs.Empty},
		{"part of a capture behind the last", `{"type":"capture","t":1,"enc":"jpg-b64","data":"/9j/4HBsdW1i","part":3,"parts":2}`, "part", errs.OutOfRange},
		{"part of a capture without time", `{"type":"capture","enc":"jpg-b64","data":"/9j/4HBsdW1i","part":1,"parts":2}`, "t", errs.Empty},
		{"capture with values", `{"type":"capture","t":1,"enc":"jpg-b64","data":"/9j/4HBsdW1i","v":{"a":1}}`, "v", errs.Unexpected},
		{"too many parts", `{"type":"capture","t":1,"enc":"jpg-b64","data":"/9j/4HBsdW1i","part":1,"parts":1025}`, "parts", errs.OutOfRange},
		{"axes of one field", `{"type":"block","t":1,"fs":100,"n":1,"unit":"g","enc":"i16le-b64","axes":{"x":"AAA=","ax":"AAA="}}`, "axes.ax", errs.Duplicate},
	}
	decoder := NewDecoder()
	var m protocol.Message
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := decoder.Decode([]byte(c.frame), nil, &m)
			refused, ok := errs.As(err)
			if !ok {
				t.Fatalf("got %v, want an errs.Error", err)
			}
			field := ""
			if len(refused.Fields) > 0 {
				field = refused.Fields[0].Name
			}
			if refused.Code != c.want.Code || field != c.field {
				t.Errorf("got %s on %q (%v), want %s on %q", refused.Key, field, err, c.want.Key, c.field)
			}
		})
	}
}

func TestWidestReadingIsAccepted(t *testing.T) {
	var frame strings.Builder
	frame.WriteString(`{"t":1795134600000,"nodes":[`)
	for no := 1; no <= reading.MaxNodes; no++ {
		if no > 1 {
			frame.WriteByte(',')
		}
		fmt.Fprintf(&frame, `{"no":%d,"x":%d.5,"y":2}`, no, no)
	}
	frame.WriteString(`]}`)
	decoder := NewDecoder()
	var m protocol.Message
	for range 2 { // the second time the columns are cached
		if err := decoder.Decode([]byte(frame.String()), nil, &m); err != nil {
			t.Fatal(err)
		}
		if len(m.Readings) != 1 || m.Readings[0].Columns.Len() != 2*reading.MaxNodes {
			t.Fatalf("%d readings, %d columns", len(m.Readings), m.Readings[0].Columns.Len())
		}
		at := m.Readings[0].Columns.Index(reading.Column{Field: "x", Node: 1024})
		if v := m.Readings[0].Values[at]; v != 1024.5 {
			t.Errorf("x of node 1024: %v", v)
		}
	}
}

// Whatever is accepted, encoding/json accepts too, and JSON has no NaN.
func FuzzDecode(f *testing.F) {
	protocoltest.Fuzz(f, protocol.Open, func(t *testing.T, frame []byte, m *protocol.Message) {
		for i := range m.Readings {
			if slices.ContainsFunc(m.Readings[i].Values, math.IsNaN) {
				t.Fatalf("NaN in reading %d", i)
			}
		}
		var outer struct {
			V      map[string]*float64
			Values map[string]*float64
		}
		reader := stdjson.NewDecoder(strings.NewReader(string(frame)))
		if err := reader.Decode(&outer); err != nil {
			var mismatch *stdjson.UnmarshalTypeError
			if !errors.As(err, &mismatch) {
				t.Fatalf("accepted, but encoding/json returned %v", err)
			}
			return
		}
		if err := reader.Decode(&outer); err != io.EOF {
			t.Fatalf("accepted with trailing data: %v", err)
		}
	})
}

func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0", "-0", "12.35", "1e-7", "9007199254740993", "0.1234567890123456789", "1.7976931348623157e308", "5e-324"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want float64
		if stdjson.Unmarshal([]byte(text), &want) != nil || strings.TrimSpace(text) != text || text == "null" {
			return
		}
		s := scanner{text: []byte(text)}
		got, _, w := s.number()
		if w != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: got %v (%v), want %v", text, got, w, want)
		}
	})
}

func body(items int) []byte {
	var out strings.Builder
	out.WriteString(`{"items":[`)
	for i := range items {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"point":"P-%04d","t":%d,"values":{"x":%.2f,"y":%.2f,"temp":%.1f}}`,
			i, 1795134600000+i*1000, 12.35+float64(i)/100, -3.2+float64(i)/100, 18.6)
	}
	out.WriteString(`]}`)
	return []byte(out.String())
}

// Target: 70,000 readings/s on one core for all stages, so a reading of three fields should take well under 1 µs here.
func BenchmarkDecode(b *testing.B) {
	frame := body(1000)
	decoder := NewDecoder()
	var m protocol.Message
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if err := decoder.Decode(frame, nil, &m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/reading")
}

func BenchmarkDecodeWithEncodingJSON(b *testing.B) {
	frame := body(1000)
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		var m struct {
			Items []struct {
				Point  string
				T      int64
				Values map[string]float64
			}
		}
		if err := stdjson.Unmarshal(frame, &m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/reading")
}

// A block of a record that would be too long, or that says nothing of its place in it, is refused.
func TestBlocksOfARecord(t *testing.T) {
	for _, test := range []struct{ members, field string }{
		{`"parts":3`, "part"},
		{`"part":1,"parts":1024,"n":200`, "parts"},
		{`"scale":1e300`, "scale"},
		{`"unit":"a\u0009b"`, "unit"},
	} {
		n := ""
		if !strings.Contains(test.members, `"n"`) {
			n = `"n":1,`
		}
		frame := `{"type":"block","t":1795134600000,"fs":100,` + n + test.members + `,"enc":"i16le-b64","axes":{"x":"AAA="}}`
		err := NewDecoder().Decode([]byte(frame), nil, new(protocol.Message))
		refused, ok := errs.As(err)
		if !ok || len(refused.Fields) != 1 || refused.Fields[0].Name != test.field {
			t.Errorf("%s: %v", test.members, err)
		}
	}
}
