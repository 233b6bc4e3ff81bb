package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// raw is JSON text that is sent unchanged, valid or not.
type raw string

const secretText = "Hush-4711-proof" // value of every secret field

// hostile are values that every field must handle.
var hostile = []raw{
	`null`, `true`, `5`, `-1`, `0`, `1.5`, `1e999`, `-1e999`, `NaN`, `Infinity`, `9007199254740992`, `9223372036854775808`, `-9223372036854775809`,
	`""`, `"5"`, `"   "`, `"\u0000"`, `"\u0001\u007f\u0085"`, `"\ud800"`, `"😀𠮷"`, `"\u202eabc\u200b"`, `"a\u2028b\r\nc"`, "\"\xff\xfe\"",
	`"<script>alert(1)</script>"`, `"' OR 1=1 --"`, `"../../../../etc/passwd"`, `"%s%n%00"`, `"{{7*7}}"`,
	`[]`, `{}`, `[null]`, `[[[[[]]]]]`, `{"$ref":"#/components/schemas/Done"}`, `{"__proto__":{}}`,
}

// hostileBodies returns bodies that every operation must handle.
func hostileBodies(valid string) []string {
	bodies := []string{
		"null", "[]", "{", "}", `"text"`, "5", "NaN", "\xef\xbb\xbf" + valid, valid + valid, valid + "x",
		strings.Repeat("[", 20_000), strings.Repeat(`{"a":`, 20_000),
		"\xff\xfe\x00", "a=1&b=2", `{"nobodyKnowsThis":1}`, `{"":""}`,
	}
	if strings.HasPrefix(valid, "{\"") { // the first member twice, and one too many
		first, _, _ := strings.Cut(valid[1:], ":")
		bodies = append(bodies, "{"+first+":null,"+valid[1:], valid[:len(valid)-1]+`,"nobodyKnowsThis":{"a":[1]}}`)
	}
	return bodies
}

// boundaries returns values around the limits that a schema declares.
func boundaries(s *openapi3.Schema) []raw {
	var list []raw
	number := func(v float64) raw { return raw(fmt.Sprintf("%.0f", v)) }
	if s.Min != nil {
		list = append(list, number(*s.Min-1), number(*s.Min))
	}
	if s.Max != nil {
		list = append(list, number(*s.Max), number(*s.Max+1))
	}
	text := func(n uint64) raw { return raw(`"` + strings.Repeat("岩", int(n)) + `"`) }
	if s.Type != nil && s.Type.Includes("string") {
		if s.MinLength > 1 {
			list = append(list, text(s.MinLength-1))
		}
		longest := uint64(100_000)
		if s.MaxLength != nil {
			list = append(list, text(*s.MaxLength), text(*s.MaxLength+1))
			longest = min(longest, *s.MaxLength*10+1)
		}
		list = append(list, text(longest), `"no-such-choice"`)
		for _, choice := range s.Enum {
			if encoded, err := json.Marshal(choice); err == nil {
				list = append(list, raw(encoded))
			}
		}
	}
	if s.Type != nil && s.Type.Includes("array") {
		many := uint64(20_000)
		if s.MaxItems != nil {
			many = min(many, *s.MaxItems+1)
		}
		list = append(list, raw("["+strings.TrimSuffix(strings.Repeat("1,", int(many)), ",")+"]"))
	}
	return list
}

// field is a place in a body, as the path of names and indices to it.
type field struct {
	path   []any
	schema *openapi3.Schema
}

func (f field) String() string { return fmt.Sprint(f.path...) }

// isSecret reports whether a field takes a value that must not be returned.
func isSecret(path, name string) bool {
	name = strings.ToLower(name)
	ofModel := strings.Contains(path, "/device-models") // the code of a model is its name, not a secret
	return strings.Contains(name, "password") || strings.Contains(name, "secret") || name == "code" && !ofModel
}

// fieldsOf lists every field of a body's schema, up to a limited depth.
func fieldsOf(s *openapi3.Schema, path []any, depth int) []field {
	if depth > 5 || s == nil {
		return nil
	}
	var list []field
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		here := append(slices.Clone(path), name)
		inner := s.Properties[name].Value
		list = append(list, field{here, inner})
		list = append(list, fieldsOf(inner, here, depth+1)...)
	}
	if s.Items != nil {
		here := append(slices.Clone(path), 0)
		list = append(list, field{here, s.Items.Value})
		list = append(list, fieldsOf(s.Items.Value, here, depth+1)...)
	}
	return list
}

// with returns a copy of a value with one place replaced. It creates missing parents.
func with(v any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	if index, ok := path[0].(int); ok {
		list, _ := v.([]any)
		list = slices.Clone(list)
		for len(list) <= index {
			list = append(list, nil)
		}
		list[index] = with(list[index], path[1:], value)
		return list
	}
	object, _ := v.(map[string]any)
	object = maps.Clone(object)
	if object == nil {
		object = map[string]any{}
	}
	name := path[0].(string)
	object[name] = with(object[name], path[1:], value)
	return object
}

// without returns a copy of a value without one member.
func without(v any, path []any) any {
	object, isObject := v.(map[string]any)
	name, isName := path[0].(string)
	switch {
	case !isObject || !isName:
		return v
	case len(path) > 1:
		return with(v, path[:1], without(object[name], path[1:]))
	}
	object = maps.Clone(object)
	delete(object, name)
	return object
}

// write encodes a value, with raw values unchanged.
func write(b *strings.Builder, v any) {
	switch v := v.(type) {
	case raw:
		b.WriteString(string(v))
	case map[string]any:
		b.WriteByte('{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%q:", name)
			write(b, v[name])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, inner := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, inner)
		}
		b.WriteByte(']')
	default:
		text, _ := json.Marshal(v) // values of a decoded document always encode
		b.Write(text)
	}
}

func written(v any) string {
	var b strings.Builder
	write(&b, v)
	return b.String()
}
