package point

import "testing"

func TestChainageInMeters(t *testing.T) {
	for text, want := range map[string]float64{
		"K12+345": 12345, "ZK3+020.5": 3020.5, "0+006": 6, "K 1 + 200": 1200, "18.2": 18.2, "DK0+000": 0,
	} {
		if got, ok := (Engineering{Chainage: text}).Meters(); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "north pier", "K12+", "K1+2+3", "-5"} {
		if got, ok := (Engineering{Chainage: text}).Meters(); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}
