package audit_test

import (
	"reflect"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
)

// TestEveryConfigurationFieldHasAName checks that every configuration field of devices, points and structures has a
// display name.
func TestEveryConfigurationFieldHasAName(t *testing.T) {
	same := map[string]bool{"f1": true, "f2": true, "fy": true, "e": true, "sn": true}
	seen := map[reflect.Type]bool{}
	var walk func(kind reflect.Type)
	walk = func(kind reflect.Type) {
		switch kind.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(kind.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if seen[kind] {
			return
		}
		seen[kind] = true
		for i := range kind.NumField() {
			field := kind.Field(i)
			walk(field.Type)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			for _, language := range []string{"zh", "en", "zh-TW"} {
				if audit.FieldName(name, language) == name && !same[strings.ToLower(name)] {
					t.Errorf("%s.%s has no name in %s", kind, name, language)
				}
			}
		}
	}
	for _, value := range []any{
		definition.Basic{},
		definition.Coefficients{},
		definition.Geometry{},
		definition.Connection{},
		definition.Channels{},
		device.Hem{},
		device.Chart{},
		definition.Pam{},
		definition.GDMAngle{},
		device.Resolve{},
		definition.Binding{},
		definition.Formula{},
		definition.Initial{},
		definition.Processor{},
		definition.Collect{},
		alarm.Thresholds{},
		project.GNSSTask{},
	} {
		walk(reflect.TypeOf(value))
	}
}
