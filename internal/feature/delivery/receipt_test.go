package delivery_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/receipt"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/webhook"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/smstest"
)

const smsSecret = "a long secret"

// aliyun is a stub of the provider with what it says about each message, by OutId.
type aliyun struct {
	mu    sync.Mutex
	says  map[string]string // SendStatus and ErrCode; empty: it does not know the message
	asked int
}

func (a *aliyun) say(message, status string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.says[message] = status
}

func (a *aliyun) answer(form url.Values) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if form.Get("Action") == "SendSms" {
		return fmt.Sprintf(`{"Code":"OK","BizId":"biz-%s"}`, form.Get("OutId"))
	}
	a.asked++
	id := strings.TrimPrefix(form.Get("BizId"), "biz-")
	status, code, known := strings.Cut(a.says[id], " ")
	if !known {
		return `{"Code":"OK","SmsSendDetailDTOs":{"SmsSendDetailDTO":[]}}`
	}
	return fmt.Sprintf(`{"Code":"OK","SmsSendDetailDTOs":{"SmsSendDetailDTO":[{"SendStatus":%s,"ErrCode":%q,"OutId":%q}]}}`, status, code, id)
}

// tracked lets text messages go through Aliyun, and returns the provider and what asks it.
func (r *rig) tracked() (*aliyun, *receipt.Clerk) {
	r.Helper()
	stub := &aliyun{says: map[string]string{}}
	server := httptest.NewServer(smstest.Aliyun(r.TB, smsSecret, stub.answer))
	r.Cleanup(server.Close)
	provider, err := sms.New(sms.Config{
		Provider: sms.Aliyun, URL: server.URL + "/", KeyID: smstest.KeyID, Secret: smsSecret, Sign: "准绳", Template: "SMS_1", AlertTemplate: "SMS_2",
	})
	r.must(err)
	r.sender.SMS = provider
	r.exec("UPDATE account SET mobile = ? WHERE id = ?", mobile, r.Member.ID)
	return stub, r.clerk(provider)
}

func (r *rig) clerk(provider sms.Provider) *receipt.Clerk {
	c := &receipt.Clerk{Ledger: r.ledger, Log: slog.New(slog.DiscardHandler)}
	c.Provider, _ = provider.(sms.Tracker)
	return c
}

// byTextThenMail is a rule that reaches the member by text message, else by mail.
func byTextThenMail(rule *delivery.Rule) {
	rule.Addresses, rule.Channels = nil, []delivery.Channel{delivery.SMS, delivery.Mail}
}

// key returns the id of the last text message that went to the provider.
func (r *rig) key() string {
	r.Helper()
	page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID})
	r.must(err)
	for _, m := range page.List {
		if m.Channel == delivery.SMS && len(m.Attempts) > 0 {
			return delivery.Key(m.ID, m.DrillID)
		}
	}
	r.Fatal("no text message")
	return ""
}

// receipts returns the receipts of all attempts.
func (r *rig) receipts() string {
	r.Helper()
	return r.column("SELECT reference || ' ' || receipt || ' ' || receipt_code || ' ' || receipt_text || CASE WHEN ask_at <> 0 THEN ' awaited' ELSE '' END " +
		"FROM alert_attempt ORDER BY began_at, id")
}

// ask asks for receipts after a time.
func (r *rig) ask(c *receipt.Clerk, after time.Duration) {
	r.Helper()
	r.now = r.now.Add(after)
	r.must(c.AskDue(r.Context(), r.now))
}

// A text message that did not arrive is not sent: the next channel follows once, also if another server asks or has asked.
func TestUndeliveredTextsFallBack(t *testing.T) {
	on(t, func(r *rig) {
		stub, clerk := r.tracked()
		r.rule("all", byTextThenMail)
		r.store(r.raised(alarm.Red))
		r.send(0)
		text := "sms " + mobile + " raised "
		r.expect("accepted", text+"sent,sent")
		key := r.key()
		if got, want := r.receipts(), "biz-"+key+"    awaited"; got != want {
			t.Errorf("receipts %q, want %q", got, want)
		}
		r.ask(clerk, 9*time.Second)
		if stub.asked != 0 {
			t.Error("asked at once")
		}
		r.ask(clerk, time.Second)
		r.ask(clerk, 0)
		if stub.asked != 1 {
			t.Errorf("asked %d times, want once", stub.asked)
		}
		r.expect("not known yet", text+"sent,sent")

		stub.say(key, "2 MOBILE_NOT_ON_SERVICE")
		r.ask(clerk, 50*time.Second)
		r.ask(r.clerk(r.sender.SMS.(sms.Provider)), time.Hour)
		if got, want := r.receipts(), "biz-"+key+" undelivered MOBILE_NOT_ON_SERVICE "; got != want || stub.asked != 2 {
			t.Errorf("receipts %q, want %q; asked %d times", got, want, stub.asked)
		}
		r.send(0)
		lines := []string{text + "failed undelivered,sent", member + " raised sent,sent < sms"}
		r.expect("not delivered", lines...)

		r.store(r.raised(alarm.Red))
		r.send(0)
		stub.say(r.key(), "3 DELIVERED")
		r.ask(clerk, 10*time.Second)
		r.send(0)
		r.expect("delivered", append(lines, text+"sent,sent")...)
	})
}

// After half an hour nobody asks any more.
func TestReceiptsMayBeMissing(t *testing.T) {
	on(t, func(r *rig) {
		stub, clerk := r.tracked()
		r.rule("all", byTextThenMail)
		r.store(r.raised(alarm.Red))
		r.send(0)
		for _, after := range []time.Duration{10 * time.Second, 50 * time.Second, 4 * time.Minute, 25 * time.Minute, time.Hour} {
			if got := r.receipts(); after != time.Hour && !strings.HasSuffix(got, " awaited") {
				t.Errorf("after %d questions: %q", stub.asked, got)
			}
			r.ask(clerk, after)
		}
		if got := r.receipts(); !strings.HasSuffix(got, " none  ") || stub.asked != 4 {
			t.Errorf("receipts %q after %d questions", got, stub.asked)
		}
		r.expect("no receipt is no failure", "sms "+mobile+" raised sent,sent")
	})
}

// The server that asked may end before it stores the answer: another one asks again.
func TestLostAnswersAboutReceiptsAreAskedAgain(t *testing.T) {
	on(t, func(r *rig) {
		stub, clerk := r.tracked()
		r.rule("all", byTextThenMail)
		r.store(r.raised(alarm.Red))
		r.send(0)
		key := r.key()
		r.exec("UPDATE alert_attempt SET asked = 4, ask_at = ?", r.now.Add(time.Minute).UnixMilli()) // as a server leaves it that ended in the last step
		stub.say(key, "2 UNDELIV")
		r.ask(clerk, time.Minute)
		r.send(0)
		r.expect("asked again", "sms "+mobile+" raised failed undelivered,sent", member+" raised sent,sent < sms")
	})
}

// Without another channel the next people on the ladder are called.
func TestUndeliveredTextsCallTheNextPeople(t *testing.T) {
	on(t, func(r *rig) {
		stub, clerk := r.tracked()
		r.exec("UPDATE account SET email = 'owner@example.com' WHERE id = ?", r.Owner.ID)
		r.rule("all", func(rule *delivery.Rule) {
			rule.Addresses, rule.Channels = nil, []delivery.Channel{delivery.SMS, delivery.Mail}
			rule.Ladder = []delivery.Rung{{AfterMinutes: 60, Accounts: []int64{r.Owner.ID}}}
		})
		r.exec("UPDATE account SET email = '' WHERE id = ?", r.Member.ID)
		r.store(r.raised(alarm.Red))
		r.send(0)
		stub.say(r.key(), "2 UNDELIV")
		r.ask(clerk, 10*time.Second)
		r.send(0)
		got := r.lines()
		if !strings.Contains(got, "owner@example.com raised#-1 sent,sent") {
			t.Errorf("nobody else was called:\n%s", got)
		}
	})
}

// report sends a receipt as the own service does.
func report(t *testing.T, s *apptest.Server, secret, body string, at time.Time) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/sms-receipts", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	if secret != "" {
		request.Header.Set(webhook.SignatureHeader, webhook.Signature(secret, at, []byte(body)))
	}
	got := httptest.NewRecorder()
	s.API.ServeHTTP(got, request)
	return got
}

// An own service reports by a signed call: once is enough, a recorded one is soon worthless, and nobody else may.
func TestOwnServicesReport(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var sent struct{ ID string }
				if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
					t.Error(err)
				}
				_, _ = io.WriteString(w, `{"id":"g-`+sent.ID+`"}`)
			}))
			t.Cleanup(gateway.Close)
			own := sms.Config{Provider: sms.Webhook, URL: gateway.URL, Secret: smsSecret}
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.SMS = own }})
			r := &rig{TB: t, Site: s.Site, post: s.Mail, ledger: ledgerOf(s.Site.Store.Tables), now: clock.Now()}
			provider, err := sms.New(own)
			r.must(err)
			r.sender = &delivery.Sender{Ledger: r.ledger, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer, SMS: provider}
			r.exec("UPDATE account SET email = ?, mobile = ? WHERE id = ?", member, mobile, r.Member.ID)
			r.rule("all", byTextThenMail)
			r.store(r.raised(alarm.Red))
			r.send(0)
			key := r.key()
			failed := fmt.Sprintf(`{"id":"g-%s","status":"undelivered","code":"UNDELIV","text":"absent"}`, key)
			refused := func(what string, got *httptest.ResponseRecorder, status int, code *errs.Message, field string) {
				t.Helper()
				if got.Code != status || code != nil && !strings.Contains(got.Body.String(), fmt.Sprintf(`"code":%d`, code.Code)) || !strings.Contains(got.Body.String(), field) {
					t.Errorf("%s: %d %s", what, got.Code, got.Body)
				}
			}
			refused("unsigned", report(t, s, "", failed, r.now), 422, errs.ReceiptForged, webhook.SignatureHeader)
			refused("another secret", report(t, s, "another", failed, r.now), 422, errs.ReceiptForged, "")
			refused("recorded", report(t, s, smsSecret, failed, r.now.Add(-6*time.Minute)), 422, errs.ReceiptStale, "")
			guess := report(t, s, "another", failed, r.now)
			for range 1000 { // far more than a guesser may send in this time
				if guess.Code == http.StatusTooManyRequests {
					break
				}
				guess = report(t, s, "another", failed, r.now)
			}
			refused("guessing", guess, 429, errs.TooManyRequests, "")
			refused("another message", report(t, s, smsSecret, strings.Replace(failed, "g-", "x-", 1), r.now), 404, errs.ReceiptUnknown, `"id"`)
			refused("another status", report(t, s, smsSecret, strings.Replace(failed, "undelivered", "lost", 1), r.now), 422, nil, "status")
			refused("another time", report(t, s, smsSecret, strings.Replace(failed, `"code"`, `"time":1,"code"`, 1), r.now), 422, errs.TimeOutOfRange, `"time"`)
			text := "sms " + mobile + " raised "
			r.expect("refused", text+"sent,sent")

			for range 2 {
				if got := report(t, s, smsSecret, failed, r.now); got.Code != 200 {
					t.Fatalf("reported: %d %s", got.Code, got.Body)
				}
				r.send(time.Second)
			}
			lines := []string{text + "failed undelivered,sent", member + " raised sent,sent < sms"}
			r.expect("reported twice", lines...)

			// The phone has it after all, in whichever order that is reported.
			arrived := fmt.Sprintf(`{"id":"%s","status":"delivered"}`, key)
			for _, body := range []string{arrived, failed} {
				report(t, s, smsSecret, body, r.now)
			}
			lines[0] = text + "sent,sent"
			r.expect("arrived after all", lines...)
			m := ask(t, s, "member", "GET", fmt.Sprintf("/api/projects/%d/alert-messages", s.Project.ID), "", 200)["list"].([]any)[1].(map[string]any)
			attempt := m["attempts"].([]any)[0].(map[string]any)
			if attempt["receipt"] != "delivered" || attempt["reference"] != "g-"+key || attempt["receiptAt"] == 0.0 {
				t.Errorf("shown: %v", attempt)
			}
		})
	}
}
