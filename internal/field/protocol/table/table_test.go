package table

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/fault"
)

func render(m *protocol.Message) string {
	var out strings.Builder
	for i := range m.Readings {
		r := &m.Readings[i]
		fmt.Fprintf(&out, "row %d channel %d at %d:", r.Item, r.Channel, r.Time)
		for c, column := range r.Columns.List {
			fmt.Fprintf(&out, " %s[%d]=%v", column.Field, column.Node, r.Values[c])
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func TestRowsBecomeReadingsByChannel(t *testing.T) {
	b := NewBuilder([]Column{{0, 0, "voltage"}, {2, 3, "angleX"}, {1, 0, "freq"}, {2, 1, "angleX"}})
	b.Row(1795134600000, []float64{12.6, 0.5, 2671.7, -0.25})
	b.Row(1795138200000, []float64{reading.Missing, math.NaN(), reading.Missing, 1e-7})
	b.Row(1795141800000, []float64{reading.Missing, reading.Missing, reading.Missing, reading.Missing})
	var m protocol.Message
	if err := NewDecoder().Decode(b.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	want := `row 0 channel 0 at 1795134600000: voltage[0]=12.6
row 0 channel 1 at 1795134600000: freq[0]=2671.7
row 0 channel 2 at 1795134600000: angleX[3]=0.5 angleX[1]=-0.25
row 1 channel 2 at 1795138200000: angleX[3]=NaN angleX[1]=1e-07
`
	if diff := cmp.Diff(want, render(&m)); diff != "" || m.Items != 3 {
		t.Errorf("%d rows (-want +got):\n%s", m.Items, diff)
	}
}

func TestBadTablesAreRefused(t *testing.T) {
	for frame, want := range map[string]*fault.Message{
		"":                          fault.ReadingInvalid,
		"table 2\n0.a\n1,1\n":       fault.ReadingInvalid,
		"table 1\n":                 fault.FormatWrong,
		"table 1\na\n":              fault.FormatWrong,
		"table 1\n16384.a\n":        fault.FormatWrong,
		"table 1\n1/0.a\n":          fault.FormatWrong,
		"table 1\n0.a b\n":          fault.FormatWrong,
		"table 1\n0.a\nx,1\n":       fault.FormatWrong,
		"table 1\n0.a\n1,1,1\n":     fault.FormatWrong,
		"table 1\n0.a,0.b\n1,1\n":   fault.FormatWrong,
		"table 1\n0.a\n1,1e999\n":   fault.NotFinite,
		"table 1\n0.a\n1,Inf\n":     fault.NotFinite,
		"table 1\n0.a,0.a\n1,1,2\n": fault.Duplicate,
	} {
		var m protocol.Message
		if err := NewDecoder().Decode([]byte(frame), &m); !fault.Is(err, want) {
			t.Errorf("%q: got %v, want %s", frame, err, want.Key)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("table 1\n0.voltage,2/3.x\n1795134600000,12.6,NaN\n1795134600001,,\n"))
	decoder := NewDecoder()
	var m protocol.Message
	f.Fuzz(func(t *testing.T, frame []byte) {
		if err := decoder.Decode(frame, &m); err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
		}
	})
}
