package jsonmap

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/protocoltest"
	"plumbline/internal/platform/errs"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, Name) }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, Name) }

// refusal returns the code and the first field of an error.
func refusal(t *testing.T, err error) (code int, field string) {
	t.Helper()
	why, ok := errs.As(err)
	if !ok {
		t.Fatalf("not refused: %v", err)
	}
	if len(why.Fields) > 0 {
		field = why.Fields[0].Name
	}
	return why.Code, field
}

func TestMappingsThatAreRefused(t *testing.T) {
	for text, want := range map[string]struct {
		message *errs.Message
		field   string
	}{
		`{}`:                                     {errs.TooFewEntries, "values"},
		`{"values":[{"field":"x"}]}`:             {errs.Empty, "values[0].path"},
		`{"values":[{"path":"x"}]}`:              {errs.FormatWrong, "values[0].field"},
		`{"rows":"a..b"}`:                        {errs.PathInvalid, "rows"},
		`{"rows":"$.a"}`:                         {errs.PathInvalid, "rows"},
		`{"device":"a[]"}`:                       {errs.PathInvalid, "device"},
		`{"device":"a[-1]"}`:                     {errs.PathInvalid, "device"},
		`{"device":"a","name":"b"}`:              {errs.FieldWrong, "channel"},
		`{"only":{"path":"a"}}`:                  {errs.TooFewEntries, "only.is"},
		`{"success":{"is":["1"]}}`:               {errs.Empty, "success.path"},
		`{"time":{"path":"t","format":"HH:mm"}}`: {errs.NotOneOf, "time.format"},
		`{"time":{"path":"t","zone":"Mars"}}`:    {errs.ZoneUnknown, "time.zone"},
		`{"device":"a","values":[{"path":"x","field":"x","channel":1}]}`: {errs.Unexpected, "values[0].channel"},
		`{"node":"a","values":[{"path":"x","field":"x","node":1}]}`:      {errs.Unexpected, "values[0].node"},
		`{"values":[{"path":"x","field":"x","channel":20000}]}`:          {errs.OutOfRange, "values[0].channel"},
		`{"rows":5}`:    {errs.WrongType, "rows"},
		`{"columns":5}`: {errs.Unexpected, "columns"},
	} {
		_, err := ReadProfile(json.RawMessage(text))
		if code, field := refusal(t, err); code != want.message.Code || field != want.field {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func decode(t *testing.T, mapping, frame string) (*protocol.Message, error) {
	t.Helper()
	p, err := ReadProfile(json.RawMessage(mapping))
	if err != nil {
		t.Fatal(err)
	}
	m := new(protocol.Message)
	return m, NewDecoder().Decode([]byte(frame), p, m)
}

// An answer that does not have what the mapping expects says where.
func TestAnswersThatAreRefused(t *testing.T) {
	const mapping = `{"success":{"path":"code","is":["0"]},"message":"msg","rows":"data","time":{"path":"t","format":"ms"},"device":"sn","node":"n","values":[{"path":"x","field":"x"}]}`
	for frame, want := range map[string]struct {
		message *errs.Message
		field   string
	}{
		`{"code":0,`:               {errs.BadJSON, ""},
		`{"code":0} {}`:            {errs.BadJSON, ""},
		`{"code":7,"msg":"token"}`: {errs.SenderFailed, ""},
		`{"code":0}`:               {errs.MustExist, "rows"},
		`{"code":0,"data":[{"t":1,"sn":"A","n":1,"x":1},{"t":"soon","sn":"A","n":1}]}`: {errs.FormatWrong, "rows[1].time"},
		`{"code":0,"data":[{"t":1,"n":1}]}`:                                            {errs.Empty, "rows[0].device"},
		`{"code":0,"data":[{"t":1,"sn":"A","n":-1}]}`:                                  {errs.FormatWrong, "rows[0].node"},
	} {
		_, err := decode(t, mapping, frame)
		if code, field := refusal(t, err); code != want.message.Code || field != want.field {
			t.Errorf("%s: %v", frame, err)
		}
	}
	if m, err := decode(t, mapping, `{"code":0,"data":null}`); err != nil || len(m.Readings) > 0 {
		t.Errorf("an empty answer: %v, %d readings", err, len(m.Readings))
	}
	var none protocol.Message
	err := NewDecoder().Decode([]byte(`{}`), nil, &none)
	if code, _ := refusal(t, err); code != errs.MappingMissing.Code {
		t.Errorf("without a mapping: %v", err)
	}
}

// A time comes back from its text, in any form and zone.
func TestTimesInAnyForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(946684800, 4102444800).Draw(t, "time"), 0).UTC()
		zone := time.FixedZone("", rapid.IntRange(-11, 13).Draw(t, "zone")*3600)
		form := rapid.SampledFrom([]struct{ format, layout string }{
			{"YYYY-MM-DD HH:mm:ss", time.DateTime}, {"iso", time.RFC3339}, {"", time.DateTime}, {"DD/MM/YYYY HH:mm:ss", "02/01/2006 15:04:05"},
		}).Draw(t, "form")
		var refused errs.Refusals
		c := Time{Path: "t", Format: form.format, Zone: at.In(zone).Format("-07:00")}.check(&refused)
		if err := refused.Err(); err != nil {
			t.Fatal(err)
		}
		got, local, ok := c.at(at.In(zone).Format(form.layout))
		if !ok || local || got != at.UnixMilli() {
			t.Fatalf("%s in %s: got %d %v %v", form.layout, at.In(zone), got, local, ok)
		}
	})
}
