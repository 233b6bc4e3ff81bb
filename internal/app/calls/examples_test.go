package calls_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// declared returns the operations of the product, by id.
var declared = sync.OnceValue(func() map[string]httpapi.Operation {
	api, err := app.Calls()
	if err != nil {
		panic(err)
	}
	list := map[string]httpapi.Operation{}
	for _, op := range api.Operations() {
		list[op.ID] = op
	}
	return list
})

// declaredHere reports whether the test below covers an operation: it has an example, or reads without a body.
func declaredHere(id string) bool {
	op := declared()[id]
	return op.Example != "" || op.NearMiss.Body != "" || op.Method == http.MethodGet
}

// TestExamplesOfOperations covers each operation without a scenario by its own example: an administrator succeeds,
// only people of the project do, and the near miss is refused with its field. Near misses of all operations are
// tested.
func TestExamplesOfOperations(t *testing.T) {
	h := newHarness(t)
	for name, id := range map[string]string{
		"projectId": "project", "structureId": "structure", "itemId": "item", "measuringPointId": "point",
		"deviceId": "logger", "corporationId": "ours", "userId": "member",
	} {
		h.ids[name] = h.ids[id]
	}
	tried := slices.Clone(elsewhere)
	for _, s := range scenarios {
		tried = append(tried, s.operation)
	}
	for id, op := range declared() {
		if !slices.Contains(tried, id) && op.Tag != "constants" {
			t.Run(id, func(t *testing.T) { h.example(t, op) })
		}
		if op.NearMiss.Body != "" {
			t.Run(id+" near miss", func(t *testing.T) { h.nearMiss(t, op) })
		}
	}
}

// example calls an operation as administrator, stranger, guest and without a session.
func (h *harness) example(t *testing.T, op httpapi.Operation) {
	path, body := h.path(httpapi.Prefix+op.Path), h.path(op.Example)
	if strings.ContainsAny(path, "{}") {
		t.Fatalf("no value for a parameter of %s: add a line to scenarios", path)
	}
	success := max(op.Status, http.StatusOK)
	if w := h.call("admin", op.Method, path, body); w.Code != success {
		t.Errorf("by an administrator: %d %s, want %d", w.Code, w.Body, success)
	}
	if w := h.call("", op.Method, path, body); w.Code != http.StatusUnauthorized && !op.Open {
		t.Errorf("without a session: %d %s", w.Code, w.Body)
	}
	if w := h.call("stranger", op.Method, path, body); w.Code < 400 && len(httpapi.PathIDs(op.Path)) > 0 {
		t.Errorf("by a stranger: %d %s", w.Code, w.Body)
	}
	if reads := op.Need.Action == access.Retrieve || op.Need == (access.Permission{}); !reads {
		if w := h.call("guest", op.Method, path, body); w.Code != http.StatusForbidden {
			t.Errorf("by a guest: %d %s", w.Code, w.Body)
		}
	}
}

func (h *harness) nearMiss(t *testing.T, op httpapi.Operation) {
	path := h.path(httpapi.Prefix + op.Path)
	w := h.call("admin", op.Method, path, h.path(op.NearMiss.Body))
	if w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), `"`+op.NearMiss.Field+`"`) {
		t.Errorf("%d %s: does not name %s", w.Code, w.Body, op.NearMiss.Field)
	}
}
