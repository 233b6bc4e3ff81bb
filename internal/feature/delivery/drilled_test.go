package delivery_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/sqlkit"
)

// drilled writes the messages of a drill.
func (r *rig) drilled(id int64, level alarm.Level) {
	r.Helper()
	at := r.now.UnixMilli()
	r.must(r.ledger.Write(r.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(r.Context(), "INSERT INTO drill (id, corporation_id, project_id, account_id, level, quiet, created_at) VALUES (?, ?, ?, 0, ?, FALSE, ?)",
			id, r.Corporation.ID, r.Project.ID, level, at)
		if err == nil {
			_, err = r.ledger.WriteDrill(r.Context(), tx, delivery.Drill{ID: id, CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, Level: level, At: at})
		}
		return err
	}))
}

// Every channel marks a message of a drill as such, so that nobody acts on it.
func TestDrillsAreMarkedOnEveryChannel(t *testing.T) {
	on(t, func(r *rig) {
		_, browsers := r.pushed("b")
		texts := r.texter()
		r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Owner.ID)
		w, posts := r.hook("w", hook.JSON)
		phone, calls := r.hook("p", hook.Phone)
		r.rule("hooks", only(w, phone))
		r.rule("browsers", byPushThenMail)
		r.rule("texts", func(rule *delivery.Rule) {
			rule.Accounts, rule.Addresses, rule.Channels = []int64{r.Owner.ID}, nil, []delivery.Channel{delivery.SMS}
		})
		r.drilled(1, alarm.Red)
		r.send(0)

		type posted struct {
			Test, Drill bool
			ID, Event   string
			Subject     string
			Speech      string
			Alert       struct{ ID int64 }
		}
		for name, p := range map[string]*peer{"webhook": posts, "phone": calls} {
			var got posted
			if list := p.requests(); len(list) != 1 || json.Unmarshal([]byte(list[0].body), &got) != nil || !got.Drill || got.Test || got.Event != "drill" ||
				!strings.HasPrefix(got.ID, "drill-") || !strings.HasPrefix(got.Subject, "【演练】") || got.Alert.ID != 0 {
				t.Errorf("%s: %+v in %d requests", name, got, len(list))
			}
			if name == "phone" && !strings.HasPrefix(got.Speech, "【演练】") {
				t.Errorf("the telephone says %q", got.Speech)
			}
		}
		var sent struct {
			ID, Text string
			Values   map[string]string
		}
		if list := texts.requests(); len(list) != 1 || json.Unmarshal([]byte(list[0].body), &sent) != nil || !strings.HasPrefix(sent.ID, "drill-") ||
			!strings.HasPrefix(sent.Text, "【演练】") || !strings.HasPrefix(sent.Values["what"], "【演练】") || sent.Values["project"] != r.Project.Name {
			t.Errorf("text message %+v", sent)
		}
		note := browsers[0].Messages()[0].Note()
		if title, _ := note["title"].(string); !strings.HasPrefix(title, "【演练】") && !strings.HasPrefix(title, "[Drill]") || !strings.HasPrefix(note["tag"].(string), "drill-") {
			t.Errorf("in a browser: %v", note)
		}
	})
}
