package calls_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi/accountapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// refusalsSeen returns the register IDs of the rejections that an account sees.
func (h *harness) refusalsSeen(who, corporation string) []string {
	h.t.Helper()
	w := h.call(who, "GET", h.path("/api/corporations/{"+corporation+"}/devices/refusals"), "")
	var page struct{ List []fieldapi.Refusal }
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		h.t.Fatalf("by %s: %d %s", who, w.Code, w.Body)
	}
	var registers []string
	for _, r := range page.List {
		if r.Text == "" || r.Count != 1 || r.Transport != "mqtt" || r.First != r.Last {
			h.t.Errorf("%+v", r)
		}
		registers = append(registers, r.Register)
	}
	return registers
}

func TestRefusalsAreVisibleOnlyInScope(t *testing.T) {
	h := newHarness(t)
	ours, stock := h.Collector.Register, h.Spare.Register
	for i, reason := range []string{ingest.WrongSecret, ingest.ClockOff, ingest.UnknownRegister, ingest.ForeignTopic, ingest.BadSignature} {
		register := []string{ours, stock, "TYPO-1", "TYPO-2", "TYPO-3"}[i]
		h.Intake.Rejections().Note(ingest.MQTT, register, reason, "192.0.2.7:1883", int64(1_800_000_000_000-i))
	}
	all := []string{ours, stock, "TYPO-1", "TYPO-2", "TYPO-3"}
	see := func(who, corporation string, want []string) {
		t.Helper()
		if got := h.refusalsSeen(who, corporation); !slices.Equal(got, want) {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
	// With two corporations nobody knows whose device was mistyped.
	see("guest", "ours", all[:1])
	see("admin", "ours", all[:2])
	see("stranger", "theirs", nil)
	see("outsider", "ours", nil)
	for _, corporation := range []string{"ours", "theirs"} { // an operator knows, and sees it with support access
		h.Tokens["helper in "+corporation] = read[accountapi.SignedIn](h, h.want(200, "system", "POST", "/api/corporations/{"+corporation+"}/enter", "")).Token
	}
	see("helper in ours", "ours", all)
	see("helper in theirs", "theirs", all[2:])
	// With one corporation it can only be its own.
	err := h.DB.Write(t.Context(), func(tx *database.Tx) error {
		for _, statement := range []string{
			"DELETE FROM session WHERE account_id IN (SELECT id FROM account WHERE corporation_id = $1)",
			"DELETE FROM account WHERE corporation_id = $1", "DELETE FROM corporation WHERE id = $1",
		} {
			if _, err := tx.ExecContext(t.Context(), statement, h.Other.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	see("admin", "ours", all)
	see("guest", "ours", all[:1])
}

// attemptsSeen returns register IDs and reasons of a device's attempts that an account sees.
func (h *harness) attemptsSeen(who string) []string {
	h.t.Helper()
	w := h.call(who, "GET", h.path("/api/corporations/{ours}/devices/{logger}/attempts"), "")
	var page struct{ List []fieldapi.Attempt }
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		h.t.Fatalf("by %s: %d %s", who, w.Code, w.Body)
	}
	var seen []string
	for _, a := range page.List {
		if (a.Reason == "connected") != (a.Text == "") || a.Time == 0 || a.Count != 1 {
			h.t.Errorf("%+v", a)
		}
		seen = append(seen, a.Register+" "+a.Reason)
	}
	return seen
}

func TestAttemptsShowOnlyOwnDevice(t *testing.T) {
	h := newHarness(t)
	for i, register := range []string{h.Spare.Register, "TYPO-1", h.Collector.Register} {
		id := int64(0)
		if d, ok := h.Intake.Directory().ByRegister(register); ok {
			id = d.ID
		} else {
			h.Intake.Rejections().Note(ingest.MQTT, register, ingest.UnknownRegister, "192.0.2.7:1", int64(1_800_000_000_000+i))
		}
		h.Intake.Attempts().Note(id, ingest.Attempt{
			Time: int64(1_800_000_000_000 + i), Transport: ingest.MQTT, Reason: ingest.WrongSecret, Address: "192.0.2.7:1",
		})
	}
	h.Intake.Attempts().Note(h.Collector.ID, ingest.Attempt{
		Time: 1_800_000_000_009, Transport: ingest.HTTP, Reason: ingest.BadBody, Fault: errs.OnField("t", errs.ReadingTime, "time", 1),
	})
	h.Intake.Attempts().Note(h.Collector.ID, ingest.Attempt{Time: 1_800_000_000_010, Transport: ingest.MQTT, Protocol: "MQTT 5"})
	own := []string{h.Collector.Register + " wrongSecret", h.Collector.Register + " badBody", h.Collector.Register + " connected"}
	for _, who := range []string{"guest", "admin"} { // with two corporations nobody knows whose device was mistyped
		if got := h.attemptsSeen(who); !slices.Equal(got, own) {
			t.Errorf("%s sees %q, want %q", who, got, own)
		}
	}
	h.Tokens["helper"] = read[accountapi.SignedIn](h, h.want(200, "system", "POST", "/api/corporations/{ours}/enter", "")).Token
	if got, want := h.attemptsSeen("helper"), append([]string{"TYPO-1 unknownRegister"}, own...); !slices.Equal(got, want) {
		t.Errorf("an operator sees %q, want %q", got, want)
	}
	h.want(404, "stranger", "GET", "/api/corporations/{ours}/devices/{logger}/attempts", "")
}

func TestLateRegisterReturnsSecretOnce(t *testing.T) {
	h := newHarness(t)
	w := h.want(201, "owner", "POST", "/api/corporations/{ours}/devices", `{"name":"Late","type":"Crack","model":"own","sncode":"LATE1","projectId":{project}}`)
	made := read[siteapi.CreatedDevice](h, w)
	if made.Secret != "" {
		t.Errorf("without a register the device has the secret %q", made.Secret)
	}
	path := fmt.Sprintf("/api/corporations/{ours}/devices/%d", made.ID)
	body := `{"name":"Late","type":"Crack","model":"own","sncode":"LATE1","register":"LATE1","projectId":{project}}`
	first := read[siteapi.CreatedDevice](h, h.want(200, "owner", "PUT", path, body)).Secret
	again := read[siteapi.CreatedDevice](h, h.want(200, "owner", "PUT", path, body)).Secret
	if first == "" || again != "" {
		t.Errorf("the secret was shown as %q, then %q", first, again)
	}
}
