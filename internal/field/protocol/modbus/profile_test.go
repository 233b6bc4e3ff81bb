package modbus

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/platform/errs"
)

func profileFrom(t testing.TB, text string) *Profile {
	t.Helper()
	p, err := ReadProfile(json.RawMessage(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// A weather station has a gap of one float, a counter far away and two relays: three requests.
func TestNeighborsShareARequest(t *testing.T) {
	p := profileFrom(t, `{"items":[
		{"offset":0,"type":"f32","field":"windSpeed"},{"offset":2,"type":"f32","field":"windDir"},
		{"offset":12,"type":"f32","field":"total"},{"offset":23,"field":"state"},
		{"function":1,"offset":5,"field":"relay1"},{"function":1,"offset":9,"field":"relay2"}]}`)
	want := []span{{1, 5, 5}, {3, 0, 14}, {3, 23, 1}}
	if diff := cmp.Diff(want, p.ranges, cmp.AllowUnexported(span{})); diff != "" {
		t.Error(diff)
	}
}

// Every item is in one request, no request is longer than 125, and none that could be shared is sent.
func TestRequestsCoverEveryItem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []item
		for range rapid.IntRange(0, 200).Draw(t, "items") {
			list = append(list, item{
				function: byte(rapid.IntRange(3, 4).Draw(t, "function")), register: rapid.IntRange(0, 1000).Draw(t, "register"),
				kind: kind(rapid.IntRange(0, int(bcd32)).Draw(t, "kind")),
			})
		}
		ranges := merge(list)
		for i, s := range ranges {
			if s.count < 1 || s.count > maxCount {
				t.Fatalf("request %v", s)
			}
			if i > 0 && ranges[i-1].function == s.function && s.start <= ranges[i-1].start {
				t.Fatalf("requests %v are not in order", ranges)
			}
		}
		for _, it := range list {
			covered := false
			for _, s := range ranges {
				covered = covered || s.function == it.function && s.start <= it.register && it.register+it.registers() <= s.start+s.count
			}
			if !covered {
				t.Fatalf("register %d of function %d is in none of %v", it.register, it.function, ranges)
			}
		}
	})
}

func TestRefusedProfiles(t *testing.T) {
	for text, want := range map[string]struct {
		field   string
		message *errs.Message
	}{
		`{"preset":"tilt9"}`:                                                      {"preset", errs.NotOneOf},
		`{"framing":"ascii"}`:                                                     {"framing", errs.NotOneOf},
		`{"unit":248}`:                                                            {"unit", errs.OutOfRange},
		`{"speed":9600}`:                                                          {"speed", errs.Unexpected},
		`{"unit":"1"}`:                                                            {"unit", errs.WrongType},
		`{"items":[{"field":"x y"}]}`:                                             {"items[0].field", errs.FormatWrong},
		`{"items":[{"type":"u64","field":"x"}]}`:                                  {"items[0].type", errs.NotOneOf},
		`{"items":[{"order":"BACD","field":"x"}]}`:                                {"items[0].order", errs.NotOneOf},
		`{"items":[{"function":5,"field":"x"}]}`:                                  {"items[0].function", errs.OutOfRange},
		`{"items":[{"function":259,"field":"x"}]}`:                                {"items[0].function", errs.OutOfRange},
		`{"items":[{"function":1,"type":"f32","field":"x"}]}`:                     {"items[0].type", errs.NotOneOf},
		`{"items":[{"type":"bit","bit":16,"field":"x"}]}`:                         {"items[0].bit", errs.OutOfRange},
		`{"items":[{"bit":2,"field":"x"}]}`:                                       {"items[0].bit", errs.Unexpected},
		`{"items":[{"offset":65535,"type":"f32","field":"x"}]}`:                   {"items[0].offset", errs.OutOfRange},
		`{"items":[{"scale":0,"field":"x"}]}`:                                     {"items[0].scale", errs.FieldWrong},
		`{"items":[{"field":"x"},{"offset":1,"field":"x"}]}`:                      {"items.x", errs.Duplicate},
		`{"polls":[{"count":126,"items":[]}]}`:                                    {"polls[0].count", errs.OutOfRange},
		`{"polls":[{"count":2,"items":[{"offset":1,"type":"f32","field":"x"}]}]}`: {"polls[0].items[0].offset", errs.OutOfRange},
		`{"polls":[{"count":2,"items":[{"function":4,"field":"x"}]}]}`:            {"polls[0].items[0].function", errs.Unexpected},
		`{"array":{"step":6,"items":[{"field":"x"}]}}`:                            {"array.count", errs.Empty},
		`{"array":{"step":6,"count":3,"items":[]}}`:                               {"array.items", errs.OutOfRange},
		`{"array":{"step":1,"count":3,"items":[{"type":"f32","field":"x"}]}}`:     {"array.items[0].offset", errs.OutOfRange},
		`{"clock":{"start":0,"form":"bcd"}}`:                                      {"clock.form", errs.NotOneOf},
		`{"interval":{"register":16,"unit":"h"}}`:                                 {"interval.unit", errs.NotOneOf},
		`{"reset":{"register":1,"value":70000}}`:                                  {"reset.value", errs.OutOfRange},
	} {
		_, err := ReadProfile(json.RawMessage(text))
		refused, ok := errs.As(err)
		if !ok || len(refused.Fields) == 0 || refused.Fields[0].Name != want.field || refused.Code != want.message.Code {
			t.Errorf("%s: got %v, want %s on %s", text, err, want.message.Key, want.field)
		}
	}
}

// People start from a preset and change what differs; what they do not mention stays.
func TestPresetIsEdited(t *testing.T) {
	p := profileFrom(t, `{"preset":"vw","channels":4,"unit":9,"interval":{"register":32,"unit":"s"}}`)
	if p.unit != 9 || len(p.items) != 8 || *p.interval != (Interval{32, "s"}) || *p.clock != *ownClock {
		t.Errorf("%+v", p)
	}
	last := p.items[7]
	if got := fmt.Sprintf("%s %d %d", last.field, last.register, last.channel); got != "temp 14 4" {
		t.Errorf("last item: %s", got)
	}
}
