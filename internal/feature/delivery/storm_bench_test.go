package delivery_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/apptest"
)

// A storm of 1,000 alerts of 20 structures in a minute, to 50 mail addresses, 50 mobiles, a group chat and a webhook whose
// peers answer after 50 ms, next to a webhook that never answers.
func BenchmarkStorm(b *testing.B) {
	for _, engine := range apptest.Engines() {
		b.Run(string(engine), func(b *testing.B) {
			for b.Loop() {
				storm(b, newRig(b, engine))
			}
		})
	}
}

// BenchmarkAlert stores an alert with 100 messages, as a fold of a storm does while it holds the writer.
func BenchmarkAlert(b *testing.B) {
	for _, engine := range apptest.Engines() {
		b.Run(string(engine), func(b *testing.B) {
			r := newRig(b, engine)
			r.rule("all", func(rule *delivery.Rule) {
				toMany(rule)
			})
			for b.Loop() {
				r.store(r.raised(alarm.Red))
			}
		})
	}
}

// toMany makes a rule send to 50 mail addresses and 50 mobiles.
func toMany(rule *delivery.Rule) {
	rule.Accounts, rule.Addresses = nil, nil
	for i := range 50 {
		rule.Addresses = append(rule.Addresses, fmt.Sprintf("shift%d@example.com", i))
		rule.Mobiles = append(rule.Mobiles, fmt.Sprintf("138%08d", i))
	}
}

const answerAfter = 50 * time.Millisecond

func storm(b *testing.B, r *rig) {
	const alerts, structures = 1000, 20
	r.post.Slow(answerAfter)
	slowly := func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(answerAfter)
		_, _ = io.WriteString(w, `{"code":0,"errcode":0}`)
	}
	r.texter().answers(slowly)
	chat, talkers := r.hook("chat", hook.Feishu)
	talkers.answers(slowly)
	program, listener := r.hook("program", hook.JSON)
	listener.answers(slowly)
	dead, nobody := r.hook("dead", hook.JSON)
	nobody.answers(func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })
	for _, p := range []*peer{talkers, listener, nobody} {
		go func() {
			for range p.asked { // so that it never fills
			}
		}()
	}
	r.rule("all", func(rule *delivery.Rule) {
		toMany(rule)
		rule.RepeatHours, rule.Webhooks = 0, []int64{chat.ID, program.ID, dead.ID}
	})
	ctx, stop := context.WithCancel(r.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.sender.Run(ctx)
	}()
	var writes []time.Duration
	random := rand.New(rand.NewPCG(1, 2))
	tick := time.NewTicker(time.Minute / alerts)
	defer tick.Stop()
	for range alerts {
		<-tick.C
		r.now = clock.Now()
		change := r.raised(alarm.Level(1 + random.IntN(4)))
		change.Record.StructureID = 1000 + random.Int64N(structures)
		r.store(change)
		writes = append(writes, time.Since(r.now))
	}
	<-time.After(time.Minute)
	stop()
	<-done
	numbers := func(query string) (list []float64) {
		for _, line := range strings.Fields(r.column(query)) {
			n, err := strconv.ParseFloat(line, 64)
			r.must(err)
			list = append(list, n)
		}
		slices.Sort(list)
		return list
	}
	const of = "FROM alert_message AS m WHERE m.state = 'sent' AND m.channel "
	reds := numbers("SELECT m.ended_at - m.created_at " + of + "IN ('mail', 'sms', 'feishu') AND m.level = 4 AND m.gather_at = 0 AND m.carried_by = 0")
	others := numbers("SELECT m.ended_at - m.created_at " + of + "IN ('mail', 'sms', 'feishu') AND m.gather_at <> 0")
	most := numbers(`SELECT COUNT(*) FROM alert_attempt AS at JOIN alert_message AS m ON m.id = at.message_id WHERE m.channel IN ('mail', 'sms', 'feishu')
		GROUP BY m.channel, m.recipient`)
	requests := numbers("SELECT m.ended_at - m.created_at " + of + "= 'webhook'")
	left := numbers(fmt.Sprintf("SELECT COUNT(*) FROM alert_message WHERE state IN ('pending', 'claimed', 'carried') AND webhook_id <> %d", dead.ID))
	slices.Sort(writes)
	b.ReportMetric(float64(writes[len(writes)*99/100].Milliseconds()), "ms_p99_to_store_an_alert_with_its_messages")
	b.ReportMetric(reds[len(reds)*99/100], "ms_p99_of_"+strconv.Itoa(len(reds))+"_first_red_messages")
	b.ReportMetric(others[len(others)-1]/1000, "s_most_of_"+strconv.Itoa(len(others))+"_gathered_messages")
	b.ReportMetric(requests[len(requests)-1]/1000, "s_most_of_"+strconv.Itoa(len(requests))+"_requests_to_the_webhook")
	b.ReportMetric(most[len(most)-1], "messages_most_to_one_recipient")
	b.ReportMetric(left[0], "messages_left_after_120_s")
}
