package push

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/webhook"
	"plumbline/internal/platform/webpush"
)

const (
	askWithin   = 10 * time.Second // for the answer of a push service
	storeWithin = 10 * time.Second
)

// Sender sends to the browsers of accounts.
type Sender struct {
	Store
	Outbound *outbound.Dialler
	Contact  string // whom push services may ask, an https or mailto address; empty: nobody
	Off      bool   // the operator has switched browser push off
	Log      *slog.Logger
}

// Works is false if the operator has switched browser push off.
func (s *Sender) Works() bool { return !s.Off }

// try is what came of sending to one browser.
type try struct {
	browser Browser
	reply   webhook.Reply
	err     error
	gone    bool
	text    string // for people
}

func (t *try) outcome() string {
	switch {
	case t.err == nil:
		return "sent"
	case webhook.IsUnsure(t.err):
		return "unknown"
	}
	return "failed"
}

// reason is why a browser was not reached, for the page of the account; empty: it was.
func (t *try) reason() string {
	_, ours := errs.As(t.err)
	switch {
	case t.err == nil:
		return ""
	case t.gone:
		return "gone"
	case errs.Is(t.err, errs.AddressForbidden):
		return "forbidden"
	case webhook.IsUnsure(t.err):
		return "busy"
	case t.reply.Status == 0 && (ours || !webhook.IsFinal(t.err)):
		return "unreachable"
	case webhook.IsFinal(t.err):
		return "refused"
	}
	return "busy"
}

// Push sends a note to every enabled browser of an account at once, written in the language of the account. It counts as
// accepted if one push service took it. A browser that has ended its subscription is forgotten.
//
// Unscoped: the caller has chosen the recipient.
func (s *Sender) Push(ctx context.Context, account int64, write func(language string) webpush.Note, now time.Time) (webpush.Result, error) {
	list, err := s.Browsers(ctx, account)
	if err != nil {
		return webpush.Result{}, err
	}
	list = slices.DeleteFunc(list, func(b Browser) bool { return !b.Enabled })
	if len(list) == 0 {
		return webpush.Result{}, nil
	}
	language, err := s.language(ctx, account)
	if err != nil {
		return webpush.Result{}, err
	}
	tries, err := s.send(ctx, list, write(language), errs.Language(language), now)
	if err != nil {
		return webpush.Result{}, err
	}
	return resultOf(tries), nil
}

// language returns the language of an account.
//
// Unscoped: the caller has chosen the recipient.
func (s *Sender) language(ctx context.Context, account int64) (language string, err error) {
	err = s.Bun.NewSelect().Table("account").Column("language").Where("id = ?", account).Scan(ctx, &language)
	if err != nil {
		return "", fmt.Errorf("language of account %d: %w", account, err)
	}
	return cmp.Or(language, string(errs.Chinese)), nil
}

func (s *Sender) send(ctx context.Context, list []Browser, note webpush.Note, language errs.Language, now time.Time) ([]try, error) {
	keys, err := s.keys(ctx)
	if err != nil {
		return nil, err
	}
	by := webpush.Sender{Keys: keys, Contact: s.Contact}
	tries := make([]try, len(list))
	var sending sync.WaitGroup
	for i := range list {
		sending.Go(func() { tries[i] = s.sendOne(ctx, by, list[i], note, language, now) })
	}
	sending.Wait()
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeWithin)
	defer cancel()
	if err := s.asked(storing, tries); err != nil { // the messages are out: only the list of browsers shows old answers
		s.Log.ErrorContext(ctx, "store the answers of push services", "error", err)
	}
	return tries, nil
}

func (s *Sender) sendOne(ctx context.Context, by webpush.Sender, b Browser, note webpush.Note, language errs.Language, now time.Time) try {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	client := s.Outbound.Client(b.CorporationID)
	defer client.CloseIdleConnections()
	t := try{browser: b}
	t.reply, t.err = by.Send(ctx, client, &b.subscription, note, now)
	t.gone = webpush.IsGone(t.err)
	switch e, ours := errs.As(t.err); {
	case t.err == nil:
		t.text = cut(t.reply.String())
	case ours:
		t.text = cut(e.Text(language))
	case errors.Is(t.err, context.DeadlineExceeded):
		t.text = fmt.Sprintf("no answer within %d s", int(askWithin.Seconds()))
	default:
		t.text = cut(t.err.Error())
	}
	return t
}

func resultOf(tries []try) webpush.Result {
	r := webpush.Result{Final: true}
	var texts []string
	for i := range tries {
		t := &tries[i]
		texts = append(texts, t.browser.Name+" ("+t.browser.Host+"): "+t.text)
		if t.gone {
			continue
		}
		r.Browsers++
		r.Accepted = r.Accepted || t.err == nil
		r.Unsure = r.Unsure || webhook.IsUnsure(t.err)
		r.Final = r.Final && webhook.IsFinal(t.err)
		r.After = max(r.After, webhook.After(t.err))
	}
	r.Text = strings.Join(texts, "; ")
	return r
}

func cut(text string) string {
	if runes := []rune(text); len(runes) > maxAnswer {
		return string(runes[:maxAnswer]) + "…"
	}
	return text
}
