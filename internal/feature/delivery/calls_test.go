package delivery_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// ask makes a call as a person and expects a status.
func ask(t *testing.T, s *apptest.Server, who, method, path, body string, status int) map[string]any {
	t.Helper()
	got := s.Call(t.Context(), t, who, method, path, body)
	answer := map[string]any{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil || got.Code != status {
		t.Fatalf("%s: %s %s %s: %d %s, want %d", who, method, path, body, got.Code, got.Body, status)
	}
	return answer
}

// request is a call with the status that it must have and, of an error, the field and code that it must name.
type request struct {
	who, method, path, body string
	status                  int
	field                   string
	code                    *errs.Message
}

func answered(t *testing.T, s *apptest.Server, list []request) {
	t.Helper()
	for _, c := range list {
		got := s.Call(t.Context(), t, c.who, c.method, c.path, c.body)
		answer := got.Body.String()
		if got.Code != c.status || c.field != "" && !strings.Contains(answer, `"`+c.field+`"`) ||
			c.code != nil && !strings.Contains(answer, fmt.Sprintf(`"code":%d`, c.code.Code)) {
			t.Errorf("%s: %s %s %s: %d %s", c.who, c.method, c.path, c.body, got.Code, answer)
		}
	}
}

func TestRulesAreKept(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			list := fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID)
			body := fmt.Sprintf(`{"name":" Night ","enable":true,"structureId":%d,"itemId":%d,"measurements":["Crack"],"level":2,"types":["threshold"],
				"events":["raised"],"accountIds":[%d],"emailList":["Shift@Example.com"]}`, s.Structure.ID, s.Item.ID, s.Member.ID)
			made := ask(t, s, "manager", "POST", list, body, 201)
			if made["name"] != "Night" || made["repeatHours"] != 24.0 || fmt.Sprint(made["emailList"]) != "[shift@example.com]" {
				t.Errorf("created: %v", made)
			}
			one := fmt.Sprintf("%s/%.0f", list, made["id"])
			changed := ask(t, s, "owner", "PATCH", one, `{"level":3,"measurements":[],"itemId":0,"repeatHours":0,"late":true}`, 200)
			if got := fmt.Sprint(changed["name"], changed["level"], changed["measurements"], changed["itemId"], changed["repeatHours"], changed["events"],
				changed["accountIds"]); got != fmt.Sprintf("Night3 <nil> <nil> 0 [raised] [%d]", s.Member.ID) {
				t.Errorf("changed: %s", got)
			}
			for who, want := range map[string]string{"guest": "[s…@example.com]", "member": "[shift@example.com]", "admin": "[shift@example.com]"} {
				rules := ask(t, s, who, "GET", list, "", 200)["list"].([]any)
				if got := fmt.Sprint(rules[0].(map[string]any)["emailList"]); len(rules) != 1 || got != want {
					t.Errorf("%s sees %s of %d rules, want %s", who, got, len(rules), want)
				}
			}
			ask(t, s, "manager", "DELETE", one, "", 200)
			ask(t, s, "manager", "DELETE", one, "", 404)
			ask(t, s, "manager", "PATCH", one, `{"level":3}`, 404)
			if rules := ask(t, s, "guest", "GET", list, "", 200)["list"].([]any); len(rules) != 0 {
				t.Errorf("deleted: %v", rules)
			}
		})
	}
}

func TestRulesAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	list := fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID)
	const good = `"name":"Night","enable":true,"level":2,"types":["threshold"],"events":["raised"],"emailList":["a@example.com"]`
	one := fmt.Sprintf("%s/%.0f", list, ask(t, s, "manager", "POST", list, "{"+good+"}", 201)["id"])
	answered(t, s, []request{
		{"manager", "POST", list, "{" + good + "}", 409, "name", errs.NameUsed},
		{"manager", "PATCH", one, `{"name":"  "}`, 422, "name", errs.Empty},
		{"manager", "PATCH", one, `{"name":"` + strings.Repeat("夜", 51) + `"}`, 422, "name", nil},
		{"manager", "PATCH", one, `{"level":5}`, 422, "level", nil},
		{"manager", "PATCH", one, `{"repeatHours":721}`, 422, "repeatHours", nil},
		{"manager", "PATCH", one, `{"types":[]}`, 422, "types", errs.Empty},
		{"manager", "PATCH", one, `{"types":["inspection"]}`, 422, "types[0]", errs.NotOneOf},
		{"manager", "PATCH", one, `{"events":["raised","raised"]}`, 422, "events[1]", errs.Duplicate},
		{"manager", "PATCH", one, `{"measurements":["Nothing"]}`, 422, "measurements[0]", errs.NotOneOf},
		{"manager", "PATCH", one, `{"emailList":["13800000000"]}`, 422, "emailList[0]", errs.EmailFormat},
		{"manager", "PATCH", one, `{"emailList":["a@example.com","A@example.com"]}`, 422, "emailList[1]", errs.Duplicate},
		{"manager", "PATCH", one, `{"emailList":[]}`, 422, "accountIds", errs.NoRecipients},
		{"manager", "PATCH", one, fmt.Sprintf(`{"accountIds":[%d]}`, s.Outsider.ID), 422, "accountIds[0]", errs.RecipientElsewhere},
		{"manager", "PATCH", one, fmt.Sprintf(`{"accountIds":[%d]}`, s.Stranger.ID), 422, "accountIds[0]", errs.RecipientElsewhere},
		{"manager", "PATCH", one, fmt.Sprintf(`{"itemId":%d}`, s.Item.ID), 422, "structureId", errs.Empty},
		{"manager", "PATCH", one, fmt.Sprintf(`{"structureId":%d}`, s.Item.ID), 404, "structureId", errs.NothingHere},
		{"guest", "PATCH", one, `{"level":3}`, 403, "", nil},
		{"member", "DELETE", one, "", 403, "", nil},
		{"stranger", "GET", list, "", 404, "", nil},
		{"stranger", "PATCH", one, `{"level":3}`, 404, "", nil},
		{"stranger", "GET", strings.Replace(list, "rules", "messages", 1), "", 404, "", nil},
	})
}

func TestMessagesAreListed(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			r := &rig{TB: t, Site: s.Site, post: s.Site.WithMail(t), ledger: ledgerOf(s.Site.Store.Tables)}
			r.sender, r.now = &delivery.Sender{Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer}, clock.Now()
			r.rule("all", onlyShift)
			alert := r.store(r.raised(alarm.Red))
			r.post.Refuse(550, 0)
			r.send(0)
			list := fmt.Sprintf("/api/projects/%d/alert-messages", s.Project.ID)
			for path, want := range map[string]int{
				list: 1, list + "?state=failed": 1, list + "?state=sent": 0, list + fmt.Sprintf("?alertId=%d", alert.Record.ID): 1, list + "?alertId=1": 0,
				fmt.Sprintf("/api/alerts/%d/messages", alert.Record.ID): 1,
			} {
				if got := ask(t, s, "guest", "GET", path, "", 200)["list"].([]any); len(got) != want {
					t.Errorf("%s: %d messages, want %d", path, len(got), want)
				}
			}
			for who, address := range map[string]string{"guest": "s…@example.com", "member": shift} {
				m := ask(t, s, who, "GET", list, "", 200)["list"].([]any)[0].(map[string]any)
				attempt := m["attempts"].([]any)[0].(map[string]any)
				if m["address"] != address || m["state"] != "failed" || m["reason"] != "refused" || m["alertRuleName"] != "all" || attempt["outcome"] != "failed" ||
					!strings.Contains(attempt["answer"].(string), "550") {
					t.Errorf("%s sees %v", who, m)
				}
			}
			ask(t, s, "stranger", "GET", fmt.Sprintf("/api/alerts/%d/messages", alert.Record.ID), "", 404)
		})
	}
}
