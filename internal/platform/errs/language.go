package errs

import (
	"strconv"
	"strings"
)

// Language is one of the three languages of the product.
type Language string

// Languages; Chinese is the default and the fallback.
const (
	Chinese            Language = "zh"
	English            Language = "en"
	TraditionalChinese Language = "zh-TW"
)

// Languages lists them, the fallback first.
func Languages() []Language { return []Language{Chinese, English, TraditionalChinese} }

// ParseLanguage parses a stored setting or path part. ok is false for any other text.
func ParseLanguage(s string) (lang Language, ok bool) {
	for _, l := range Languages() {
		if s == string(l) {
			return l, true
		}
	}
	return Chinese, false
}

// ChooseLanguage picks the best language of an Accept-Language header (RFC 9110
// 12.5.4): highest weight first, header order among equals, Chinese when none fits.
func ChooseLanguage(accept string) Language {
	best, weight := Chinese, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		tag, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if v, found := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); found {
			parsed, err := strconv.ParseFloat(v, 64)
			if err != nil || parsed < 0 || parsed > 1 {
				continue
			}
			q = parsed
		}
		if lang, ok := languageOfTag(strings.ToLower(strings.TrimSpace(tag))); ok && q > weight {
			best, weight = lang, q
		}
	}
	return best
}

func languageOfTag(tag string) (Language, bool) {
	primary, rest, _ := strings.Cut(tag, "-")
	switch primary {
	case "en":
		return English, true
	case "zh":
		for sub := range strings.SplitSeq(rest, "-") {
			switch sub {
			case "tw", "hk", "mo", "hant":
				return TraditionalChinese, true
			}
		}
		return Chinese, true
	case "*":
		return Chinese, true
	}
	return Chinese, false
}
