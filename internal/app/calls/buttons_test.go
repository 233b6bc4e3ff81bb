package calls_test

import (
	"testing"

	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/errs"
)

// TestProjectKeepsItsCommands follows the buttons of a project: set, ordered again, refused with a bad argument.
func TestProjectKeepsItsCommands(t *testing.T) {
	h := newHarness(t)
	const path = "/api/projects/{project}/command-buttons"
	names := func(body []byte) (list []string) {
		for _, b := range decoded[httpapi.List[fieldapi.CommandButton]](t, body).List {
			list = append(list, b.Name+" "+b.Kind+" "+string(b.Args))
		}
		return list
	}
	const read, raw = `{"name":" Read now ","kind":"read"}`, `{"name":"Registers","kind":"raw","args":{"hex":"01 03 00 00 00 02 c4 0b"}}`
	h.must("owner", "PUT", path, `{"list":[`+read+`,`+raw+`]}`)
	h.must("owner", "PUT", path, `{"list":[`+raw+`,`+read+`]}`)
	got := names(h.must("owner", "GET", path, ""))
	if len(got) != 2 || got[0] != `Registers raw {"hex":"010300000002C40B"}` || got[1] != "Read now read {}" {
		t.Errorf("buttons: %q", got)
	}
	h.ask([]asking{
		{errs.HexInvalid, "owner", "PUT", path, `{"list":[{"name":"Odd","kind":"raw","args":{"hex":"0x1"}}]}`},
		{errs.ParameterLength, "owner", "PUT", path, `{"list":[{"name":"Odd","kind":"setInterval","args":{"every":5}}]}`},
		{errs.Duplicate, "owner", "PUT", path, `{"list":[` + read + `,` + read + `]}`},
	})
	h.must("owner", "PUT", path, `{"list":[]}`)
	if left := names(h.must("owner", "GET", path, "")); len(left) != 0 {
		t.Errorf("after removing: %q", left)
	}
}
