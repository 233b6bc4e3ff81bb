package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/testing/apptest"
)

// storm stores alerts of a level at one moment.
func (r *rig) storm(n int, level alarm.Level) []alarm.Change {
	r.Helper()
	list := make([]alarm.Change, n)
	for i := range list {
		list[i] = r.store(r.raised(level))
	}
	return list
}

// subjects returns the subjects of the mails so far.
func (r *rig) subjects() []string {
	r.Helper()
	var list []string
	for _, m := range r.post.Mails() {
		list = append(list, m.Subject)
	}
	return list
}

// states counts the messages by state and by whether another message carries them.
func (r *rig) states() string {
	r.Helper()
	return strings.ReplaceAll(r.column(`SELECT state || ' ' || COUNT(*) FROM alert_message GROUP BY state ORDER BY state`), "\n", ", ")
}

func (r *rig) is(what, got, want string) {
	r.Helper()
	if got != want {
		r.Errorf("%s: %s, want %s", what, got, want)
	}
}

// In a storm of alerts a recipient gets five messages a minute one by one; the others are put into one mail, with the
// gravest first. The first red alert of a structure does not wait.
func TestMessagesOfAStormAreGathered(t *testing.T) {
	on(t, func(r *rig) {
		r.now = r.now.Truncate(time.Minute)
		r.rule("all", onlyShift)
		blue := r.storm(12, alarm.Blue)
		r.send(0)
		r.is("five at once", r.states(), "pending 7, sent 5")
		red := r.storm(1, alarm.Red)[0]
		r.send(0)
		r.is("the first red one", r.states(), "pending 7, sent 6")
		r.storm(1, alarm.Red)
		r.send(29 * time.Second)
		r.is("the next red one waits with the others", r.states(), "pending 8, sent 6")
		r.store(r.next(blue[11], r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.send(0)
		r.send(time.Second)
		r.is("gathered", r.states(), "sent 15")
		r.status(red, alarm.Notice)
		r.status(blue[5], alarm.Notice)
		mails := r.post.Mails()
		if len(mails) != 7 {
			t.Fatalf("%d mails: %q", len(mails), r.subjects())
		}
		last := mails[6]
		for _, part := range []string{"7 条告警（红 1，蓝 6），1 条已恢复"} {
			if !strings.Contains(last.Subject, part) {
				t.Errorf("subject %q has no %q", last.Subject, part)
			}
		}
		if n := strings.Count(last.Text, "\n- "); n != 8 {
			t.Errorf("%d lines for 8 alerts:\n%s", n, last.Text)
		}
		if first, _, _ := strings.Cut(last.Text[strings.Index(last.Text, "\n- "):], "，20"); !strings.Contains(first, "红色") {
			t.Errorf("the first line is not red: %s", first)
		}
		page, err := r.ledger.Messages(t.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID})
		r.must(err)
		carriers := map[int64]int{}
		for _, m := range page.List {
			if len(m.Attempts) != 1 {
				t.Errorf("message %d has %d attempts", m.ID, len(m.Attempts))
			}
			carriers[m.CarriedBy]++
		}
		if len(carriers) != 2 || carriers[0] != 7 {
			t.Errorf("carried: %v", carriers)
		}

		r.now = r.now.Add(time.Minute)
		r.storm(1, alarm.Blue)
		r.send(0)
		r.is("after the storm", r.states(), "sent 16")
	})
}

// What becomes of a gathered mail becomes of all messages in it, and nothing is sent twice.
func TestGatheredMailsFailTogether(t *testing.T) {
	on(t, func(r *rig) {
		r.now = r.now.Truncate(time.Minute)
		r.rule("all", onlyShift)
		gathered := func(n int) {
			r.now = r.now.Truncate(time.Minute).Add(3 * time.Minute)
			r.storm(5+n, alarm.Yellow)
			r.send(0)
			r.now = r.now.Add(30 * time.Second)
		}
		gathered(3)
		r.post.Refuse(452, 0)
		r.send(0)
		r.is("refused for now", r.states(), "carried 2, pending 1, sent 5")
		r.post.Refuse(0, 0)
		r.storm(1, alarm.Yellow) // does not join a mail that was tried
		r.send(time.Minute)
		r.is("repeated", r.states(), "sent 9")
		r.is("mails", fmt.Sprint(len(r.post.Mails())), "7")

		gathered(3)
		r.post.Refuse(550, 0)
		r.send(0)
		r.is("refused for good", r.states(), "failed 3, sent 14")
		r.post.Refuse(0, 0)

		gathered(3)
		r.post.Hang(true)
		ctx, cancel := context.WithTimeout(r.Context(), 300*time.Millisecond)
		defer cancel()
		if err := r.sender.SendDue(ctx, r.now); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		r.post.Hang(false)
		r.send(time.Minute)
		r.is("nobody knows, repeated once", r.states(), "failed 3, sent 22")
		r.is("shown as such", r.column("SELECT COUNT(*) FROM alert_message WHERE unsure = 1"), "3")
		ids := map[string]int{}
		for _, m := range r.post.Mails() {
			ids[m.Header.Get("Message-ID")]++
		}
		twice := 0
		for _, n := range ids {
			if n > 1 {
				twice++
			}
		}
		r.is("mails with the same id", fmt.Sprint(twice), "1")
	})
}

// A gathered mail that cannot be sent goes to the next channel of each person.
func TestGatheredMessagesGoToTheNextChannel(t *testing.T) {
	on(t, func(r *rig) {
		r.now = r.now.Truncate(time.Minute)
		p := r.texter()
		r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Member.ID)
		r.rule("all", byMailThenText)
		r.storm(13, alarm.Yellow)
		r.send(0)
		r.post.Refuse(550, 0)
		r.send(30 * time.Second)
		r.is("next channel", r.states(), "failed 8, pending 3, sent 10")
		r.send(30 * time.Second)
		r.is("gathered again", r.states(), "failed 8, sent 13")
		got := p.requests()
		if len(got) != 6 || !strings.Contains(got[5].body, "3 条告警（黄 3）") {
			t.Errorf("%d text messages, the last one %s", len(got), got[len(got)-1].body)
		}
	})
}

// Whatever happens when: each message goes out exactly once, in one mail, and the mails stay few.
func TestGatheringLosesNothing(t *testing.T) {
	r := newRig(t, apptest.Engines()[0])
	r.rule("all", onlyShift)
	rapid.Check(t, func(t *rapid.T) {
		r.exec("DELETE FROM alert_attempt")
		r.exec("DELETE FROM alert_message")
		r.now = r.now.Add(time.Hour)
		before, minutes := len(r.post.Mails()), 0
		for range rapid.IntRange(1, 6).Draw(t, "bursts") {
			r.storm(rapid.IntRange(0, 9).Draw(t, "alerts"), rapid.SampledFrom([]alarm.Level{alarm.Blue, alarm.Red}).Draw(t, "level"))
			pause := rapid.IntRange(0, 40).Draw(t, "pause")
			r.post.Refuse(rapid.SampledFrom([]int{0, 0, 0, 452}).Draw(t, "answer"), 0)
			r.send(time.Duration(pause) * time.Second)
		}
		r.post.Refuse(0, 0)
		for range 10 {
			r.send(time.Minute)
			minutes++
		}
		if got := r.column("SELECT COUNT(*) FROM alert_message WHERE state <> 'sent'"); got != "0" {
			t.Fatalf("%s messages were not sent: %s", got, r.states())
		}
		if got := r.column("SELECT COUNT(*) FROM alert_message WHERE carried_by <> 0 AND carried_by NOT IN (SELECT id FROM alert_message WHERE carried_by = 0)"); got != "0" {
			t.Fatalf("%s messages are carried by one that is carried itself", got)
		}
		all, _ := strconv.Atoi(r.column("SELECT COUNT(*) FROM alert_message"))
		alone, _ := strconv.Atoi(r.column("SELECT COUNT(*) FROM alert_message WHERE carried_by = 0"))
		if mails := len(r.post.Mails()) - before; mails != alone {
			t.Fatalf("%d mails for %d messages, of which %d were carried", mails, all, all-alone)
		}
		if twice := r.column("SELECT COUNT(*) FROM (SELECT message_id FROM alert_attempt WHERE outcome = 'sent' GROUP BY message_id HAVING COUNT(*) > 1) AS t"); twice != "0" {
			t.Fatalf("%s messages were sent twice", twice)
		}
	})
}
