package errs

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

func TestEveryMessageIsCompleteInThreeLanguages(t *testing.T) {
	keys := map[string]int{}
	for _, m := range Catalog() {
		if other, taken := keys[m.Key]; taken {
			t.Errorf("key %s has codes %d and %d", m.Key, other, m.Code)
		}
		keys[m.Key] = m.Code
		want := placeholders(m.text[English])
		for _, lang := range Languages() {
			text := m.text[lang]
			if text == "" || strings.TrimSpace(text) != text {
				t.Errorf("%d %s: text in %s is %q", m.Code, m.Key, lang, text)
			}
			if diff := cmp.Diff(want, placeholders(text)); diff != "" {
				t.Errorf("%d %s: placeholders of %s differ from en: %s", m.Code, m.Key, lang, diff)
			}
		}
	}
}

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

func TestSpecificationCodesAreKept(t *testing.T) {
	want := map[int]string{
		0: "err0", 2: "err2", 4: "err4", 5: "err5", 6: "err6", 7: "err7", 8: "err8", 9: "err9", 10: "err10",
		11: "err11", 12: "err12", 13: "err13", 14: "err14", 15: "err15", 8007: "msgTokenExpired",
	}
	for code, key := range want {
		if m := catalog[code]; m == nil || m.Key != key {
			t.Errorf("code %d: got %v, want %s", code, m, key)
		}
	}
}

func TestRefusalsListAllFields(t *testing.T) {
	var inner Refusals
	inner.Add("name", Empty)
	var r Refusals
	r.Add("address", TooLong, "max", 20)
	r.Add("address", Empty)
	if err := r.Merge("points[2].", inner.Err()); err != nil {
		t.Fatal(err)
	}
	err := r.Err()
	e, ok := As(err)
	if !ok || e.Kind != Invalid || e.Code != TooLong.Code {
		t.Fatalf("got %#v", err)
	}
	want := map[string]string{"address": "最多20个字符", "points[2].name": "不能为空"}
	if diff := cmp.Diff(want, e.FieldTexts(Chinese)); diff != "" {
		t.Error(diff)
	}
	if got := e.Text(English); got != "At most 20 characters" {
		t.Errorf("text: %q", got)
	}
	if (&Refusals{}).Err() != nil {
		t.Error("Err of no refusals is not nil")
	}
}

func TestMergeReturnsOtherErrors(t *testing.T) {
	var r Refusals
	broken := errors.New("disk")
	if err := r.Merge("x.", broken); !errors.Is(err, broken) || r.Err() != nil {
		t.Errorf("got %v, %v", err, r.Err())
	}
}

func TestCauseIsOnlyLogged(t *testing.T) {
	err := Wrap(errors.New("SQLSTATE 23505"), AlreadyThere)
	if !strings.Contains(err.Error(), "23505") || strings.Contains(err.Text(English), "23505") {
		t.Errorf("log %q, people %q", err.Error(), err.Text(English))
	}
	if !Is(err, AlreadyThere) || Is(err, InUse) || !IsKind(err, Conflict) {
		t.Error("Is does not recognize the message")
	}
}

func TestChooseLanguage(t *testing.T) {
	for accept, want := range map[string]Language{
		"":                               Chinese,
		"fr-FR":                          Chinese,
		"en-GB,en;q=0.9":                 English,
		"fr;q=1, en;q=0.4, zh-TW;q=0.7":  TraditionalChinese,
		"zh-Hant-HK":                     TraditionalChinese,
		"zh-Hans-CN,zh;q=0.9,en;q=0.8":   Chinese,
		"en;q=0, zh-CN;q=0.1":            Chinese,
		"en;q=nonsense, zh-MO":           TraditionalChinese,
		"*":                              Chinese,
		"en ; q=0.5, zh-Hant ; q = 0.6 ": TraditionalChinese,
	} {
		if got := ChooseLanguage(accept); got != want {
			t.Errorf("%q: got %s, want %s", accept, got, want)
		}
	}
}

func FuzzChooseLanguage(f *testing.F) {
	f.Add("zh-TW;q=0.8, en")
	f.Fuzz(func(t *testing.T, accept string) {
		if _, ok := ParseLanguage(string(ChooseLanguage(accept))); !ok {
			t.Errorf("%q returned an unsupported language", accept)
		}
	})
}
