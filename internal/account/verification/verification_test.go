package verification

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]struct {
		target  string
		channel Channel
		ok      bool
	}{
		" Li@Example.com ":                        {"li@example.com", Mail, true},
		"13800138000":                             {"13800138000", SMS, true},
		"1380013800":                              {},
		"li@example":                              {},
		"Li <li@example.com>":                     {},
		"li@example.com, x@example.com":           {},
		"li@example.com\r\nBcc: x@y.z":            {},
		strings.Repeat("x", 250) + "@example.com": {},
		"": {},
	} {
		target, channel, ok := ParseAddress(text)
		if target != want.target || channel != want.channel || ok != want.ok {
			t.Errorf("%q: %q %q %t, want %v", text, target, channel, ok, want)
		}
		if ok && (channelOf(target) != channel || strings.Contains(Masked(target), target)) {
			t.Errorf("%q: channel %q, masked %q", text, channelOf(target), Masked(target))
		}
	}
}

func TestHashDependsOnKeyAndCode(t *testing.T) {
	s := &Service{key: []byte("a key of the installation")}
	key := rapid.Custom(func(t *rapid.T) Key {
		return Key{
			Purpose:   rapid.SampledFrom([]Purpose{SignUp, Reset, OwnAddress}).Draw(t, "purpose"),
			Target:    rapid.SampledFrom([]string{"a@example.com", "ab@example.com", "13800138000"}).Draw(t, "target"),
			AccountID: rapid.Int64Range(0, 3).Draw(t, "account"),
		}
	})
	code := rapid.StringMatching(`[0-9]{6}`)
	rapid.Check(t, func(t *rapid.T) {
		k1, k2, c1, c2 := key.Draw(t, "key"), key.Draw(t, "other key"), code.Draw(t, "code"), code.Draw(t, "other code")
		if same := k1 == k2 && c1 == c2; (s.hash(k1, c1) == s.hash(k2, c2)) != same {
			t.Fatalf("%v %s and %v %s: same %t", k1, c1, k2, c2, same)
		}
		if other := (&Service{key: []byte("another")}); other.hash(k1, c1) == s.hash(k1, c1) {
			t.Fatal("the hash does not depend on the key")
		}
	})
}

func TestCodesHaveSixDigits(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		code, err := newCode()
		if err != nil || len(code) != Digits || strings.Trim(code, "0123456789") != "" {
			t.Fatalf("code %q, %v", code, err)
		}
		seen[code] = true
	}
	if len(seen) < 990 {
		t.Errorf("only %d different codes of 1000", len(seen))
	}
}

func TestLettersInEachLanguage(t *testing.T) {
	if minutes != int(Life/time.Minute) {
		t.Fatalf("letters say %d minutes, codes live %v", minutes, Life)
	}
	c := Code{ID: 7, Target: "li@example.com"}
	subjects := map[string]bool{}
	for _, language := range errs.Languages() {
		for _, purpose := range []Purpose{SignUp, Reset, OwnAddress} {
			l := letter{Purpose: purpose, Code: "402913", Account: "<b>li</b>", Language: language}
			m := l.mail(c)
			if m.To != c.Target || m.ID != "code-7" || !strings.Contains(m.Text, "402913") ||
				!strings.Contains(m.HTML, "402913") || strings.Contains(m.Text, "%") {
				t.Errorf("%s, %s: %+v", language, purpose, m)
			}
			if strings.Contains(m.Subject, "402913") {
				t.Errorf("%s: the subject shows the code on locked screens", language)
			}
			if purpose == Reset && (!strings.Contains(m.Text, "<b>li</b>") || strings.Contains(m.HTML, "<b>li</b>")) {
				t.Errorf("%s: the account's name is missing, or is markup: %s", language, m.HTML)
			}
			subjects[m.Subject] = true
			text := l.text(Code{ID: 7, Target: "13800138000"})
			if text.Values["code"] != "402913" || !strings.Contains(text.Text, "402913") || text.Mobile != "13800138000" {
				t.Errorf("%s: %+v", language, text)
			}
		}
	}
	if len(subjects) != len(errs.Languages()) {
		t.Errorf("subjects %v: want one per language", subjects)
	}
}
