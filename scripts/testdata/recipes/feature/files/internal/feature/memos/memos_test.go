package memos_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// People of a project write memos; others neither read nor write them.
func TestMemos(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { memos(t, engine) })
	}
}

func memos(t *testing.T, engine database.Dialect) {
	s := apptest.Start(t, engine, apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/memos", s.Project.ID)
	for _, step := range []struct {
		who, method, body string
		status            int
		part              string
	}{
		{"manager", http.MethodPost, `{"text":"Scaffold in front of SW-09"}`, http.StatusCreated, "Scaffold"},
		{"guest", http.MethodGet, "", http.StatusOK, "Scaffold"},
		{"guest", http.MethodPost, `{"text":"x"}`, http.StatusForbidden, `"code"`},
		{"manager", http.MethodPost, `{"text":" "}`, http.StatusUnprocessableEntity, `"text"`},
		{"stranger", http.MethodGet, "", http.StatusNotFound, `"code"`},
		{"", http.MethodGet, "", http.StatusUnauthorized, `"code"`},
	} {
		w := s.Call(t.Context(), t, step.who, step.method, path, step.body)
		if w.Code != step.status || !strings.Contains(w.Body.String(), step.part) {
			t.Errorf("%s %s: %d %s", step.who, step.method, w.Code, w.Body)
		}
	}
}
