package drill

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
)

// Acceptance proves channels and rules without people; people and their rules need an answer.
func TestWhatTheLedgerProves(t *testing.T) {
	messages := []Message{
		{RuleID: 1, RuleName: "people", Channel: "sms", AccountID: 7, Recipient: "account:7", Reason: "noMobile"},
		{RuleID: 1, RuleName: "people", Channel: "mail", AccountID: 7, Recipient: "a@x", Address: "a@x"},
		{RuleID: 2, RuleName: "group", Channel: "wecom", WebhookID: 3, Recipient: "webhook:3", Address: "group"},
		{RuleID: 4, RuleName: "duty", Channel: "mail", Recipient: "account:0", Reason: "nobodyOnDuty"},
	}
	ledger := []row{
		{RuleID: 1, AccountID: 7, Channel: "mail", Recipient: "a@x", AcceptedAt: 50, AnsweredAt: 40},
		{RuleID: 2, WebhookID: 3, Channel: "wecom", Recipient: "webhook:3", AcceptedAt: 60},
		{RuleID: 9, AccountID: 7, Channel: "mail", Recipient: "old@x", AcceptedAt: 70, ProvenAt: 80, AnsweredAt: 80}, // a deleted rule
	}
	p := prove(messages, map[int64]int64{1: 5, 2: 6, 4: 7}, ledger)
	want := func(list []Thing, name string, accepted, proven int64, reason string) {
		t.Helper()
		for _, one := range list {
			if one.Name+one.Channel == name && one.Accepted == accepted && one.Proven == proven && one.Reason == reason {
				return
			}
		}
		t.Errorf("%s: %+v", name, list)
	}
	want(p.Rules, "people", 50, 0, "")
	want(p.Rules, "group", 60, 60, "")
	want(p.Rules, "duty", 0, 0, "nobodyOnDuty")
	want(p.Channels, "sms", 0, 0, "noMobile")
	want(p.Channels, "mail", 70, 70, "")
	want(p.Channels, "groupwecom", 60, 60, "")
	if len(p.People) != 1 || p.People[0].Proven != 80 || p.People[0].Reason != "" {
		t.Errorf("people: %+v", p.People)
	}
}

// A plan counts in the time zone of its project, also where clocks change.
func TestPlansFollowTheClockOfTheProject(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(month time.Month, day, hour, minute int) int64 {
		return time.Date(2026, month, day, hour, minute, 0, 0, zone).UnixMilli()
	}
	p := Plan{Enabled: true, Weekday: 7, Minute: 9 * 60, Level: alarm.Red, WarnDays: 14}
	for _, c := range []struct{ now, last, next int64 }{
		{at(10, 25, 9, 0), at(10, 25, 9, 0), at(11, 1, 9, 0)}, // clocks were set back that night
		{at(10, 25, 8, 59), at(10, 18, 9, 0), at(10, 25, 9, 0)},
		{at(10, 24, 23, 0), at(10, 18, 9, 0), at(10, 25, 9, 0)},
		{at(3, 29, 9, 30), at(3, 29, 9, 0), at(4, 5, 9, 0)},
	} {
		if last, next := p.last(c.now, zone), p.next(c.now, zone); last != c.last || next != c.next {
			t.Errorf("at %v: last %v, next %v", time.UnixMilli(c.now).In(zone), time.UnixMilli(last).In(zone), time.UnixMilli(next).In(zone))
		}
	}
}
