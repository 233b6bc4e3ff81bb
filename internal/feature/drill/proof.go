package drill

import (
	"cmp"
	"strconv"
	"time"
)

// States of things that drills prove.
const (
	Proven = "proven"
	Old    = "old"   // longer ago than the days of the plan
	Never  = "never" // there is no proof
)

// row is what the ledger knows about the messages of a rule to a recipient on a channel.
type row struct {
	RuleID, AccountID, WebhookID int64
	Channel, Recipient           string
	AcceptedAt                   int64 // UTC ms at which the peer last accepted one; 0: never
	ProvenAt                     int64 // UTC ms at which the recipient last answered an accepted one; 0: never
	AnsweredAt                   int64 // UTC ms at which the recipient last answered one; 0: never
}

// Thing is a rule, a channel or a person with its last proof.
type Thing struct {
	Key       string // of the thing in its project
	ID        int64  // of the rule, webhook or account; 0: an address, or a channel to people
	Name      string // of an address the address
	Channel   string // of channels
	Address   bool   // Name is an address
	People    bool   // of rules: they name somebody who can answer, so that acceptance alone proves nothing
	Accepted  int64  // UTC ms at which a peer last accepted a message; 0: never. Of people 0
	Proven    int64  // UTC ms; 0: never
	Reason    string // why nothing can be sent; empty: it can
	ChangedAt int64  // since when a rule has named it at least, UTC ms

	reached bool
}

// State returns whether the thing was proven in the last days before a time (UTC ms).
func (t *Thing) State(now int64, days int) string {
	switch {
	case t.Proven == 0:
		return Never
	case now-t.Proven > int64(days)*24*time.Hour.Milliseconds():
		return Old
	}
	return Proven
}

// lacking reports whether the thing was not proven for longer than some days, in all of which it could have been.
func (t *Thing) lacking(now, since int64, days int) bool {
	from := cmp.Or(t.Proven, max(since, t.ChangedAt))
	return now-from > int64(days)*24*time.Hour.Milliseconds()
}

// Proof is what the ledger proves about the enabled rules of a project.
type Proof struct {
	Rules, Channels, People []Thing
}

// things are rules, channels or people in the order in which rules name them.
type things struct {
	list []*Thing
	by   map[string]*Thing
}

// named returns the thing that a message of a rule, which was last changed at a time (UTC ms), names.
func (t *things) named(key string, m *Message, changed int64) *Thing {
	one := t.by[key]
	if one == nil {
		one = &Thing{Key: key, Reason: m.Reason, ChangedAt: changed}
		t.by[key], t.list = one, append(t.list, one)
	}
	one.ChangedAt = min(one.ChangedAt, changed)
	if one.reached = one.reached || m.Reason == ""; one.reached {
		one.Reason = ""
	}
	return one
}

func (t *things) all() []Thing {
	list := make([]Thing, len(t.list))
	for i, one := range t.list {
		list[i] = *one
	}
	return list
}

func ruleKey(id int64) string { return "rule:" + strconv.FormatInt(id, 10) }

func channelKey(channel string, webhook int64) string {
	return channel + ":" + strconv.FormatInt(webhook, 10)
}

func personKey(account int64, recipient string) string {
	if account != 0 {
		return "account:" + strconv.FormatInt(account, 10)
	}
	return recipient
}

// prove returns the proof for those whom the rules name now; changed is when each rule was last changed. It is a function of
// the ledger and of the answers in it.
func prove(messages []Message, changed map[int64]int64, ledger []row) Proof {
	rules, channels, people := things{by: map[string]*Thing{}}, things{by: map[string]*Thing{}}, things{by: map[string]*Thing{}}
	for i := range messages {
		m := &messages[i]
		at := changed[m.RuleID]
		rule := rules.named(ruleKey(m.RuleID), m, at)
		rule.ID, rule.Name, rule.People = m.RuleID, m.RuleName, rule.People || m.WebhookID == 0
		channel := channels.named(channelKey(m.Channel, m.WebhookID), m, at)
		channel.ID, channel.Channel = m.WebhookID, m.Channel
		if m.WebhookID != 0 {
			channel.Name = m.Address
			continue
		}
		if m.AccountID == 0 && m.Address == "" { // nobody is on duty
			continue
		}
		person := people.named(personKey(m.AccountID, m.Recipient), m, at)
		person.ID = m.AccountID
		if person.Address = m.AccountID == 0; person.Address {
			person.Name = m.Address
		}
	}
	for i := range ledger {
		l := &ledger[i]
		if rule := rules.by[ruleKey(l.RuleID)]; rule != nil {
			rule.Accepted, rule.Proven = max(rule.Accepted, l.AcceptedAt), max(rule.Proven, l.ProvenAt)
		}
		if channel := channels.by[channelKey(l.Channel, l.WebhookID)]; channel != nil {
			channel.Accepted, channel.Proven = max(channel.Accepted, l.AcceptedAt), max(channel.Proven, l.AcceptedAt)
		}
		if person := people.by[personKey(l.AccountID, l.Recipient)]; person != nil && l.WebhookID == 0 {
			person.Proven = max(person.Proven, l.AnsweredAt)
		}
	}
	for _, rule := range rules.list {
		if !rule.People { // nobody can answer, so what the peer accepted is all that can be proven
			rule.Proven = rule.Accepted
		}
	}
	return Proof{rules.all(), channels.all(), people.all()}
}
