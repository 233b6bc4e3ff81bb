package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/killtest"
	"plumbline/internal/testing/pushtest"
	"plumbline/internal/testing/smtptest"
)

func TestMain(m *testing.M) {
	if err := pushtest.Trust(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(killtest.Main(m, sendOnce))
}

// doomed is what the second process needs: it sends what is due and is killed while the mail server does not answer.
type doomed struct {
	Folder, Database string
	Mail             mail.Config
	Webhook          bool  // it sends to a webhook
	At               int64 // UTC ms
}

// stuck announces that the mail server has a whole mail.
type stuck struct {
	*mail.Sender
	ready func()
}

func (s stuck) Send(ctx context.Context, m mail.Message) error {
	time.AfterFunc(300*time.Millisecond, s.ready) // the exact moment does not matter: the server never answers
	return s.Sender.Send(ctx, m)
}

func sendOnce(argument string, ready func()) error {
	var d doomed
	if err := json.Unmarshal([]byte(argument), &d); err != nil {
		return err
	}
	ctx := context.Background()
	in, err := app.Open(ctx, app.Config{Data: d.Folder, DatabaseURL: d.Database, Version: "test"}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	mailer, err := mail.New(d.Mail)
	if err != nil {
		return err
	}
	sender := &delivery.Sender{
		Ledger: ledgerOf(in.Store.Tables), Alerts: alarm.NewService(in.Store), Mail: stuck{mailer, ready}, Log: slog.New(slog.DiscardHandler),
		Webhooks: hook.Store{Tables: in.Store.Tables, Secrets: in.Secrets}, Outbound: outbound.New(loopback),
	}
	if d.Webhook {
		ready() // the test waits for the request
	}
	return sender.SendDue(ctx, time.UnixMilli(d.At))
}

// A server killed between the claim and the answer leaves an attempt of which nobody knows the outcome. Another server
// repeats it after the claim has run out, once and with the same id.
func TestKilledWhileMailsAreSent(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		alert := r.store(r.raised(alarm.Red))
		server := smtptest.Start(t, smtptest.Options{})
		d := doomed{Folder: r.Config.Data, Database: r.Config.DatabaseURL, Mail: mail.Config{
			Host: smtptest.Host, Port: server.Port, Security: mail.StartTLS, From: "no-reply@plumbline.test", CAFile: server.CAFile,
		}}
		kill := func() {
			d.At = r.now.UnixMilli()
			argument, err := json.Marshal(d)
			r.must(err)
			server.Hang(true)
			killtest.Start(t, string(argument)).Kill()
			server.Hang(false)
		}
		kill()
		r.expect("killed", shift+" raised claimed,underWay")
		r.send(59 * time.Second)
		r.expect("the claim holds", shift+" raised claimed,underWay")
		r.send(2 * time.Second)
		r.expect("repeated", shift+" raised sent,unknown,sent")
		r.status(alert, alarm.Notice)

		r.store(r.raised(alarm.Red))
		kill()
		r.now = r.now.Add(time.Minute + time.Second)
		kill()
		r.send(time.Minute + time.Second)
		r.send(time.Hour)
		r.expect("killed twice", shift+" raised sent,unknown,sent", shift+" raised unknown lostAnswer,unknown,unknown")
		if n := len(r.post.Mails()); n != 1 {
			t.Errorf("%d mails, want the one that was repeated", n)
		}
	})
}

// A drill is sent by the same code: a killed server leaves an attempt of which nobody knows the outcome.
func TestKilledWhileDrillsAreSent(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		at := r.now.UnixMilli()
		r.must(r.ledger.Write(t.Context(), func(tx *sqlkit.Transaction) error {
			_, err := tx.Exec(t.Context(), "INSERT INTO drill (id, corporation_id, project_id, account_id, level, quiet, created_at) VALUES (1, ?, ?, 0, 4, FALSE, ?)",
				r.Corporation.ID, r.Project.ID, at)
			if err == nil {
				_, err = r.ledger.WriteDrill(t.Context(), tx, delivery.Drill{
					ID: 1, CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, Level: alarm.Red, At: at,
				})
			}
			return err
		}))
		server := smtptest.Start(t, smtptest.Options{})
		argument, err := json.Marshal(doomed{Folder: r.Config.Data, Database: r.Config.DatabaseURL, At: at, Mail: mail.Config{
			Host: smtptest.Host, Port: server.Port, Security: mail.StartTLS, From: "no-reply@plumbline.test", CAFile: server.CAFile,
		}})
		r.must(err)
		server.Hang(true)
		killtest.Start(t, string(argument)).Kill()
		r.expect("killed", shift+" drill claimed,underWay")
		r.send(time.Minute + time.Second)
		r.expect("repeated", shift+" drill sent,unknown,sent")
	})
}

// A webhook gets the message once more, with the same Idempotency-Key.
func TestKilledWhileWebhooksAreAsked(t *testing.T) {
	on(t, func(r *rig) {
		w, p := r.hook("w", hook.JSON)
		r.rule("all", only(w))
		r.store(r.raised(alarm.Red))
		argument, err := json.Marshal(doomed{
			Folder: r.Config.Data, Database: r.Config.DatabaseURL, Webhook: true, At: r.now.UnixMilli(),
			Mail: mail.Config{Host: smtptest.Host, From: "no-reply@plumbline.test", Security: mail.StartTLS},
		})
		r.must(err)
		p.hang()
		second := killtest.Start(t, string(argument))
		<-p.asked
		second.Kill()
		r.expect("killed", "webhook w raised claimed,underWay")
		p.say(204, "")
		r.send(time.Minute + time.Second)
		r.expect("repeated", "webhook w raised sent,unknown,sent")
		if got := p.requests(); len(got) != 2 || got[0].header.Get("Idempotency-Key") != got[1].header.Get("Idempotency-Key") || got[0].body != got[1].body {
			t.Errorf("requests %+v", got)
		}
	})
}
