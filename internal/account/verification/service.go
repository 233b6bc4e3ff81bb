package verification

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/platform/sms"
)

// Mailer sends e-mail, see package mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
	// Check reports whether the mail server can be reached and accepts the credentials.
	Check(ctx context.Context) error
}

// Texter sends text messages, see package sms.
type Texter interface {
	Send(ctx context.Context, m sms.Message) (reference string, err error)
}

// Config lists the dependencies of the service.
type Config struct {
	Store    Store
	Accounts Accounts
	Secrets  *secrets.Vault
	Mail     Mailer // nil: mail is not configured
	SMS      Texter // nil: text messages are not configured
	Log      *slog.Logger
}

// Figures count the attempts to send codes since the start.
type Figures struct{ MailsSent, MailsFailed, TextsSent, TextsFailed atomic.Int64 }

// Service manages codes and the actions that they authorize.
type Service struct {
	Config
	key     []byte
	figures Figures
	away    atomic.Bool // whether the last check of the mail server failed
}

func New(c Config) *Service { return &Service{Config: c, key: c.Secrets.Key("verification codes")} }

// Figures returns the running counts.
func (s *Service) Figures() *Figures { return &s.figures }

// Channels lists the configured channels.
func (s *Service) Channels() []Channel {
	list := make([]Channel, 0, 2)
	for _, channel := range []Channel{Mail, SMS} {
		if s.ready(channel) {
			list = append(list, channel)
		}
	}
	return list
}

// Failing lists the channels whose server failed the last check. It does not depend on requested codes, so it reveals
// nothing about an address.
func (s *Service) Failing() []Channel {
	if s.away.Load() {
		return []Channel{Mail}
	}
	return []Channel{}
}

// LookForMailServer updates Troubled at once and at every tick until ctx ends.
func (s *Service) LookForMailServer(ctx context.Context, ticks <-chan time.Time) {
	for s.Mail != nil {
		err := s.Mail.Check(ctx)
		if ctx.Err() != nil {
			return
		}
		if was := s.away.Swap(err != nil); err != nil && !was {
			s.Log.WarnContext(ctx, "the mail server cannot be reached: codes will be late", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

func (s *Service) ready(channel Channel) bool {
	if channel == Mail {
		return s.Mail != nil
	}
	return s.SMS != nil
}

// Asked is the response to a request for a code.
type Asked struct {
	Channel     Channel
	ResendAfter time.Duration
	ExpiresIn   time.Duration
}

// Ask sends a code to an address for a sign-up or a password reset. It behaves the same for every address.
func (s *Service) Ask(ctx context.Context, who audit.Actor, purpose Purpose, address string, language errs.Language) (Asked, error) {
	return s.ask(ctx, who, Key{Purpose: purpose}, address, language)
}

// AskOwn sends a code to the new address of an account.
func (s *Service) AskOwn(ctx context.Context, who audit.Actor, address string, language errs.Language) (Asked, error) {
	return s.ask(ctx, who, Key{Purpose: OwnAddress, AccountID: who.AccountID}, address, language)
}

// AskDecision sends a code for the decision on an alert to an address that got a message about it.
func (s *Service) AskDecision(ctx context.Context, who audit.Actor, address string, alert int64, language errs.Language) (Asked, error) {
	return s.ask(ctx, who, Key{Purpose: Decision, About: alert}, address, language)
}

func (s *Service) ask(ctx context.Context, who audit.Actor, k Key, address string, language errs.Language) (Asked, error) {
	target, channel, err := s.address(address)
	if err != nil {
		return Asked{}, err
	}
	k.Target = target
	code, err := newCode()
	if err != nil {
		return Asked{}, err
	}
	c := Code{
		Purpose: k.Purpose, Target: target, Hash: s.hash(k, code), IP: who.IP, AccountID: k.AccountID,
		ExpiresAt: clock.Now().Add(Life).UnixMilli(),
	}
	wait, err := s.Store.IssueCode(ctx, who, &c, limits, func(id int64) (jobs.New, error) {
		sealed, err := s.Secrets.Seal(owner(id), code)
		return jobs.New{
			Kind: SendJob, Args: sendArgs{CodeID: id, Sealed: sealed, Language: language},
			CorporationID: who.CorporationID, AccountID: who.AccountID, UniqueKey: "code:" + strconv.FormatInt(id, 10),
		}, err
	})
	if err != nil {
		return Asked{}, err
	}
	if wait > 0 {
		return Asked{}, errs.New(errs.CodeTooOften, "seconds", (wait+999)/1000)
	}
	return Asked{Channel: channel, ResendAfter: ResendAfter, ExpiresIn: Life}, nil
}

// address parses an address and checks that its channel is configured.
func (s *Service) address(text string) (target string, channel Channel, err error) {
	target, channel, ok := ParseAddress(text)
	switch {
	case !ok:
		return "", "", errs.OnField("account", errs.AddressFormat)
	case s.ready(channel):
		return target, channel, nil
	case channel == Mail:
		return "", "", errs.OnField("account", errs.MailMissing)
	}
	return "", "", errs.OnField("account", errs.SMSMissing)
}

// check compares a code with the newest one of a key. It does not use up the code.
func (s *Service) check(ctx context.Context, k Key, code string) (Code, error) {
	found, ok, spent, err := s.Store.TryCode(ctx, k, maxTries)
	if err != nil {
		return Code{}, fmt.Errorf("look up code: %w", err)
	}
	right := subtle.ConstantTimeCompare([]byte(s.hash(k, code)), []byte(found.Hash)) == 1
	switch {
	case spent:
		return Code{}, errs.OnField("code", errs.CodeSpent)
	case !ok || !right:
		return Code{}, errs.OnField("code", errs.CodeRefused)
	}
	return found, nil
}

// CheckSignUp reports whether an account already has the address, after checking the code that proves ownership. The
// code stays valid for SignUp.
func (s *Service) CheckSignUp(ctx context.Context, address, code string) (taken bool, err error) {
	target, _, err := s.address(address)
	if err != nil {
		return false, err
	}
	if _, err := s.check(ctx, Key{Purpose: SignUp, Target: target}, code); err != nil {
		return false, err
	}
	return s.Store.AddressOwned(ctx, target)
}

// ResetPassword sets a new password for the account that a code was sent to, ends its sessions and unlocks it.
func (s *Service) ResetPassword(ctx context.Context, who audit.Actor, address, code, password string) error {
	target, _, err := s.address(address)
	if err != nil {
		return err
	}
	if err := identity.CheckOwn(password); err != nil {
		return err
	}
	right, err := s.check(ctx, Key{Purpose: Reset, Target: target}, code)
	if err != nil {
		return err
	}
	account, ok, err := s.Accounts.FindActive(ctx, target)
	if err != nil {
		return err
	}
	if !ok || account.ID != right.AccountID { // the address now belongs to a different account
		return errs.OnField("code", errs.CodeRefused)
	}
	hash, err := s.Accounts.HashOwn(ctx, password)
	if err != nil {
		return err
	}
	who.AccountID, who.CorporationID, who.Scope = account.ID, account.CorporationID, account.Scope()
	return s.Store.ResetByCode(ctx, who, right, account, hash)
}

// SetAddress changes an account's address to the one that a code proves.
func (s *Service) SetAddress(ctx context.Context, who audit.Actor, address, code string) (identity.Account, error) {
	target, _, err := s.address(address)
	if err != nil {
		return identity.Account{}, err
	}
	right, err := s.check(ctx, Key{Purpose: OwnAddress, Target: target, AccountID: who.AccountID}, code)
	if err != nil {
		return identity.Account{}, err
	}
	return s.Store.SetAddress(ctx, who, right, who.AccountID)
}

// CheckDecision checks a code for the decision on an alert. It does not use up the code.
func (s *Service) CheckDecision(ctx context.Context, address string, alert int64, code string) (Code, error) {
	target, _, err := s.address(address)
	if err != nil {
		return Code{}, err
	}
	return s.check(ctx, Key{Purpose: Decision, Target: target, About: alert}, code)
}

// UseUp uses up a code. It fails if it was used.
func (s *Service) UseUp(ctx context.Context, c Code) error { return s.Store.UseCode(ctx, c.ID) }

// NeedsProof reports whether a new address requires a code, because codes can be sent to it. Otherwise it is accepted
// unverified, and can be used to sign in only while no other account has it.
func (s *Service) NeedsProof(address string) bool {
	_, channel, ok := ParseAddress(address)
	return ok && s.ready(channel)
}

// Forget deletes old codes.
func (s *Service) Forget(ctx context.Context) error {
	return s.Store.ForgetCodes(ctx, clock.Now().Add(-keep).UnixMilli())
}

func owner(id int64) []byte { return []byte("code " + strconv.FormatInt(id, 10)) }

// SendJob is the kind of the jobs that send a code.
const SendJob = "sendCode"

type sendArgs struct {
	CodeID   int64         `json:"codeId"`
	Sealed   []byte        `json:"sealed"` // the encrypted code
	Language errs.Language `json:"language"`
}

// errLate means that a code expired before it could be sent.
var errLate = errors.New("the code expired before it could be sent")

// Send handles SendJob. It may run twice for a code; both mails then have the same Message-ID. A permanent refusal or
// an expired code fails the job, other errors are retried.
func (s *Service) Send(ctx context.Context, run *jobs.Run) error {
	var args sendArgs
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the job: %w", err))
	}
	c, ok, err := s.Store.Code(ctx, args.CodeID)
	switch {
	case err != nil:
		return err
	case !ok || c.SentAt != 0 || c.UsedAt != 0:
		return nil
	case c.ExpiresAt <= clock.Now().UnixMilli():
		return jobs.Final(errLate)
	}
	text, err := s.Secrets.Open(owner(c.ID), args.Sealed)
	if err != nil {
		return jobs.Final(err)
	}
	account, wanted, err := s.receiver(ctx, c)
	if err != nil || !wanted {
		return err
	}
	language := args.Language
	if own, ok := errs.ParseLanguage(account.Language); ok {
		language = own
	}
	err = s.transmit(ctx, c, letter{Purpose: c.Purpose, Code: text, Account: account.Name, Language: language})
	s.count(c.Channel(), err == nil)
	if err != nil {
		return err
	}
	return s.Store.CodeSent(ctx, c.ID, account.ID)
}

// receiver returns the account for a code (a zero Account at sign-up), and whether to send the code.
func (s *Service) receiver(ctx context.Context, c Code) (account identity.Account, wanted bool, err error) {
	if c.Purpose != Reset {
		return identity.Account{ID: c.AccountID}, true, nil
	}
	account, ok, err := s.Accounts.FindActive(ctx, c.Target)
	if err != nil || !ok {
		return identity.Account{}, false, err
	}
	n, err := s.Store.CodesSent(ctx, account.ID, clock.Now().Add(-limits.Window).UnixMilli())
	if err != nil {
		return identity.Account{}, false, err
	}
	if n >= limits.PerAccount {
		s.Log.WarnContext(ctx, "an account was sent too many codes: one more is not sent", "account", account.ID)
		return identity.Account{}, false, nil
	}
	return account, true, nil
}

func (s *Service) transmit(ctx context.Context, c Code, l letter) error {
	if c.Channel() == SMS {
		if s.SMS == nil {
			return jobs.Final(errors.New("text messages are no longer configured"))
		}
		_, err := s.SMS.Send(ctx, l.text(c)) // the person types the code, or asks for another one
		return s.final(sms.IsFinal, err)
	}
	if s.Mail == nil {
		return jobs.Final(errors.New("mail is no longer configured"))
	}
	return s.final(mail.IsFinal, s.Mail.Send(ctx, l.mail(c)))
}

func (s *Service) count(channel Channel, sent bool) {
	counter := &s.figures.MailsFailed
	switch {
	case channel == Mail && sent:
		counter = &s.figures.MailsSent
	case channel == SMS && sent:
		counter = &s.figures.TextsSent
	case channel == SMS:
		counter = &s.figures.TextsFailed
	}
	counter.Add(1)
}

// final marks errors that a retry would not fix.
func (s *Service) final(is func(error) bool, err error) error {
	if err != nil && is(err) {
		return jobs.Final(err)
	}
	return err
}
