package app_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/ntriptest"
)

// A base station's observations come from an NTRIP caster: the platform connects with the account of the device, counts what comes,
// and connects again after a cut. The password is sealed and never shown.
func TestObservationsFromACaster(t *testing.T) {
	text, err := os.ReadFile("../field/protocol/rtcm/testdata/frames/epoch.hex")
	if err != nil {
		t.Fatal(err)
	}
	epoch, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
	if err != nil {
		t.Fatal(err)
	}
	const secret = "caster-password-1"
	c := (&ntriptest.Caster{Version: ntriptest.Chunked, Mountpoint: "BASE1", User: "plumb", Password: secret}).Start(t)
	folder := t.TempDir()
	r := run(t, app.Config{
		Data: folder, HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", LogFormat: "text", AdminPassword: password, Version: "test", AllowNet: "127.0.0.0/8",
	})
	t.Cleanup(func() { r.stop(t) })
	var session struct {
		Token   string
		Account struct{ CorporationID int64 }
	}
	r.ask(t, "", "/api/sessions/signin", fmt.Sprintf(`{"name":"admin","password":%q}`, password), &session)
	var project, made struct{ ID, CorporationID int64 }
	r.ask(t, session.Token, "/api/projects", `{"name":"Dam","timeZone":"Asia/Shanghai"}`, &project)
	devices := fmt.Sprintf("/api/corporations/%d/devices", project.CorporationID)
	r.ask(t, session.Token, devices, fmt.Sprintf(
		`{"name":"Base","type":"GNSS","model":"own","sncode":"BASE-1","register":"BASE-1","projectId":%d}`, project.ID), &made)
	one := fmt.Sprintf("%s/%d", devices, made.ID)
	link := func(user, password string) []byte {
		t.Helper()
		return r.request(t, "PATCH", session.Token, one+"/link-config", fmt.Sprintf(
			`{"value":{"protocol":"rtcm","dial":"ntrip://%s/BASE1","user":%q,"password":%q}}`, c.Address, user, password))
	}
	shown := string(link("plumb", secret)) + string(r.request(t, "GET", session.Token, one+"/config", "")) +
		string(r.request(t, "GET", session.Token, one+"/versions", "")) + string(r.request(t, "GET", session.Token, "/api/operation-logs", ""))
	if strings.Contains(shown, secret) || strings.Contains(shown, "sealed:") || !strings.Contains(shown, "••••••") {
		t.Errorf("the password is shown: %s", shown)
	}
	counted := func() (n int) {
		t.Helper()
		var page struct {
			List []struct{ Direction, Kind string }
		}
		if err := json.Unmarshal(r.request(t, "GET", session.Token, one+"/frames?limit=100", ""), &page); err != nil {
			t.Fatal(err)
		}
		return len(page.List)
	}
	for body, code := range map[string]int{
		`{"protocol":"rtcm","dial":"tcp://` + c.Address + `","user":"plumb"}`:                errs.LinkUser.Code,
		`{"protocol":"hj212","dial":"ntrip://` + c.Address + `/BASE1"}`:                      errs.DialProtocol.Code,
		`{"protocol":"rtcm","dial":"ntrip://` + c.Address + `/BASE 1"}`:                      errs.DialInvalid.Code,
		`{"protocol":"rtcm","dial":"ntrip://caster.example:2101/BASE1","password":"••••••"}`: errs.SecretAnew.Code,
	} {
		status, answer := r.exchange(t, "PATCH", session.Token, one+"/link-config", []byte(`{"value":`+body+`}`))
		if status >= 500 || status < 400 || !strings.Contains(string(answer), fmt.Sprintf(`"code":%d`, code)) {
			t.Errorf("%s: %d %s, want %d", body, status, answer, code)
		}
	}
	for want := 1; want <= 2; want++ { // the second time after a cut
		select {
		case <-c.Joined():
		case <-time.After(20 * time.Second):
			t.Fatalf("the platform did not connect: %s", r.request(t, "GET", session.Token, one+"/frames", ""))
		}
		if err := c.Send(epoch, 700); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); counted() < want; {
			if time.Now().After(deadline) {
				t.Fatalf("%d epochs arrived, want %d", counted(), want)
			}
			await.Pause()
		}
		c.Cut()
		if want == 1 {
			link("plumb", "••••••") // saved again as it was shown, the password is kept
		}
	}
	for _, name := range []string{"plumbline.db", "plumbline.db-wal"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil && strings.Contains(string(content), secret) {
			t.Errorf("the password stands in %s", name)
		}
	}
}
