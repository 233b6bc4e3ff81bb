package delivery

import (
	"context"
	"strconv"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/texts"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/webpush"
)

// Push is the channel to the browsers of an account.
const Push Channel = "push"

// Reasons why a push message was not sent.
const (
	noBrowser = "noBrowser" // the account has no browser, or has switched all of them off
	pushOff   = "pushOff"   // the operator has switched browser push off
)

const pushesAtOnce = 16

// hasBrowser is the SQL for whether an account has a browser that is switched on, see package push.
func hasBrowser(account string) string {
	return "EXISTS (SELECT 1 FROM push_browser AS pb WHERE pb.account_id = " + account + " AND pb.enabled) AS browser"
}

// Pusher sends to the browsers of accounts, see package push.
type Pusher interface {
	Works() bool
	Push(ctx context.Context, account int64, write func(language string) webpush.Note, now time.Time) (webpush.Result, error)
}

type pushes struct {
	Ledger
	pusher Pusher
	links  link.Links
}

func (c pushes) missing() string {
	if c.pusher == nil || !c.pusher.Works() {
		return pushOff
	}
	return ""
}

func (c pushes) send(ctx context.Context, m *Message, now time.Time) answer {
	own, err := texts.Store{Tables: c.Tables}.Of(ctx, access.Scope{All: true}, m.CorporationID)
	if err != nil {
		return answer{Outcome: Failed, Text: cut(err.Error())}
	}
	r, err := c.pusher.Push(ctx, m.AccountID, func(language string) webpush.Note { return c.note(m, language, own[language].AlertTextFields) }, now)
	a := answer{Outcome: Failed, Final: r.Final, Text: cut(r.Text), After: r.After}
	switch {
	case err != nil:
		a.Text = cut(err.Error())
	case r.Accepted:
		a.Outcome = Sent
	case r.Browsers == 0:
		a.Final, a.Reason = true, noBrowser
	case r.Unsure:
		a.Outcome = Unknown
	}
	return a
}

// note returns what the browsers show: in the language of the account, with the texts of the corporation in it. The link is
// a path, as the worker knows the address of the installation.
func (c pushes) note(m *Message, language string, own wording.AlertTextFields) webpush.Note {
	about, id := m.Content, m.ID
	n := webpush.Note{Language: language, Time: m.Content.At}
	if len(m.load) > 0 {
		g := m.gathering(c.links).Translated(language)
		n.Title, n.Body = g.Push()
		about, id = g.Content, g.Lines[0].ID
	} else {
		if about.Language != language {
			about.Language, about.Texts = language, own
		}
		n.Title, n.Body = about.Push()
		// Each alert has one place on the screen and at the push service, so that a newer message replaces an older one.
		n.Tag = "alert-" + strconv.FormatInt(m.AlertID, 10)
		if m.DrillID != 0 {
			n.Tag = m.key()
		}
		n.Topic = n.Tag
	}
	n.Link = link.Path + c.links.Token(id)
	n.Urgent, n.TTL = urgent(about), kept(about)
	return n
}

// reader is whom the page of a link names.
func (m *Message) reader() string {
	if m.Channel == Push {
		return m.AccountName
	}
	return verification.Masked(m.Address)
}

// urgent reports whether a message wakes a phone that saves power; a drill does so as an alert of its level.
func urgent(c wording.Content) bool {
	return c.Event.Open() && !c.Kind.Health() && c.Step.Level >= alarm.Orange
}

// kept returns how long a push service keeps a message for a browser that is away, at most as long as its link holds. A
// restore is kept as long as any alert that it replaces.
func kept(c wording.Content) time.Duration {
	switch {
	case c.Drill:
		return link.Life / 2
	case !c.Event.Open() || c.Step.Level == alarm.Red:
		return link.Life
	case c.Step.Level == alarm.Orange:
		return link.Life / 2
	}
	return link.Life / 6
}
