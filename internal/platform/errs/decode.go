package errs

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
)

// Decode decodes a JSON value into v. It rejects an unknown field or a wrong type by the field's name, and other text
// as invalid JSON.
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
	// The json package reports unknown fields only as text.
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		return OnField(strings.Trim(name, `"`), Unexpected)
	}
	return Wrap(err, BadJSON)
}

// kindOf returns the JSON name of a type.
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
