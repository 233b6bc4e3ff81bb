package project

import (
	"testing"

	"pgregory.net/rapid"
)

func TestCoordinates(t *testing.T) {
	for _, c := range []struct {
		text      string
		longitude bool
		want      int64
		ok        bool
	}{
		{"116:23:29.220000E", true, 116*degree + 23*60_000_000 + 29_220_000, true},
		{"070:30:00.000000W", true, -(70*degree + 30*60_000_000), true},
		{"180:00:00.000000E", true, 180 * degree, true},
		{"180:00:00.000001E", true, 0, false},
		{"39:54:26.370000N", false, 39*degree + 54*60_000_000 + 26_370_000, true},
		{"39:54:26S", false, -(39*degree + 54*60_000_000 + 26_000_000), true},
		{"90:00:00.1N", false, 0, false},
		{"39:60:00N", false, 0, false},
		{"39:54:26.370000E", false, 0, false},
		{"39.5N", false, 0, false},
		{"", true, 0, false},
	} {
		read := ParseLatitude
		if c.longitude {
			read = ParseLongitude
		}
		if got, ok := read(c.text); got != c.want || ok != c.ok {
			t.Errorf("%q: got %d %t, want %d %t", c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestCoordinatesComeBackDigitForDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		longitude := rapid.Int64Range(-180*degree, 180*degree).Draw(t, "longitude")
		if got, ok := ParseLongitude(FormatLongitude(longitude)); !ok || got != longitude {
			t.Fatalf("%d became %q became %d", longitude, FormatLongitude(longitude), got)
		}
		latitude := rapid.Int64Range(-90*degree, 90*degree).Draw(t, "latitude")
		if got, ok := ParseLatitude(FormatLatitude(latitude)); !ok || got != latitude {
			t.Fatalf("%d became %q became %d", latitude, FormatLatitude(latitude), got)
		}
	})
}
