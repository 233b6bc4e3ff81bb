package handling_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/testing/apptest"
)

// caller calls a path as one of the people and returns the body; it fails on any other status.
func caller(t *testing.T, s *apptest.Server) func(who, method, path, body string, status int) string {
	return func(who, method, path, body string, status int) string {
		t.Helper()
		got := s.Call(t.Context(), t, who, method, path, body)
		if got.Code != status {
			t.Fatalf("%s %s %s by %s: %d %s, want %d", method, path, body, who, got.Code, got.Body, status)
		}
		return got.Body.String()
	}
}

func TestCorporationHasItsOwnCausesAndMeasures(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			call := caller(t, s)
			editor := fmt.Sprintf("/api/corporations/%d/alert-handling", s.Corporation.ID)
			form := fmt.Sprintf("/api/projects/%d/alert-handling", s.Project.ID)
			usual := call("guest", "GET", form, "", 200)
			if strings.Count(usual, `"en":`) != 23 || !strings.Contains(usual, `"en":"Rainfall"`) {
				t.Errorf("lists of the product: %s", usual)
			}
			if got := call("admin", "GET", editor, "", 200); !strings.HasSuffix(strings.TrimSpace(got), `"updatedAt":0}`) {
				t.Errorf("before any change: %s", got)
			}
			call("admin", "PUT", editor, `{"causes":[{"zh":" 暴雨 ","en":"Heavy   rain"},{"en":"Blasting"}],"measures":[{"zh-TW":"加強巡查"}]}`, 200)
			want := `{"causes":[{"zh":"暴雨","en":"Heavy rain","zh-TW":"暴雨"},{"zh":"Blasting","en":"Blasting","zh-TW":"Blasting"}],` +
				`"measures":[{"zh":"加強巡查","en":"加強巡查","zh-TW":"加強巡查"}]}`
			if got := strings.TrimSpace(call("guest", "GET", form, "", 200)); got != want {
				t.Errorf("form: %s, want %s", got, want)
			}
			if got := call("admin", "GET", editor, "", 200); !strings.Contains(got, `{"en":"Blasting"}`) || strings.Contains(got, `"updatedAt":0`) {
				t.Errorf("the editor shows what was entered: %s", got)
			}
			other := fmt.Sprintf("/api/corporations/%d/alert-handling", s.Other.ID)
			if got := call("stranger", "GET", other, "", 200); !strings.Contains(got, "Rainfall") {
				t.Errorf("another corporation has lost its lists: %s", got)
			}
			call("stranger", "GET", editor, "", 404)
			call("stranger", "GET", form, "", 404)
			call("owner", "PUT", editor, `{"causes":[{"en":"a"}],"measures":[{"en":"b"}]}`, 403)
			call("admin", "DELETE", editor, "", 200)
			if got := call("guest", "GET", form, "", 200); got != usual {
				t.Errorf("after the reset: %s", got)
			}
			call("admin", "DELETE", editor, "", 200) // again
		})
	}
}

func TestListsAreRefusedByField(t *testing.T) {
	s := apptest.Start(t, apptest.Engines()[0], apptest.Options{})
	call := caller(t, s)
	editor := fmt.Sprintf("/api/corporations/%d/alert-handling", s.Corporation.ID)
	entry, long := `{"en":"Rain"}`, strings.Repeat("水", 101)
	many := strings.TrimSuffix(strings.Repeat(`{"en":"x"},`, 31), ",")
	for _, c := range []struct{ causes, field string }{
		{``, `"causes"`},
		{many, `"causes"`},
		{entry + `,{"zh":"雨","en":"  rain "}`, `"causes[1].en"`},
		{entry + `,{"zh":" "}`, `"causes[1]"`},
		{`{"zh":"` + long + `"}`, `causes[0].zh`},
	} {
		got := call("admin", "PUT", editor, `{"causes":[`+c.causes+`],"measures":[`+entry+`]}`, 422)
		if !strings.Contains(got, c.field) {
			t.Errorf("causes %.60s: %s, want the field %s", c.causes, got, c.field)
		}
	}
	var full []string
	for i := range 30 {
		full = append(full, fmt.Sprintf(`{"en":"Cause %d"}`, i))
	}
	call("admin", "PUT", editor, `{"causes":[`+strings.Join(full, ",")+`],"measures":[`+entry+`]}`, 200)
}
