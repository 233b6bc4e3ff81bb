package compiled

import (
	"reflect"
	"testing"

	"plumbline/internal/core/formula"
)

// Every field of a setting, at any depth, makes another key.
func TestSettingsDifferByTheirKeys(t *testing.T) {
	full := func() *formula.Setting {
		return &formula.Setting{
			Rules: []formula.Rule{{Params: map[string]float64{"k": 1}, Options: map[string]string{"o": "1"}}}, Coefficients: map[string]float64{"k": 1},
			Segments: []formula.Segment{{}}, Ring: formula.Ring{Chords: [][2]int32{{}}}, Factors: map[string]float64{"f": 1},
		}
	}
	keyOf := func(s *formula.Setting) string { return string(appendSetting(nil, s)) }
	seen := map[string]string{keyOf(full()): "nothing"}
	if seen[keyOf(full())] == "" {
		t.Fatal("equal settings have different keys")
	}
	var change func(path string, reach func(*formula.Setting) reflect.Value)
	change = func(path string, reach func(*formula.Setting) reflect.Value) {
		s := full()
		v := reach(s)
		switch v.Kind() {
		case reflect.Func: // a program does not depend on its identity
			return
		case reflect.Struct:
			for i := range v.NumField() {
				change(path+"."+v.Type().Field(i).Name, func(s *formula.Setting) reflect.Value { return reach(s).Field(i) })
			}
			return
		case reflect.Array:
			for i := range v.Len() {
				change(path+"[]", func(s *formula.Setting) reflect.Value { return reach(s).Index(i) })
			}
			return
		case reflect.Slice:
			change(path+"[]", func(s *formula.Setting) reflect.Value { return reach(s).Index(0) })
			v.Set(reflect.Append(v, v.Index(0)))
		case reflect.Map:
			for _, name := range v.MapKeys() {
				other := reflect.New(v.Type().Elem()).Elem()
				v.SetMapIndex(name, other)
			}
			if other := seen[keyOf(s)]; other != "" {
				t.Errorf("a value of %s has the key of %s", path, other)
			}
			v.SetMapIndex(reflect.ValueOf("other"), reflect.New(v.Type().Elem()).Elem())
		case reflect.String:
			v.SetString("x")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Float64:
			v.SetFloat(2.5)
		case reflect.Int32, reflect.Int64:
			v.SetInt(7)
		default:
			t.Fatalf("%s is of kind %s", path, v.Kind())
		}
		key := keyOf(s)
		if other := seen[key]; other != "" {
			t.Errorf("%s has the key of %s", path, other)
		}
		seen[key] = path
	}
	change("setting", func(s *formula.Setting) reflect.Value { return reflect.ValueOf(s).Elem() })
	if len(seen) < 25 {
		t.Errorf("only %d settings were compared", len(seen))
	}
}
