package e2e

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// checkFault checks that a failure has the shape {error, code, fields?}.
func (w *world) checkFault(op operation, a answer) {
	w.Helper()
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(a.body, &parts); err != nil {
		w.Errorf("%s: %d is not a JSON object: %.200s", op.id, a.status, a.body)
		return
	}
	var envelope struct {
		Error  string
		Code   *int
		Fields map[string]string
	}
	if err := json.Unmarshal(a.body, &envelope); err != nil || envelope.Error == "" || envelope.Code == nil {
		w.Errorf("%s: %d is not an error envelope: %.200s", op.id, a.status, a.body)
	}
	for name := range parts {
		if name != "error" && name != "code" && name != "fields" {
			w.Errorf("%s: a fault with %q: %.200s", op.id, name, a.body)
		}
	}
}

// inAddress matches tokens in a logged URL.
var inAddress = regexp.MustCompile(`(?i)[?&;](token|access_token|authorization|bearer)=`)

// holdsNoSecret checks that no secret of the world was logged.
func (w *world) holdsNoSecret(t *testing.T) {
	t.Helper()
	logged := w.log.String()
	if logged == "" {
		t.Error("nothing was logged: the search for secrets proves nothing")
	}
	secrets := map[string]string{"a password": password, "another password": "An0ther-one"}
	for _, a := range w.actors {
		if a.token != "" {
			secrets["the token of "+a.name] = a.token
		}
	}
	for s, at := range w.sides {
		secrets["the device secret of "+string(s)] = at.secret
	}
	for what, secret := range secrets {
		if strings.Contains(logged, secret) {
			t.Errorf("the log contains %s", what)
		}
	}
	if found := inAddress.FindString(logged); found != "" {
		t.Errorf("the log contains an address with %s", found)
	}
}
