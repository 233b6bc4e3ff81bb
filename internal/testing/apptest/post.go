package apptest

import (
	"context"
	"log/slog"
	"regexp"
	"testing"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/testing/smtptest"
)

// PostOffice is a real mail server that receives the codes of an installation.
type PostOffice struct {
	*smtptest.Server
	Mailer *mail.Sender

	in *Installation
}

// WithMail configures an installation to send mail through its own mail server.
func (in *Installation) WithMail(t testing.TB) *PostOffice {
	t.Helper()
	server := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "mail"})
	sender, err := mail.New(mail.Config{
		Host: smtptest.Host, Port: server.Port, Security: mail.StartTLS, User: "plumbline", Password: "mail",
		From: "Plumbline <no-reply@plumbline.test>", CAFile: server.CAFile,
	})
	check(t, err)
	in.Mail = sender
	in.Verification = verification.New(verification.Config{
		Store: in.Store, Accounts: in.Identity, Secrets: in.Secrets, Mail: sender, Log: slog.New(slog.DiscardHandler),
	})
	return &PostOffice{Server: server, Mailer: sender, in: in}
}

// Deliver runs the due jobs that send codes once each, and returns their errors.
func (p *PostOffice) Deliver(t testing.TB) (failed []error) {
	t.Helper()
	ctx, now := context.Background(), time.Now()
	claimed, err := p.in.Store.ClaimJobs(ctx, 0, []string{verification.SendJob}, 100, now.UnixMilli(), now.Add(time.Minute).UnixMilli())
	check(t, err)
	for _, job := range claimed {
		if err := p.in.Verification.Send(ctx, &jobs.Run{Job: job}); err != nil {
			failed = append(failed, err)
			check(t, p.in.Store.FinishJob(ctx, job, jobs.Failed, err.Error(), 0))
			continue
		}
		check(t, p.in.Store.FinishJob(ctx, job, jobs.Done, "", 0))
	}
	return failed
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// Code delivers pending mails and returns the newest code for an address, or "" if there is none.
func (p *PostOffice) Code(t testing.TB, address string) string {
	t.Helper()
	for _, err := range p.Deliver(t) {
		t.Error(err)
	}
	code := ""
	for _, m := range p.Mails() {
		if m.To == address {
			code = sixDigits.FindString(m.Text)
		}
	}
	return code
}
