package delivery_test

import (
	"fmt"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/duty"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

const owner = "owner@example.com"

// onDuty makes a rule for who is on duty only.
func onDuty(rule *delivery.Rule) { rule.Duty, rule.Accounts, rule.Addresses = true, nil, nil }

// watched gives the project a roster of the member, and hands it to the owner from an hour after now on.
func (r *rig) watched() *duty.Store {
	r.Helper()
	r.exec("UPDATE account SET email = ? WHERE id = ?", owner, r.Owner.ID)
	store := &duty.Store{Tables: r.Store.Tables}
	r.must(store.Save(r.Context(), apptest.Actor(r.Admin), r.Project.ID, duty.Settings{Accounts: []int64{r.Member.ID}, First: "2026-01-05", Hour: 8}))
	swap := duty.Swap{From: r.now.Add(time.Hour).UnixMilli(), To: r.now.Add(72 * time.Hour).UnixMilli(), Account: r.Owner.ID}
	_, err := store.AddSwap(r.Context(), apptest.Actor(r.Admin), r.Project.ID, swap)
	r.must(err)
	return store
}

// Messages go to who is on duty when something happens; reminders go to who is on duty then.
func TestWhoIsOnDutyGetsTheMessage(t *testing.T) {
	on(t, func(r *rig) {
		r.watched()
		rule := r.rule("duty", func(rule *delivery.Rule) { onDuty(rule); rule.RepeatHours = 2 })
		alert := r.store(r.raised(alarm.Yellow))
		r.expect("raised", member+" raised pending")
		r.send(0)
		r.send(2 * time.Hour)
		r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
		r.expect("reminded after the swap began", member+" raised sent,sent", owner+" raised#1 pending")
		r.send(time.Minute)
		alert.Record.Status = alarm.Notice
		r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		r.send(0)
		r.send(2 * time.Hour)
		r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
		r.expect("one reminder of the escalation", member+" raised sent,sent", owner+" raised#1 sent,sent", owner+" escalated sent,sent",
			owner+" raised#1 pending")
		page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID})
		r.must(err)
		for _, m := range page.List {
			if !m.Duty {
				r.Errorf("message to %s is not marked as one to who is on duty", m.Address)
			}
		}
		p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
		r.must(err)
		if p.Draft.Messages != 4 || p.Draft.Reminders != 2 || p.Draft.People != 1 || *p.InForce != p.Draft {
			r.Errorf("preview %+v, in force %+v", p.Draft, p.InForce)
		}
	})
}

// Somebody whom a rule names gets one message, although they are also on duty.
func TestSomebodyOnDutyGetsOneMessage(t *testing.T) {
	on(t, func(r *rig) {
		r.watched()
		r.rule("both", func(rule *delivery.Rule) { rule.Duty, rule.Addresses = true, nil })
		r.rule("duty", onDuty)
		r.store(r.raised(alarm.Yellow))
		r.expect("raised", member+" raised pending")
		page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID})
		r.must(err)
		if page.List[0].Duty {
			r.Error("the message counts as one to who is on duty")
		}
	})
}

func TestNobodyIsOnDuty(t *testing.T) {
	on(t, func(r *rig) {
		r.watched()
		rule := r.rule("duty", onDuty)
		r.exec("UPDATE account SET active = FALSE WHERE id IN (?, ?)", r.Member.ID, r.Owner.ID)
		r.store(r.raised(alarm.Red))
		r.expect("raised", " raised skipped nobodyOnDuty")
		p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
		r.must(err)
		if p.Draft.Messages != 0 || p.Draft.People != 0 || len(p.Unreached) != 1 || p.Unreached[0].Reason != "nobodyOnDuty" {
			r.Errorf("preview %+v, unreached %+v", p.Draft, p.Unreached)
		}
	})
}

func TestDutyAndQuietHoursAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	list := fmt.Sprintf("/api/projects/%d/alert-rules", s.Project.ID)
	const rule = `{"name":"Night","enable":true,"level":1,"types":["threshold"],"events":["raised"]`
	answered(t, s, []request{
		{"manager", "POST", list, rule + `}`, 422, "accountIds", errs.NoRecipients},
		{"manager", "POST", list, rule + `,"duty":true}`, 422, "duty", errs.NoRoster},
		{"manager", "POST", list + "/preview", rule + `,"duty":true}`, 422, "duty", errs.NoRoster},
		{
			"manager", "PUT", fmt.Sprintf("/api/projects/%d/duty", s.Project.ID), fmt.Sprintf(`{"accountIds":[%d],"firstDate":"2026-01-05","hour":8}`, s.Member.ID),
			200, "", nil,
		},
		{"manager", "POST", list, rule + `,"duty":true,"quietFrom":60,"quietTo":60,"quietLevel":1}`, 422, "quietTo", errs.QuietEmpty},
		{"manager", "POST", list, rule + `,"duty":true,"quietFrom":1440,"quietTo":60,"quietLevel":1}`, 422, "quietFrom", nil},
		{"manager", "POST", list, rule + `,"duty":true,"quietFrom":0,"quietTo":60,"quietLevel":4}`, 422, "quietLevel", nil},
		{"manager", "POST", list, rule + `,"duty":true,"quietFrom":1320,"quietTo":420,"quietLevel":2}`, 201, "quietLevel", nil},
	})
	made := ask(t, s, "manager", "GET", list, "", 200)["list"].([]any)[0].(map[string]any)
	if made["duty"] != true || made["quietFrom"] != 1320.0 || made["quietTo"] != 420.0 || made["quietLevel"] != 2.0 {
		t.Errorf("kept: %v", made)
	}
	one := fmt.Sprintf("%s/%.0f", list, made["id"])
	changed := ask(t, s, "manager", "PATCH", one, `{"duty":false,"quietLevel":0,"emailList":["a@example.com"]}`, 200)
	if changed["duty"] != nil || changed["quietLevel"] != nil {
		t.Errorf("changed: %v", changed)
	}
}
