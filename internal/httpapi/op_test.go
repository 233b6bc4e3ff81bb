package httpapi

import "testing"

func TestParseID(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "9007199254740991": maxID} {
		if got, ok := parseID(text); !ok || got != want {
			t.Errorf("%q: %d %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "0", "05", "+5", "-5", " 5", "5 ", "5.0", "1e3", "9007199254740992", "99999999999999999999", "abc", "٣"} {
		if got, ok := parseID(text); ok {
			t.Errorf("%q was read as id %d", text, got)
		}
	}
}
