package delivery

import (
	"cmp"
	"strconv"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/letter"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/wording"
)

// State is the state of a message.
type State string

const (
	Pending State = "pending" // due now or after a failed attempt
	Claimed State = "claimed" // a server is sending it
	Sent    State = "sent"    // the peer has accepted it
	Failed  State = "failed"
	Unknown State = "unknown" // it may have been sent, and is not sent again
	Skipped State = "skipped" // cannot reach the recipient
	Carried State = "carried" // another message carries it, and is not sent yet
	Waiting State = "waiting" // for the conditions of the rule
)

// Reasons why a message was not sent.
const (
	noAddress   = "noAddress"   // the account has no e-mail address
	noMobile    = "noMobile"    // the account has no mobile
	noAccess    = "noAccess"    // the account is disabled or has left the project
	mailMissing = "mailMissing" // no mail server is configured
	smsMissing  = "smsMissing"  // no provider of text messages is configured, or no template of alerts
	webhookOff  = "webhookOff"  // the webhook is switched off
	webhookGone = "webhookGone" // the webhook was deleted
	expired     = "expired"     // two hours have passed, or ten minutes if another channel follows
	refusal     = "refused"     // by the peer, for good
	lostAnswer  = "lostAnswer"  // the answers to two attempts are unknown
)

// Outcomes of attempts besides Sent, Failed and Unknown.
const underWay State = "underWay"

// Message is a row of the ledger.
type Message struct {
	ID, CorporationID, ProjectID int64
	AlertID, TransitionID        int64 // of a drill 0, and a number that nothing else has below 0
	DrillID                      int64 // 0: it is about an alert
	Reminder                     int64 // 0: about the transition itself, else the number of the reminder; -1 … -3: of the rung of a ladder
	RuleID                       int64
	AccountID                    int64
	AccountName                  string // in lists
	Channel                      Channel
	WebhookID                    int64  // 0: none
	AfterID                      int64  // the message to the same person that another channel could not send; 0: none
	Address                      string // of a webhook its name
	Event                        alarm.Event
	Content                      wording.Content
	State                        State
	Reason                       string
	Unsure                       int64 // attempts with unknown outcome
	CreatedAt, DueAt, EndedAt    int64 // UTC ms
	Attempts                     []Attempt
	Answers                      []Answer // of the recipient, by the link
	Occasion
	StructureID int64 // of the alert; 0: none
	CarriedBy   int64 // the message that it is sent with; 0: alone
	Gathered    bool  // it waits or has waited for others, and is not carried
	MetAt       int64 // UTC ms at which the conditions of the rule were found to be met; 0: not yet, or there are none

	AfterMinutes int64 // of a rung: sent if nobody reacts for so long

	asked     []asked   // one of them must be met; none: it is sent at once
	load      []Message // that it carries
	recipient string
	peer      string
	follows   []Channel // to use if this one fails
	place     string    // in the list of one transition, see step
	after     string
	claim     int64
	attempt   int64
	crowded   bool // others wait until it is sent
}

// Attempt is one try to send a message.
type Attempt struct {
	BeganAt, EndedAt int64 // UTC ms; EndedAt 0: not yet
	Outcome          State // Sent, Failed, Unknown or underWay
	Answer           string
	Receipt          // of text messages
}

// to addresses a message.
func (m *Message) to(s step) {
	m.AccountID, m.WebhookID, m.Channel, m.Address = s.Account, s.Webhook, s.Channel, s.Address
	m.recipient, m.peer, m.follows, m.place, m.after = s.key(), s.recipient.peer(), s.follows(), s.place, s.after
	m.State = Pending
	if s.Reason != "" {
		m.State, m.Reason, m.EndedAt = Skipped, s.Reason, m.CreatedAt
	}
}

// fallback returns the messages to the same person on the channels that follow, up to the first that can be sent.
func (m *Message) fallback(to person, now int64) (list []Message) {
	if len(m.follows) == 0 || m.State != Failed && m.State != Unknown {
		return nil
	}
	for _, s := range to.on(m.follows).steps() {
		next := Message{
			CorporationID: m.CorporationID, ProjectID: m.ProjectID, AlertID: m.AlertID, TransitionID: m.TransitionID, Reminder: m.Reminder,
			RuleID: m.RuleID, Event: m.Event, Content: m.Content, CreatedAt: now, DueAt: now, AfterID: m.ID, Occasion: Occasion{Duty: m.Duty},
			StructureID: m.StructureID, DrillID: m.DrillID,
		}
		next.to(s)
		list = append(list, next)
	}
	return list
}

// key is the same for every attempt to send the message, so that a mail server can recognize one that it already has.
func (m *Message) key() string {
	if m.Content.TestBy != "" {
		return "test-" + strconv.FormatInt(m.ID, 10)
	}
	return Key(m.ID, m.DrillID)
}

// link returns the link of a message to a person, empty without a public address.
func (m *Message) link(links link.Links) string {
	if m.WebhookID != 0 || m.Content.TestBy != "" {
		return ""
	}
	return links.To(m.ID)
}

// gathering returns the message together with what it carries. Of several messages about one alert, the last one counts.
func (m *Message) gathering(links link.Links) letter.Gathered {
	last := map[int64]*Message{}
	all := []*Message{m}
	for i := range m.load {
		all = append(all, &m.load[i])
	}
	for _, one := range all {
		if known := last[one.AlertID]; known == nil || known.before(one) {
			last[one.AlertID] = one
		}
	}
	var lines []letter.Line
	for _, one := range all {
		if last[one.AlertID] == one {
			lines = append(lines, letter.Line{
				ID: one.ID, AlertID: one.AlertID, TransitionID: one.TransitionID, Link: one.link(links), Content: one.Content,
			})
		}
	}
	return letter.Gather(lines)
}

func (m *Message) before(other *Message) bool {
	return cmp.Or(cmp.Compare(m.CreatedAt, other.CreatedAt), cmp.Compare(m.ID, other.ID)) < 0
}
