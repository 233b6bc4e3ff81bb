package sentence

import (
	"math"
	"testing"
)

// The samples of domain protocols.md section 7.
func TestSentence(t *testing.T) {
	const body = "GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,"
	if !Checked(body, "76") || Checked(body, "77") || Checked(body, "076") || Checked(body+"1", "76") {
		t.Errorf("the checksum of the sample is %02X", Sum(body))
	}
	for _, c := range []struct {
		text, side string
		want       float64
	}{{"5321.6802", "N", 53.361337}, {"00630.3372", "W", -6.505620}, {"11421.53407656", "E", 114.358901276}, {"0030", "S", -0.5}} {
		if got, ok := Degrees(c.text, c.side); !ok || math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s %s: %v", c.text, c.side, got)
		}
	}
	for _, text := range []string{"", "53", "5360.0", "x321.68", "532x.68"} {
		if got, ok := Degrees(text, "N"); ok {
			t.Errorf("%q is %v degrees", text, got)
		}
	}
}
