package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// hidden stands in place of what the log does not keep.
const hidden = "••••••"

// secretWords mark fields that are never kept: a reader of the log must not be able
// to sign in as somebody or speak as a device.
var secretWords = []string{"password", "secret", "token", "hash", "recovery", "apikey", "privatekey", "validationcode"}

// personalWords mark fields of which the log keeps enough to tell a change, and no more:
// an entry outlives the account that it is about.
var personalWords = []string{"mobile", "email", "phone"}

// Redacted is the JSON of a thing as the log keeps it: without secrets, and with mobile
// numbers and addresses masked.
func Redacted(data []byte) ([]byte, error) {
	lower := bytes.ToLower(data)
	sensitive := false
	for _, words := range [][]string{secretWords, personalWords} {
		for _, word := range words {
			sensitive = sensitive || bytes.Contains(lower, []byte(word))
		}
	}
	if !sensitive {
		return data, nil
	}
	v, err := decoded(data)
	if err != nil {
		return nil, err
	}
	return json.Marshal(redact(v, ""))
}

func redact(v any, field string) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			v[name] = redact(inner, name)
		}
		return v
	case []any:
		for i, inner := range v {
			v[i] = redact(inner, field)
		}
		return v
	case string:
		switch {
		case v == "":
			return v
		case names(field, secretWords):
			return hidden
		case names(field, personalWords):
			return masked(v)
		}
	}
	return v
}

func names(field string, words []string) bool {
	field = strings.ToLower(field)
	for _, word := range words {
		if strings.Contains(field, word) {
			return true
		}
	}
	return false
}

// masked keeps the first three and the last two characters of a number, and of an
// address the first one and the domain.
func masked(s string) string {
	if at := strings.LastIndexByte(s, '@'); at > 0 {
		_, first := utf8.DecodeRuneInString(s)
		return s[:first] + "***" + s[at:]
	}
	if r := []rune(s); len(r) > 7 {
		return string(r[:3]) + strings.Repeat("*", len(r)-5) + string(r[len(r)-2:])
	}
	return hidden
}

// decoded reads JSON and keeps numbers as they are written.
func decoded(data []byte) (v any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return v, decoder.Decode(&v)
}
