package delivery

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/hook"
)

// Channel is a way to send messages.
type Channel string

const (
	Mail     Channel = "mail"
	SMS      Channel = "sms"
	Webhook          = Channel(hook.JSON)
	WeCom            = Channel(hook.WeCom)
	DingTalk         = Channel(hook.DingTalk)
	Feishu           = Channel(hook.Feishu)
	Phone            = Channel(hook.Phone)
)

// personal are the channels to accounts.
func personal() []Channel { return []Channel{Mail, SMS, Push} }

// recipient is a receiver of the messages of a rule.
type recipient struct {
	Channel Channel
	Account int64  // 0: none
	Webhook int64  // 0: none
	Address string // mail address or mobile, empty: the account has none; of a webhook its name
	Reason  string // why nothing can be sent; empty: it can
	Duty    bool   // because they are on duty
	Next    []recipient
}

// key identifies the recipient on its channel in the ledger: one message reaches an address, whichever rules and accounts
// it is in.
func (r recipient) key() string {
	switch {
	case r.Webhook != 0:
		return webhookKey(r.Webhook)
	case r.Address == "":
		return "account:" + strconv.FormatInt(r.Account, 10)
	}
	return strings.ToLower(r.Address)
}

func webhookKey(id int64) string { return "webhook:" + strconv.FormatInt(id, 10) }

// peer is what sends the messages to the recipient: a slow one delays only its own.
func (r recipient) peer() string {
	if r.Webhook != 0 {
		return string(r.Channel) + ":" + strconv.FormatInt(r.Webhook, 10)
	}
	return string(r.Channel)
}

// paces are the messages a minute that robots take, with some room for tests and other senders. DingTalk silences a robot
// for ten minutes that sends more than 20, WeCom refuses more than 20, Feishu more than 100.
var paces = map[Channel]int{WeCom: 18, DingTalk: 18, Feishu: 90}

// paceOf returns how many messages a minute a peer takes; 0: any number.
func paceOf(peer string) int {
	kind, _, _ := strings.Cut(peer, ":")
	return paces[Channel(kind)]
}

// step is a recipient on one channel; after is the key of the step that cannot be sent.
type step struct {
	recipient
	place, after string
}

// steps returns the recipient and, as long as nothing can be sent, the same person on the next channels.
func (r recipient) steps() (list []step) {
	after := ""
	for {
		s := step{r, string(r.Channel) + " " + r.key(), after}
		list = append(list, s)
		if r.Reason == "" || r.Reason == noAccess || len(r.Next) == 0 {
			return list
		}
		next := r.Next[0]
		next.Next = r.Next[1:]
		r, after = next, s.place
	}
}

// follows returns the channels to use if this one fails.
func (r recipient) follows() []Channel {
	list := make([]Channel, len(r.Next))
	for i, next := range r.Next {
		list[i] = next.Channel
	}
	return list
}

// person is an account as it is reached.
type person struct {
	Account       int64
	Name          string // where it is shown
	Email, Mobile string
	Reached       bool // active, and a member of the project
	Browser       bool // it has one for push messages
}

// on returns the account on channels, the first with the others as its next ones.
func (p person) on(channels []Channel) recipient {
	list := make([]recipient, len(channels))
	for i, c := range channels {
		r := recipient{Channel: c, Account: p.Account, Address: strings.ToLower(p.Email)}
		missing := noAddress
		switch c {
		case SMS:
			r.Address, missing = p.Mobile, noMobile
		case Push:
			r.Address, missing = "", noBrowser
		}
		switch {
		case !p.Reached:
			r.Reason = noAccess
		case c == Push && p.Browser:
		case r.Address == "":
			r.Reason = missing
		}
		list[i] = r
	}
	first := list[0]
	first.Next = list[1:]
	return first
}

// addressed is a step with the rule that names it.
type addressed struct {
	step
	rule *Rule
	hold
	asked []asked // of which one must be met; none: it is sent at once
}

// addressees returns who gets a message at a time (UTC ms) about an event and on which channel, each once. Of several rules
// for the same recipient, the one that repeats soonest counts.
func addressees(rules []Rule, record *alarm.Record, h alarm.Happening, at int64) (list []addressed) {
	places := map[string]int{}
	for i := range rules {
		rule := &rules[i]
		if !rule.matches(record, h) {
			continue
		}
		held, asks := rule.heldBack(record, h.Level, at, false), rule.asks(record)
		for _, r := range rule.recipientsAt(at) {
			for _, s := range r.steps() {
				if known, ok := places[s.place]; ok {
					list[known].join(s, rule, held, asks)
					continue
				}
				places[s.place] = len(list)
				list = append(list, addressed{s, rule, held, asks})
			}
		}
	}
	return list
}

// join adds another rule for the same recipient. The message is held back only as long as all rules hold it back, and
// waits only until the conditions of one are met.
func (a *addressed) join(s step, rule *Rule, held hold, asks []asked) {
	if held.until < a.until {
		a.hold = held
	}
	if a.asked = slices.Concat(a.asked, asks); len(asks) == 0 || len(a.asked) == len(asks) {
		a.asked = nil
	}
	duty := a.Duty && s.Duty
	if a.Account != 0 && len(a.Next) == 0 {
		a.Next = s.Next
	}
	if a.Reason != "" && s.Reason == "" { // as an account without access, and as a plain address
		a.recipient = s.recipient
	}
	a.Duty = duty
	if sooner(rule.RepeatHours, a.rule.RepeatHours) {
		a.rule = rule
	}
}

// sooner reports whether reminders after some hours come before those after others; 0: never.
func sooner(hours, others int64) bool { return hours > 0 && (others == 0 || hours < others) }

// reaches returns the recipient of a rule that gets a reminder of a message at a time (UTC ms): the one that the message
// was for or, if that was on duty, who is on duty now. false: the rule names nobody any more.
func (r *Rule) reaches(m *messageRow, at int64) (recipient, bool) {
	if m.Duty && r.Duty {
		return r.onDuty(at), true
	}
	i := slices.IndexFunc(r.recipients, func(to recipient) bool {
		return m.AccountID != 0 && to.Account == m.AccountID || to.Channel == m.Channel && to.key() == m.Recipient
	})
	if i < 0 {
		return recipient{}, false
	}
	return r.recipients[i], true
}
