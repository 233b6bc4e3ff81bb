package table

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
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
	b := NewBuilder([]Column{{Field: "voltage"}, {Channel: 2, Node: 3, Field: "angleX"}, {Channel: 1, Field: "freq"}, {Channel: 2, Node: 1, Field: "angleX"}})
	b.Row(1795134600000, []float64{12.6, 0.5, 2671.7, -0.25})
	b.Row(1795138200000, []float64{reading.Missing, math.NaN(), reading.Missing, 1e-7})
	b.Row(1795141800000, []float64{reading.Missing, reading.Missing, reading.Missing, reading.Missing})
	var m protocol.Message
	if err := NewDecoder().Decode(b.Bytes(), nil, &m); err != nil {
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
	for frame, want := range map[string]*errs.Message{
		"":                          errs.ReadingInvalid,
		"table 2\n0.a\n1,1\n":       errs.ReadingInvalid,
		"table 1\n":                 errs.FormatWrong,
		"table 1\na\n":              errs.FormatWrong,
		"table 1\n16384.a\n":        errs.FormatWrong,
		"table 1\n1/0.a\n":          errs.FormatWrong,
		"table 1\n0.a b\n":          errs.FormatWrong,
		"table 1\n0.a\nx,1\n":       errs.FormatWrong,
		"table 1\n0.a\n1,1,1\n":     errs.FormatWrong,
		"table 1\n0.a,0.b\n1,1\n":   errs.FormatWrong,
		"table 1\n0.a\n1,1e999\n":   errs.NotFinite,
		"table 1\n0.a\n1,Inf\n":     errs.NotFinite,
		"table 1\n0.a,0.a\n1,1,2\n": errs.Duplicate,
	} {
		var m protocol.Message
		if err := NewDecoder().Decode([]byte(frame), nil, &m); !errs.Is(err, want) {
			t.Errorf("%q: got %v, want %s", frame, err, want.Key)
		}
	}
}

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, protocol.Files) }

func TestFamily(t *testing.T) { protocoltest.Run(t, protocol.Files) }
