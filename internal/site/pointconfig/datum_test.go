package pointconfig

import (
	"testing"

	"plumbline/internal/core/correction"
)

func leveled(elevation float64) map[string]float64 {
	return map[string]float64{"elevation": elevation}
}

// Leveled elevations become settlements since the first one, whatever the order in which they are typed.
func TestDatumReducesElevations(t *testing.T) {
	typed := []Reading{{Time: 2, Values: leveled(5.4309)}, {Time: 1, Values: leveled(5.4321)}}
	d := datumOf("DBCJ", nil, typed)
	for elevation, want := range map[float64]float64{5.4309: -1.2, 5.4321: 0, 5.4326: 0.5} {
		if got := d.reduce(leveled(elevation))["settlement"]; got != want {
			t.Errorf("%g m is %g mm, want %g", elevation, got, want)
		}
	}
}

func TestDatumKeepsThatOfStandingReadings(t *testing.T) {
	standing := map[int64]correction.Correction{
		10: {Values: map[string]float64{"elevation": 5.43, "settlement": -3}},
		20: {Values: map[string]float64{"settlement": -4}},
	}
	d := datumOf("DBCJ", standing, []Reading{{Time: 5, Values: leveled(5.5)}})
	if got := d.reduce(leveled(5.429))["settlement"]; got != -4 {
		t.Errorf("settlement %g", got)
	}
	both := map[string]float64{"elevation": 5.429, "settlement": -9}
	if got := d.reduce(both)["settlement"]; got != -9 {
		t.Errorf("a typed settlement became %g", got)
	}
}

func TestDatumOnlyWhereSettlementIsMeasured(t *testing.T) {
	d := datumOf("SurfaceDisplacement", nil, []Reading{{Time: 1, Values: leveled(5)}})
	if got := d.reduce(leveled(4)); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}
