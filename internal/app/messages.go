package app

import (
	"context"
	"sync/atomic"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/telemetry"
)

// verification returns the service of codes with the configured ways to send them.
func (in *Installation) verification() (*verification.Service, error) {
	config := verification.Config{Store: in.Store, Accounts: in.Identity, Secrets: in.Secrets, Log: in.Log}
	if in.Config.Mail.Enabled() {
		sender, err := mail.New(in.Config.Mail)
		if err != nil {
			return nil, err
		}
		in.Mail, config.Mail = sender, sender
	}
	if in.Config.SMS.Enabled() {
		provider, err := sms.New(in.Config.SMS)
		if err != nil {
			return nil, err
		}
		in.SMS, config.SMS = provider, provider
	}
	return verification.New(config), nil
}

// watchMessages publishes how many codes were sent and how many failed.
func (s *Server) watchMessages() {
	figure := func(n *atomic.Int64) func() float64 { return func() float64 { return float64(n.Load()) } }
	f := s.Verification.Figures()
	s.Metrics.WatchMessages(telemetry.Messages{
		MailsSent: figure(&f.MailsSent), MailsFailed: figure(&f.MailsFailed), TextsSent: figure(&f.TextsSent), TextsFailed: figure(&f.TextsFailed),
	})
}

// mailServerEvery is the interval of checks of the mail server, so that people who request a code learn when it is
// down.
const mailServerEvery = time.Minute

func (s *Server) lookForMailServer(ctx context.Context) {
	ticker := time.NewTicker(mailServerEvery)
	defer ticker.Stop()
	s.Verification.LookForMailServer(ctx, ticker.C)
}
