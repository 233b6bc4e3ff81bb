package alarm

import (
	"testing"

	"plumbline/internal/platform/errs"
)

func TestReasonInThreeLanguages(t *testing.T) {
	depth := 6.5
	r := &Record{
		Kind: OfThreshold, Measurement: "SurfaceDisplacement", Key: Key{Field: "x", ValueType: Accumulated}, Depth: &depth,
		Steps: []Step{{Level: Blue, Value: -21.36, Limit: 21, Side: Upper, Node: 13, Direction: DirectionBoth}},
	}
	silent := &Record{Kind: OfDataLost, Steps: []Step{{Level: Blue, Value: 70, Limit: 65}}}
	lower := &Record{
		Kind: OfThreshold, Measurement: "AnchorForce", Key: Key{Field: "force", ValueType: Rate},
		Steps: []Step{{Level: Red, Value: 399.5, Limit: 400, Side: LowerLimit}},
	}
	tests := []struct {
		record *Record
		lang   errs.Language
		reason string
		place  string
	}{
		{r, errs.Chinese, "X方向位移累计变化量 |−21.36| ≥ 21.00 mm，达到蓝色告警阈值", "CX-07 深度6.50m 节点13"},
		{r, errs.TraditionalChinese, "X方向位移累計變化量 |−21.36| ≥ 21.00 mm，達到藍色告警門檻值", "CX-07 深度6.50m 節點13"},
		{r, errs.English, "X displacement accumulated change |−21.36| ≥ 21.00 mm: blue alert threshold reached", "CX-07, depth 6.50 m, node 13"},
		{silent, errs.Chinese, "超过 65 分钟没有收到数据", "CX-07"},
		{silent, errs.English, "No data for more than 65 min", "CX-07"},
		{silent, errs.TraditionalChinese, "超過 65 分鐘沒有收到資料", "CX-07"},
		{lower, errs.English, "Axial force change rate 399.50 ≤ 400.00 kN/d: red alert lower limit reached", "CX-07"},
	}
	for _, test := range tests {
		if got := Reason(test.record, test.lang); got != test.reason {
			t.Errorf("%s: %q, want %q", test.lang, got, test.reason)
		}
		if got := Location(test.record, "CX-07", test.lang); got != test.place {
			t.Errorf("%s: %q, want %q", test.lang, got, test.place)
		}
	}
}

// The relation of value and limit is written truthfully, whatever the direction and the number of digits.
func TestInequalitiesAreTrue(t *testing.T) {
	mm := Key{Field: "x", ValueType: Accumulated}
	for _, test := range []struct {
		want        string
		measurement string
		key         Key
		step        Step
	}{
		{"|−68.03| ≥ 60.00 mm", "SurfaceDisplacement", mm, Step{Value: -68.03, Limit: 60, Side: Upper, Direction: DirectionBoth}},
		{"|68.03| ≥ 60.00 mm", "SurfaceDisplacement", mm, Step{Value: 68.03, Limit: 60, Side: Upper, Direction: DirectionBoth}},
		{"68.03 ≥ 60.00 mm", "SurfaceDisplacement", mm, Step{Value: 68.03, Limit: 60, Side: Upper, Direction: DirectionPositive}},
		{"−68.03 ≤ −60.00 mm", "SurfaceDisplacement", mm, Step{Value: -68.03, Limit: 60, Side: Upper, Direction: DirectionNegative}},
		{"|−68.03| ≥ 60.00 mm", "SurfaceDisplacement", mm, Step{Value: -68.03, Limit: 60, Side: Upper}}, // stored without a direction
		{"68.03 ≥ 60.00 mm", "SurfaceDisplacement", mm, Step{Value: 68.03, Limit: 60, Side: Upper}},
		{"210.46 ≤ 220.00 kN", "AnchorForce", Key{Field: "force", ValueType: Observed}, Step{Value: 210.461, Limit: 220, Side: LowerLimit}},
		{"−5.00 ≤ −4.00 mm", "SurfaceDisplacement", mm, Step{Value: -5, Limit: -4, Side: LowerLimit}},
		{"|37.10 − 36.52| ≥ 0.50 mm", "SurfaceDisplacement", mm, Step{Value: 37.1, Limit: 0.5, Side: Upper, Direction: DirectionBoth, Reference: 36.52}},
		{"|0.1266| ≥ 0.1255 mm", "SurfaceDisplacement", mm, Step{Value: 0.1266, Limit: 0.1255, Side: Upper, Direction: DirectionBoth}}, // as fine as the limit
	} {
		if got := Inequality(test.measurement, test.key, test.step); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	for unit, want := range map[string]string{"%": "36.0%", "°": "36.0°", "mm": "36.0 mm", "": "36.0"} {
		if got := WithUnit(Number(36, 1), unit); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Number(-0.001, 2); got != "0.00" {
		t.Errorf("a zero is %q", got)
	}
}
