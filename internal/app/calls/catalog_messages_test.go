package calls_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
)

// inLanguage makes a call of the owner in a language.
func (h *harness) inLanguage(language errs.Language, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.WithValue(h.t.Context(), requestKey{}, true), method, h.path(path), strings.NewReader(h.path(body)))
	r.Header.Set("Accept-Language", string(language))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+h.token("owner"))
	w := httptest.NewRecorder()
	h.API.ServeHTTP(w, r)
	return w
}

// TestMessagesOfTheCatalog raises each message of the specification about slaves, serial numbers, channels, lengths of
// command parameters and hex strings where people can cause it, and reads its code, its field and its text in each
// language.
func TestMessagesOfTheCatalog(t *testing.T) {
	h := newHarness(t)
	// The logger of the fixture has this model; now it has 16 channels, and a module with the channels 33 to 40.
	h.must("admin", "POST", "/api/corporations/{ours}/device-models",
		`{"code":"HDA3-16","label":"16 channels","type":"HDA3","series":"own","channels":16,"withCollector":true,"withNetwork":true}`)
	const devices, commands = "/api/corporations/{ours}/devices", "/api/corporations/{ours}/devices/{logger}/commands"
	version := func(aspect, value string) string {
		return fmt.Sprintf(`{"aspect":%q,"validFrom":1700000000000,"value":%s}`, aspect, value)
	}
	bound := func(channel int) string {
		return version("binding", fmt.Sprintf(`{"sources":[{"role":"main","deviceId":{logger},"channelNo":%d}]}`, channel))
	}
	const slave = `{"slaves":[{"sn":%q,"address":1,"channels":8,"type":"vw","firstChannelNo":%d}]}`
	h.must("owner", "POST", devices+"/{logger}/versions", version("hem", fmt.Sprintf(slave, "HEM-1", 33)))
	h.must("owner", "POST", aPoint+"/versions", bound(16))
	h.must("owner", "POST", aPoint+"/versions", bound(40))
	h.must("owner", "POST", devices+"/{gauge}/versions", version("connection", `{"collectorId":{logger},"channelNo":33}`))

	for _, c := range []struct {
		message            *errs.Message
		field              string
		method, path, body string
	}{
		{errs.SlaveFormat, "value.slaves[0].sn", "POST", devices + "/{logger}/versions", version("hem", fmt.Sprintf(slave, "a b", 33))},
		{errs.ChannelInvalid, "value.slaves[0].firstChannelNo", "POST", devices + "/{logger}/versions", version("hem", fmt.Sprintf(slave, "HEM-1", 20000))},
		{errs.SerialFormat, "sncode", "POST", devices, `{"name":"Odd","type":"Crack","model":"own","sncode":"? ?","projectId":{project}}`},
		{errs.ChannelInvalid, "value.sources[0].channelNo", "POST", aPoint + "/versions", bound(99)},
		{errs.ChannelInvalid, "value.sources[0].channelNo", "POST", aPoint + "/versions", bound(41)},
		{errs.ChannelInvalid, "value.sources[0].channelNo", "POST", aPoint + "/versions", bound(-1)},
		{
			errs.ChannelInvalid, "points[0].config[0].value.sources[0].channelNo", "POST", "/api/structures/{structure}/measuring-points",
			`{"points":[{"name":"X1","type":"normal","measurement":"Crack","category":"Crack","config":[` + bound(17) + `]}]}`,
		},
		{errs.ChannelInvalid, "sources[0].channelNo", "POST", aLevel + "/device-group/preview", `{"at":1700000700000,"sources":[{"role":"main","deviceId":{logger},"channelNo":99}]}`},
		{errs.ChannelInvalid, "value.channelNo", "POST", devices + "/{gauge}/versions", version("connection", `{"collectorId":{logger},"channelNo":99}`)},
		{errs.ChannelInvalid, "value.channels[0].channelNo", "POST", devices + "/{logger}/versions", version("channels", `{"channels":[{"channelNo":99,"isUsed":true}]}`)},
		{errs.ChannelInvalid, "value.list[0].channelNo", "POST", devices + "/{logger}/versions", version("ranges", `{"list":[{"channelNo":-1,"field":"freq","min":1}]}`)},
		{errs.ParameterLength, "args.every", "POST", commands, `{"kind":"setInterval","args":{"every":600}}`},
		{errs.ParameterLength, "args.interval", "POST", commands, `{"kind":"setInterval","args":{"interval":"600"}}`},
		{errs.ParameterLength, "args.content", "POST", commands, `{"kind":"raw","args":{"hex":"` + strings.Repeat("00", 1025) + `"}}`},
		{errs.ParameterLength, "args.content", "POST", commands, `{"kind":"raw","args":{"text":"` + strings.Repeat("x", 1025) + `"}}`},
		{errs.HexInvalid, "args.content", "POST", commands, `{"kind":"raw","args":{"hex":"0x010"}}`},
		{errs.HexInvalid, "args.content", "POST", commands + "/keep-sending", `{"kind":"raw","args":{"hex":"zz"},"every":10}`},
		{errs.HexInvalid, "list[0].args.content", "PUT", "/api/projects/{project}/command-buttons", `{"list":[{"name":"Odd","kind":"raw","args":{"hex":"1"}}]}`},
		{errs.HexInvalid, "registration", "PATCH", devices + "/{logger}/link-config", `{"validFrom":0,"value":{"registration":"0"}}`},
		{errs.HexInvalid, "heartbeat", "PATCH", devices + "/{logger}/link-config", `{"validFrom":0,"value":{"heartbeat":"xy"}}`},
	} {
		for _, language := range errs.Languages() {
			w := h.inLanguage(language, c.method, c.path, c.body)
			var said struct {
				Error  string            `json:"error"`
				Code   int               `json:"code"`
				Fields map[string]string `json:"fields"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil {
				t.Fatalf("%s %s: %d %s", c.method, c.path, w.Code, w.Body)
			}
			text := c.message.Text(language, nil)
			if w.Code != 422 || said.Code != c.message.Code || said.Error != text || said.Fields[c.field] != text {
				t.Errorf("%s %s %.200s\n%s: %d %s\nwant %d %q on %s", c.method, c.path, c.body, language, w.Code, w.Body, c.message.Code, text, c.field)
			}
		}
	}
}

// A binding that is older than the number of channels of its device can still be corrected.
func TestBindingOlderThanTheChannelsOfItsModel(t *testing.T) {
	h := newHarness(t)
	const value = `{"aspect":"binding","validFrom":%d,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":99}]}}`
	h.must("owner", "POST", aPoint+"/versions", fmt.Sprintf(value, 1700000000000))
	h.must("admin", "POST", "/api/corporations/{ours}/device-models",
		`{"code":"HDA3-16","label":"16 channels","type":"HDA3","series":"own","channels":16,"withCollector":true,"withNetwork":true}`)
	h.must("owner", "POST", aPoint+"/versions", fmt.Sprintf(value, 1700000100000))
	h.ask([]asking{{
		errs.ChannelInvalid, "owner", "POST", aLevel + "/versions", fmt.Sprintf(strings.Replace(value, "99", "98", 1), 1700000000000),
	}})
}
