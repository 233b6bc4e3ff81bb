package modelcommand_test

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

func label(text string) i18n.Label { return i18n.Label{Zh: text, En: text, Tw: text} }

func param(name string, low, high float64) modelcommand.Param {
	return modelcommand.Param{Name: name, Label: label(name), Min: low, Max: high}
}

func hexadecimal(send string, params ...modelcommand.Param) modelcommand.Command {
	return modelcommand.Command{Code: "one", Label: label("One"), Form: modelcommand.Hex, Send: send, Params: params}
}

// The commands of the predefined models are those frames of domain protocols.md.
func TestPredefinedCommands(t *testing.T) {
	for _, m := range catalog.Models() {
		if err := modelcommand.Check(m.Commands); err != nil {
			t.Errorf("%s: %v", m.Code, err)
		}
	}
	for _, c := range []struct {
		model, code string
		params      map[string]float64
		want        string
	}{
		{"RION-HCA", "setZero", map[string]float64{"mode": 0}, "\x68\x05\x00\x05\x00\x0A"},
		{"RION-HCA", "readZero", nil, "\x68\x04\x00\x0D\x11"},
		{"STN-LEICA", "turn", map[string]float64{"hz": 127.2356111, "v": 88.3595833}, "%R1Q,9027:2.2206803,1.5421657,0,1,0"},
		{"STN-LEICA", "readSerial", nil, "%R1Q,5003:"},
		{"WL-SL651", "readVersion", nil, "\x45"},
		{"WS-HJ", "readClock", nil, "CN=1011"},
	} {
		m, _ := catalog.ModelOf(c.model)
		command, ok := modelcommand.Find(m.Commands, c.code)
		if !ok {
			t.Errorf("%s has no command %s", c.model, c.code)
			continue
		}
		values, err := command.Values(c.params)
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
		}
		if got := string(command.Bytes(values, 0)); got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
}

func TestNumbersInBytes(t *testing.T) {
	factor := 10.0
	scaled := param("x", 0, 100)
	scaled.Factor = &factor
	for _, c := range []struct {
		send   string
		params []modelcommand.Param
		value  float64
		want   string
	}{
		{"{address} 06 00 10 {x:u16} {crc16}", []modelcommand.Param{param("x", 0, 100)}, 5, "0206001000 05483F"}, // protocols.md section 2.1, address 2
		{"{x}", []modelcommand.Param{param("x", 0, 255)}, 255, "FF"},
		{"{x:i16}", []modelcommand.Param{param("x", -9, 9)}, -2, "FFFE"},
		{"{x:u32le}", []modelcommand.Param{param("x", 0, 1e9)}, 258, "02010000"},
		{"{x:f32}", []modelcommand.Param{param("x", 0, 99)}, 25, "41C80000"},
		{"{x:u16}", []modelcommand.Param{scaled}, 2.55, "001A"},
		{"01 02 {sum} {x}", []modelcommand.Param{param("x", 0, 9)}, 3, "01020303"},
	} {
		command := hexadecimal(c.send, c.params...)
		if err := modelcommand.Check([]modelcommand.Command{command}); err != nil {
			t.Errorf("%s: %v", c.send, err)
		}
		got := strings.ToUpper(hex.EncodeToString(command.Bytes(map[string]float64{"x": c.value}, 2)))
		if want := strings.ReplaceAll(c.want, " ", ""); got != want {
			t.Errorf("%s with %g: %s, want %s", c.send, c.value, got, want)
		}
	}
}

func TestRefusedDeclarations(t *testing.T) {
	changed := func(change func(*modelcommand.Command)) []modelcommand.Command {
		c := hexadecimal("01 {x}", param("x", 0, 9))
		change(&c)
		return []modelcommand.Command{c}
	}
	half := 0.5
	for _, c := range []struct {
		field string
		want  *errs.Message
		list  []modelcommand.Command
	}{
		{"commands[0].code", errs.Empty, changed(func(c *modelcommand.Command) { c.Code = "" })},
		{"commands[0].code", errs.FormatWrong, changed(func(c *modelcommand.Command) { c.Code = "set zero" })},
		{"commands[1].code", errs.Duplicate, slices.Concat(changed(func(*modelcommand.Command) {}), changed(func(*modelcommand.Command) {}))},
		{"commands[0].label.en", errs.Empty, changed(func(c *modelcommand.Command) { c.Label.En = " " })},
		{"commands[0].form", errs.NotOneOf, changed(func(c *modelcommand.Command) { c.Form = "octal" })},
		{"commands[0].send", errs.Empty, changed(func(c *modelcommand.Command) { c.Send = "" })},
		{"commands[0].send", errs.HexInvalid, changed(func(c *modelcommand.Command) { c.Send = "01 0 {x}" })},
		{"commands[0].send", errs.FormatWrong, changed(func(c *modelcommand.Command) { c.Send = "01 {x:u7}" })},
		{"commands[0].send", errs.FormatWrong, changed(func(c *modelcommand.Command) { c.Send = "01 {x" })},
		{"commands[0].send", errs.ParamUnknown, changed(func(c *modelcommand.Command) { c.Send = "01 {x} {y}" })},
		{"commands[0].params[0].name", errs.ParamUnused, changed(func(c *modelcommand.Command) { c.Send = "01" })},
		{"commands[0].params[0].name", errs.FormatWrong, changed(func(c *modelcommand.Command) { c.Params[0].Name = "1" })},
		{"commands[0].params[0].name", errs.Duplicate, changed(func(c *modelcommand.Command) { c.Params[0].Name = "address" })},
		{"commands[0].params[0].max", errs.OutOfRange, changed(func(c *modelcommand.Command) { c.Params[0].Max = -1 })},
		{"commands[0].params[0].max", errs.OutOfRange, changed(func(c *modelcommand.Command) { c.Params[0].Max = 256 })},
		{"commands[0].params[0].default", errs.OutOfRange, changed(func(c *modelcommand.Command) { d := 10.0; c.Params[0].Default = &d })},
		{"commands[0].params[0].min", errs.WholeWanted, changed(func(c *modelcommand.Command) { c.Params[0].Min = half })},
		{"commands[0].params[0].factor", errs.FormatWrong, changed(func(c *modelcommand.Command) { c.Params[0].Factor = new(float64) })},
		{"commands[0].params[0].choices[0].value", errs.OutOfRange, changed(func(c *modelcommand.Command) {
			c.Params[0].Choices = []modelcommand.Choice{{Value: 10, Label: label("Ten")}}
		})},
		{"commands[0].answer", errs.HexInvalid, changed(func(c *modelcommand.Command) { c.Answer = "0" })},
		{"commands[0].answer", errs.Unexpected, changed(func(c *modelcommand.Command) { c.Form, c.Send, c.Answer = modelcommand.Named, "zero", "ok" })},
		{"commands[0].timeout", errs.OutOfRange, changed(func(c *modelcommand.Command) { c.Timeout = 61 })},
		{"commands", errs.TooManyEntries, make([]modelcommand.Command, modelcommand.Max+1)},
	} {
		refused, ok := errs.As(modelcommand.Check(c.list))
		if !ok || !slices.ContainsFunc(refused.Fields, func(f errs.Field) bool { return f.Name == c.field && f.Message == c.want }) {
			t.Errorf("%s: %v, want %s", c.field, refused, c.want.Key)
		}
	}
}

func TestParameters(t *testing.T) {
	usual := 4.0
	given := param("x", 1, 9)
	byDefault := param("y", 0, 9)
	byDefault.Default = &usual
	chosen := param("z", 0, 9)
	chosen.Choices = []modelcommand.Choice{{Value: 0, Label: label("off")}, {Value: 9, Label: label("on")}}
	command := hexadecimal("{x} {y} {z}", given, byDefault, chosen)
	values, err := command.Values(map[string]float64{"x": 2, "z": 9})
	if err != nil || !maps.Equal(values, map[string]float64{"x": 2, "y": 4, "z": 9}) {
		t.Errorf("%v, %v", values, err)
	}
	_, err = command.Values(map[string]float64{"y": 4.5, "z": 1, "w": 1})
	refused, _ := errs.As(err)
	got := map[string]*errs.Message{}
	for _, f := range refused.Fields {
		got[f.Name] = f.Message
	}
	want := map[string]*errs.Message{"x": errs.Empty, "y": errs.WholeWanted, "z": errs.NotOneOf, "w": errs.Unexpected}
	if !maps.Equal(got, want) {
		t.Errorf("refused %v", err)
	}
}

func TestExpectedAnswers(t *testing.T) {
	for _, c := range []struct {
		form, pattern, answer string
		want                  bool
	}{
		{modelcommand.Hex, "", "\x00", true},
		{modelcommand.Hex, "68 05 {address} 85 ??", "\x68\x05\x02\x85\x99", true},
		{modelcommand.Hex, "68 05 {address} 85 ??", "\x68\x05\x03\x85\x99", false},
		{modelcommand.Hex, "68 05 {address} 85 ??", "\x68\x05\x02\x85\x99\x00", false},
		{modelcommand.Hex, "aa*", "\xAA\x01\x02", true},
		{modelcommand.Hex, "AA BB", "\xAA", false},
		{modelcommand.Text, "%R1P,0,*:0*", "%R1P,0,0:0,2.2\r\n", true},
		{modelcommand.Text, "%R1P,0,*:0*", "%R1P,0,0:8710\r\n", false},
		{modelcommand.Text, `OK\r\n`, "OK\r\n", true},
		{modelcommand.Text, "OK", "NOK", false},
		{modelcommand.Text, "a*a", "a", false},
	} {
		command := modelcommand.Command{Form: c.form, Answer: c.pattern}
		if got := command.Expects([]byte(c.answer), 2); got != c.want {
			t.Errorf("%q for %q: %v", c.answer, c.pattern, got)
		}
	}
}

// Whatever people declare is refused or can be sent.
func TestAnyDeclaration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := hexadecimal(
			rapid.StringOf(rapid.SampledFrom([]rune("01 aF{}:xyu816sumcrle"))).Draw(t, "send"),
			param(rapid.SampledFrom([]string{"x", "y", "sum"}).Draw(t, "name"), rapid.Float64Range(-300, 300).Draw(t, "min"), rapid.Float64Range(-300, 300).Draw(t, "max")),
		)
		c.Form = rapid.SampledFrom([]string{modelcommand.Hex, modelcommand.Text, modelcommand.Named}).Draw(t, "form")
		if modelcommand.Check([]modelcommand.Command{c}) != nil {
			return
		}
		values, err := c.Values(map[string]float64{c.Params[0].Name: c.Params[0].Max})
		if err != nil {
			t.Fatalf("the end of the range is refused: %v", err)
		}
		if len(c.Bytes(values, 1)) == 0 {
			t.Fatal("nothing is sent")
		}
	})
}
