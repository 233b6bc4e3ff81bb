package alarm

import (
	"testing"

	"plumbline/internal/fault"
)

func TestReasonInThreeLanguages(t *testing.T) {
	depth := 6.5
	r := &Record{
		Kind: OfThreshold, Measurement: "SurfaceDisplacement", Key: Key{Field: "x", ValueType: Accumulated}, Depth: &depth,
		Steps: []Step{{Level: Blue, Value: 21.36, Limit: 21, Side: Upper, Node: 13}},
	}
	silent := &Record{Kind: OfDataLost, Steps: []Step{{Level: Blue, Value: 70, Limit: 65}}}
	lower := &Record{
		Kind: OfThreshold, Measurement: "AnchorForce", Key: Key{Field: "force", ValueType: Rate},
		Steps: []Step{{Level: Red, Value: 399.5, Limit: 400, Side: LowerLimit}},
	}
	tests := []struct {
		record *Record
		lang   fault.Language
		reason string
		place  string
	}{
		{r, fault.Chinese, "X方向位移累计变化量21.36mm，达到蓝色告警阈值21mm", "CX-07 深度6.50m 节点13"},
		{r, fault.TraditionalChinese, "X方向位移累計變化量21.36mm，達到藍色告警閾值21mm", "CX-07 深度6.50m 節點13"},
		{r, fault.English, "X displacement accumulated change 21.36 mm reached the blue alert threshold 21 mm", "CX-07, depth 6.50 m, node 13"},
		{silent, fault.Chinese, "超过65分钟没有收到数据", "CX-07"},
		{silent, fault.English, "No data for more than 65 min", "CX-07"},
		{silent, fault.TraditionalChinese, "超過65分鐘沒有收到資料", "CX-07"},
		{lower, fault.English, "Axial force change rate 399.50 kN/d fell to the red alert lower limit 400 kN/d", "CX-07"},
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
