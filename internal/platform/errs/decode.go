package errs

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Decode reads a JSON value into what v points to. A field that is not known or of another type
// is refused by its name, text that is no JSON as such.
func Decode(text []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return OnField(wrong.Field, WrongType, "type", kindOf(wrong.Type))
	}
	// The package says it in words alone.
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		return OnField(strings.Trim(name, `"`), Unexpected)
	}
	return Wrap(err, BadJSON)
}

// kindOf is what JSON calls a type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "object"
	}
	return "number"
}
