package delivery

import (
	"context"
	"time"

	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/letter"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/webhook"
)

// channel sends messages of one channel.
type channel interface {
	// missing returns the reason why it sends nothing; empty: it does.
	missing() string
	send(ctx context.Context, m *Message, now time.Time) answer
}

// channel returns what sends the messages of a peer.
func (s *Sender) channel(peer string) channel {
	switch Channel(peer) {
	case Mail:
		return mails{s.Mail, s.Links, s.Gallery}
	case SMS:
		return phones{s.SMS, s.Links}
	case Push:
		return pushes{s.Ledger, s.Push, s.Links}
	}
	return posts{s.Webhooks, s.Outbound}
}

type mails struct {
	server  Mailer
	links   link.Links
	gallery *gallery.Gallery // nil: mails have no pictures
}

func (c mails) missing() string {
	if c.server == nil {
		return mailMissing
	}
	return ""
}

func (c mails) send(ctx context.Context, m *Message, _ time.Time) answer {
	var made mail.Message
	if len(m.load) > 0 {
		g := m.gathering(c.links)
		made = g.Mail(m.key(), c.curves(ctx, m, &g))
	} else {
		made = letter.Mail(&m.Content, m.key(), m.link(c.links), c.pictures(ctx, m))
	}
	made.To = m.Address
	return answerOf(c.server.Send(ctx, made), mail.IsFinal, mail.IsUnsure)
}

type phones struct {
	provider Texter
	links    link.Links
}

func (c phones) missing() string {
	if c.provider == nil || !c.provider.Sends(sms.Alert) {
		return smsMissing
	}
	return ""
}

func (c phones) send(ctx context.Context, m *Message, _ time.Time) answer {
	text, values := m.Content.SMS(), m.Content.SMSValues()
	if len(m.load) > 0 {
		together := m.gathering(c.links)
		text, values = together.SMS(), together.SMSValues()
	}
	values["link"] = m.link(c.links)
	reference, err := c.provider.Send(ctx, sms.Message{
		Mobile: m.Address, Purpose: sms.Alert, Language: m.Content.Language, Text: text, Values: values, ID: m.key(),
	})
	a := answerOf(err, sms.IsFinal, sms.IsUnsure)
	a.After, a.Reference = webhook.After(err), cut(reference)
	return a
}

type posts struct {
	webhooks hook.Store
	outbound *outbound.Dialler
}

func (posts) missing() string { return "" }

func (c posts) send(ctx context.Context, m *Message, now time.Time) answer {
	w, found, err := c.webhooks.Open(ctx, m.WebhookID)
	switch {
	case err != nil:
		return answer{Outcome: Failed, Text: cut(err.Error())}
	case !found:
		return answer{Outcome: Failed, Final: true, Reason: webhookGone}
	case !w.Enabled:
		return answer{Outcome: Failed, Final: true, Reason: webhookOff}
	}
	return c.post(ctx, &w, m, now)
}

// post sends a message to a webhook, with at most postWithin for the answer.
func (c posts) post(ctx context.Context, w *hook.Hook, m *Message, now time.Time) answer {
	ctx, cancel := context.WithTimeout(ctx, postWithin)
	defer cancel()
	client := webhook.NoRedirects(c.outbound.Client(w.CorporationID))
	defer client.CloseIdleConnections()
	var reply webhook.Reply
	var err error
	switch w.Kind {
	case hook.JSON, hook.Phone:
		reply, err = webhook.PostSigned(ctx, client, w.URL, w.Secret, m.key(), postedTo(w, m), now)
	default:
		robot := webhook.Robot{Kind: webhook.Kind(w.Kind), Address: w.URL, Secret: w.Secret}
		reply, err = robot.Send(ctx, client, m.card(), now)
	}
	a := answerOf(err, webhook.IsFinal, webhook.IsUnsure)
	a.After = webhook.After(err)
	if e, ok := errs.As(err); ok {
		a.Text = e.Text(errs.Language(m.Content.Language))
	}
	if err == nil {
		a.Text = cut(reply.String())
	}
	return a
}

func answerOf(err error, final, unsure func(error) bool) answer {
	if err == nil {
		return answer{Outcome: Sent}
	}
	a := answer{Outcome: Failed, Final: final(err), Text: cut(err.Error())}
	if unsure(err) {
		a.Outcome = Unknown
	}
	return a
}
