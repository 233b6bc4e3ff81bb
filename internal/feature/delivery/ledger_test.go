package delivery_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

const (
	member = "member@example.com"
	shift  = "shift@example.com"
)

func TestMessagesAreWrittenWithTransitions(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", nil)
		r.rule("red", func(rule *delivery.Rule) { rule.Level, rule.Addresses = alarm.Red, []string{"owner@example.com"} })
		r.rule("off", func(rule *delivery.Rule) { rule.Enabled, rule.Addresses = false, []string{"off@example.com"} })
		r.rule("cracks", func(rule *delivery.Rule) {
			rule.Measurements, rule.Addresses = []string{"Crack"}, []string{"crack@example.com"}
		})
		r.rule("health", func(rule *delivery.Rule) {
			rule.Types, rule.Addresses = []string{alarm.TypeDeviceHealth}, []string{"health@example.com"}
		})
		r.rule("restores", func(rule *delivery.Rule) {
			rule.Events, rule.Addresses, rule.Accounts = []alarm.Event{alarm.EventRestored}, []string{"later@example.com"}, []int64{r.Owner.ID}
		})
		alert := r.store(r.raised(alarm.Yellow))
		r.expect("raised", shift+" raised pending", member+" raised pending")

		broken := errors.New("the transaction fails")
		again := []alarm.Change{r.raised(alarm.Blue)}
		err := r.DB.Write(r.Context(), func(tx *database.Tx) error { return errors.Join(r.save(tx.Tx, again), broken) })
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		err = r.DB.Write(r.Context(), func(tx *database.Tx) error { // the same transitions, as after a take-over
			return r.ledger.NotifyAlerts(r.Context(), tx.Tx, []alarm.Change{alert})
		})
		r.must(err)
		r.expect("rolled back and repeated", shift+" raised pending", member+" raised pending")

		r.now = r.now.Add(time.Minute)
		alert = r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		r.now = r.now.Add(time.Minute)
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.expect("escalated and restored",
			shift+" raised pending", member+" raised pending",
			shift+" escalated pending", member+" escalated pending", "owner@example.com escalated pending",
			shift+" restored pending", member+" restored pending", "owner@example.com restored pending",
			"later@example.com restored pending", " restored skipped noAddress")
	})
}

func TestRulesAndMessagesGoWithTheirProject(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", func(rule *delivery.Rule) { rule.StructureID, rule.ItemID = r.Structure.ID, r.Item.ID })
		r.store(r.raised(alarm.Red))
		r.post.Refuse(452, 0)
		r.send(0)
		r.must(r.Projects.Delete(r.Context(), apptest.Actor(r.Admin), r.Project.ID))
		r.post.Refuse(0, 0)
		r.send(time.Minute)
		if n := len(r.post.Mails()); n != 0 {
			t.Errorf("%d mails about a deleted project", n)
		}
		r.must(r.Projects.Purge(r.Context(), time.Now().Add(time.Hour).UnixMilli(), func(int64) error { return nil }))
		for _, table := range []string{"alert_rule", "alert_rule_recipient", "alert_message", "alert_attempt"} {
			var n int
			r.must(r.DB.Reader().QueryRowContext(r.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n))
			if n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

func TestLateEventsAreSentOnlyOnRequest(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("live", nil)
		r.rule("all", func(rule *delivery.Rule) {
			rule.Late, rule.Accounts, rule.Addresses = true, nil, []string{"archive@example.com"}
		})
		late := r.raised(alarm.Red)
		late.Transitions[0].Time -= 2*time.Hour.Milliseconds() + 1
		r.store(late)
		r.expect("late", "archive@example.com raised pending")
	})
}

func TestAlertsBecomeNoticed(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", func(rule *delivery.Rule) { rule.Accounts = nil })
		alert := r.store(r.raised(alarm.Yellow))
		r.send(0)
		r.expect("sent", shift+" raised sent,sent")
		r.status(alert, alarm.Notice)

		alert.Record.Status = alarm.Notice
		r.now = r.now.Add(time.Minute)
		alert = r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Orange), alarm.Pending))
		r.status(alert, alarm.Pending)
		r.now = r.now.Add(time.Second)
		alert = r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Red), alarm.Pending)) // before the message is sent
		r.post.Refuse(452, 0)
		r.send(0)
		r.status(alert, alarm.Pending)
		r.post.Refuse(0, 0)
		r.send(time.Minute)
		r.status(alert, alarm.Notice)

		history, err := r.Store.Transitions(r.Context(), r.Guest.Scope(), alert.Record.ID)
		r.must(err)
		var kinds []string
		for _, h := range history {
			kinds = append(kinds, string(h.Kind))
		}
		if got := strings.Join(kinds, " "); got != "raised noticed escalated escalated noticed" {
			t.Errorf("history: %s", got)
		}
	})
}

// A message about a raise that is sent after the escalation does not settle the escalation.
func TestOldMessagesDoNotNotice(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.rule("raises", func(rule *delivery.Rule) { rule.Accounts, rule.Events = nil, []alarm.Event{alarm.EventRaised} })
		alert := r.store(r.raised(alarm.Yellow))
		r.now = r.now.Add(time.Second)
		alert = r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		r.send(0)
		r.expect(rule.Name, shift+" raised sent,sent")
		r.status(alert, alarm.Pending)
	})
}

func TestMailsSayWhatHappened(t *testing.T) {
	on(t, func(r *rig) {
		r.exec("UPDATE project SET time_zone = 'Asia/Shanghai' WHERE id = ?", r.Project.ID)
		r.rule("值班 & 夜间", func(rule *delivery.Rule) { rule.Accounts = nil })
		alert := r.raised(alarm.Blue)
		alert.Transitions[0].Time, alert.Transitions[0].RecordedAt = 1_700_000_000_000, 1_700_000_000_000
		alert = r.store(alert)
		r.now = time.UnixMilli(1_700_000_000_000)
		r.send(0)
		r.exec("UPDATE project SET language = 'en' WHERE id = ?", r.Project.ID)
		alert.Record.Status = alarm.Notice
		r.now = r.now.Add(time.Minute)
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.send(0)
		mails := r.post.Mails()
		if len(mails) != 2 {
			t.Fatalf("%d mails", len(mails))
		}
		if got, want := mails[0].Subject, "【准绳】蓝色告警：Landslide K12-Upper slope-SW-09"; got != want {
			t.Errorf("subject %q, want %q", got, want)
		}
		for _, want := range []string{
			"Landslide K12-Upper slope-SW-09：水位高程累计变化量 |−1.310| ≥ 1.000 m，达到蓝色告警阈值，时间 2023-11-15 06:13:20 (UTC+08:00)，请及时处理。", "告警规则“值班 & 夜间”",
		} {
			if !strings.Contains(mails[0].Text, want) {
				t.Errorf("text %q has no %q", mails[0].Text, want)
			}
		}
		if !strings.Contains(mails[0].HTML, "值班 &amp; 夜间") {
			t.Errorf("html %q", mails[0].HTML)
		}
		if got, want := mails[1].Subject, "[Plumbline] Alert is over: Landslide K12-Upper slope-SW-09"; got != want {
			t.Errorf("subject %q, want %q", got, want)
		}
		if want := "back to normal at 2023-11-15 06:14:20 (UTC+08:00)."; !strings.Contains(mails[1].Text, want) || !strings.Contains(mails[1].Text, "accumulated change: −1.310 m") {
			t.Errorf("text %q has no %q", mails[1].Text, want)
		}
	})
}
