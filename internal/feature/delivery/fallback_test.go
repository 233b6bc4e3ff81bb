package delivery_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
)

const mobile = "13800138000"

// byMailThenText is a rule that reaches the member by mail, else by text message.
func byMailThenText(rule *delivery.Rule) {
	rule.Addresses, rule.Channels = nil, []delivery.Channel{delivery.Mail, delivery.SMS}
}

func TestTextMessagesAreSent(t *testing.T) {
	on(t, func(r *rig) {
		p := r.texter()
		r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Member.ID)
		r.rule("all", func(rule *delivery.Rule) {
			rule.Addresses, rule.Channels, rule.Mobiles = nil, []delivery.Channel{delivery.SMS}, []string{"13900139000", mobile}
		})
		alert := r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("one for each mobile", "sms "+mobile+" raised sent,sent", "sms 13900139000 raised sent,sent")
		r.status(alert, alarm.Notice)
		var sent struct {
			ID, Mobile, Text string
			Values           map[string]string
		}
		got := p.requests()
		r.must(json.Unmarshal([]byte(got[0].body), &sent))
		if sent.ID != got[0].header.Get("Idempotency-Key") || !strings.HasPrefix(sent.Text, "【准绳】Landslide K12-Upper slope-SW-09：") ||
			sent.Values["point"] != r.Level.Name || sent.Values["what"] != "红色告警" || sent.Values["value"] != "−1.310 m" {
			t.Errorf("sent %+v", sent)
		}
	})
}

func TestTheNextChannelFollows(t *testing.T) {
	on(t, func(r *rig) {
		p := r.texter()
		r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Member.ID)
		r.rule("all", byMailThenText)
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines := []string{member + " raised sent,sent"}
		r.expect("by mail", lines...)

		r.post.Refuse(550, 0)
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines = append(lines, member+" raised failed refused,failed", "sms "+mobile+" raised sent,sent < mail")
		r.expect("refused", lines...)

		r.post.Refuse(452, 0)
		r.store(r.raised(alarm.Red))
		for range 4 {
			r.send(8 * time.Minute)
		}
		lines = append(lines, member+" raised failed expired,failed", "sms "+mobile+" raised sent,sent < mail")
		r.expect("ten minutes", lines...)

		r.exec("UPDATE account SET email = '' WHERE id = ?", r.Member.ID)
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines = append(lines, " raised skipped noAddress", "sms "+mobile+" raised sent,sent < mail")
		r.expect("no mail address", lines...)

		r.exec("UPDATE account SET email = 'member@example.com' WHERE id = ?", r.Member.ID)
		r.sender.Mail = nil
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines = append(lines, member+" raised failed mailMissing", "sms "+mobile+" raised sent,sent < mail")
		r.expect("no mail server", lines...)

		r.sender.SMS = nil
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines = append(lines, member+" raised failed mailMissing", "sms "+mobile+" raised failed smsMissing < mail")
		r.expect("nothing is configured", lines...)

		r.store(r.raised(alarm.Red))
		r.exec("UPDATE account SET active = FALSE WHERE id = ?", r.Member.ID)
		r.send(0)
		r.expect("disabled", append(lines, member+" raised skipped noAccess")...)
		if n := len(p.requests()); n != 4 {
			t.Errorf("%d text messages", n)
		}
	})
}

func TestNobodyCanBeReached(t *testing.T) {
	on(t, func(r *rig) {
		r.exec("UPDATE account SET email = '', mobile = '' WHERE id = ?", r.Member.ID)
		r.rule("all", byMailThenText)
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("no address at all", " raised skipped noAddress", "sms  raised skipped noMobile < mail")
	})
}

// Reminders begin with the first channel again, and go once to each person.
func TestRemindersFallBack(t *testing.T) {
	on(t, func(r *rig) {
		r.texter()
		r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Member.ID)
		r.rule("all", byMailThenText)
		r.post.Refuse(550, 0)
		r.store(r.raised(alarm.Red))
		r.send(0)
		lines := []string{member + " raised failed refused,failed", "sms " + mobile + " raised sent,sent < mail"}
		r.expect("raised", lines...)
		remind := func() {
			r.now = r.now.Add(24 * time.Hour)
			r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
			r.send(0)
		}
		remind()
		lines = append(lines, member+" raised#1 failed refused,failed", "sms "+mobile+" raised#1 sent,sent < mail")
		r.expect("mail fails again", lines...)
		r.post.Refuse(0, 0)
		remind()
		r.expect("mail works again", append(lines, member+" raised#2 sent,sent")...)
	})
}
