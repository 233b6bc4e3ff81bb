package sms_test

import (
	"strings"
	"testing"

	"plumbline/internal/platform/sms"
)

// The limits are those of 3GPP TS 23.038 (6.1.2) and TS 23.040 (9.2.3.24.1): a header of 6 bytes leaves 153 septets or
// 67 units of each part.
func TestSegments(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       sms.Length
	}{
		{"empty", "", sms.Length{Encoding: "GSM-7", Segments: 1, Billed: 1}},
		{"one", strings.Repeat("a", 160), sms.Length{Encoding: "GSM-7", Characters: 160, Units: 160, Segments: 1, Billed: 3}},
		{"two", strings.Repeat("a", 161), sms.Length{Encoding: "GSM-7", Characters: 161, Units: 161, Segments: 2, Billed: 3}},
		{"two full", strings.Repeat("a", 306), sms.Length{Encoding: "GSM-7", Characters: 306, Units: 306, Segments: 2, Billed: 5}},
		{"three", strings.Repeat("a", 307), sms.Length{Encoding: "GSM-7", Characters: 307, Units: 307, Segments: 3, Billed: 5}},
		{"braces count twice", strings.Repeat("{", 80), sms.Length{Encoding: "GSM-7", Characters: 80, Units: 160, Segments: 1, Billed: 2}},
		{"braces are not split", "a" + strings.Repeat("{", 152), sms.Length{Encoding: "GSM-7", Characters: 153, Units: 305, Segments: 2, Billed: 3}},
		{"and may need one more", strings.Repeat("{", 153), sms.Length{Encoding: "GSM-7", Characters: 153, Units: 306, Segments: 3, Billed: 3}},
		{"Chinese", strings.Repeat("绳", 70), sms.Length{Encoding: "UCS-2", Characters: 70, Units: 70, Segments: 1, Billed: 1}},
		{"long Chinese", strings.Repeat("绳", 71), sms.Length{Encoding: "UCS-2", Characters: 71, Units: 71, Segments: 2, Billed: 2}},
		{"two full of Chinese", strings.Repeat("绳", 134), sms.Length{Encoding: "UCS-2", Characters: 134, Units: 134, Segments: 2, Billed: 2}},
		{"three of Chinese", strings.Repeat("绳", 135), sms.Length{Encoding: "UCS-2", Characters: 135, Units: 135, Segments: 3, Billed: 3}},
		{"one foreign character", strings.Repeat("a", 70) + "≥", sms.Length{Encoding: "UCS-2", Characters: 71, Units: 71, Segments: 2, Billed: 2}},
		{"surrogates", strings.Repeat("😀", 35), sms.Length{Encoding: "UCS-2", Characters: 35, Units: 70, Segments: 1, Billed: 1}},
		{"surrogates are not split", strings.Repeat("😀", 67), sms.Length{Encoding: "UCS-2", Characters: 67, Units: 134, Segments: 3, Billed: 1}},
		{"Greek of GSM", "ΔΦΓ é €", sms.Length{Encoding: "GSM-7", Characters: 7, Units: 8, Segments: 1, Billed: 1}},
	} {
		if got := sms.Measure(c.text); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
