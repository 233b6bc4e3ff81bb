package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// hidden replaces secrets in the log.
const hidden = "••••••"

// secretWords mark fields that are never stored. A reader of the log must not be able to sign in as a person or send
// as a device.
var secretWords = []string{"password", "secret", "token", "hash", "recovery", "apikey", "privatekey", "validationcode"}

// personalWords mark fields that are stored masked, because entries outlive the account. The rest is enough to
// recognize a change.
var personalWords = []string{"mobile", "email", "phone"}

// Redacted returns JSON for the log: without secrets, and with masked mobile numbers and addresses.
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

// masked keeps the first three and last two characters of a number, and the first character and domain of an address.
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

// decoded decodes JSON and keeps numbers as written.
func decoded(data []byte) (v any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return v, decoder.Decode(&v)
}
