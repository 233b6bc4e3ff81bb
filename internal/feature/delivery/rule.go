// Package delivery sends messages about alerts by mail, text message and webhook: rules of a project say who gets which, a
// ledger has one row for each message, and every server sends what is due. The rows are written in the transaction that stores the transitions
// of the alerts, so that none is lost or written twice.
package delivery

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

// Limits of rules.
const (
	maxName       = 50 // characters
	maxRules      = 100
	maxRecipients = 50 // accounts, and as many addresses, mobiles and webhooks
	maxRepeat     = 30 * 24
)

// Rule says who gets messages about which alerts of a project.
type Rule struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Enabled       bool
	StructureID   int64       // 0: the whole project
	ItemID        int64       // 0: the whole structure
	Measurements  []string    // empty: all
	Level         alarm.Level // lowest level of thresholds
	Types         []string    // alarm.TypeThreshold, alarm.TypeDeviceHealth, alarm.TypeGraded
	Events        []alarm.Event
	RepeatHours   int64 // of reminders while the alert is open; 0: none
	Late          bool  // also events found more than 2 h later
	ByCode        bool  // recipients may decide with a code that is sent to them
	Quiet         Quiet
	Conditions    alarm.Conditions // of messages about thresholds
	Ladder        []Rung           // who gets a message if nobody reacts
	Channels      []Channel        // of the accounts: the first that works
	Accounts      []int64
	Duty          bool // also who is on duty
	Addresses     []string
	Mobiles       []string
	Webhooks      []int64
	UpdatedAt     int64 // UTC ms

	recipients []recipient
	zone       *time.Location // of the project
	silences   []alarm.Silence
	watch      *watch      // nil: the project has no roster, or Duty is false
	plan       alarm.Level // the grade of the emergency plan that it stands for; 0: it is a rule
}

// check trims a rule and returns everything that is wrong with it.
func (r *Rule) check() error {
	var refused errs.Refusals
	r.Name = strings.TrimSpace(r.Name)
	switch n := utf8.RuneCountInString(r.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	if r.ItemID != 0 && r.StructureID == 0 {
		refused.Add("structureId", errs.Empty)
	}
	if r.Level < alarm.Blue || r.Level > alarm.Red {
		refused.Add("level", errs.OutOfRange, "min", int(alarm.Blue), "max", int(alarm.Red))
	}
	if r.RepeatHours < 0 || r.RepeatHours > maxRepeat {
		refused.Add("repeatHours", errs.OutOfRange, "min", 0, "max", maxRepeat)
	}
	oneOf(&refused, "types", r.Types, []string{alarm.TypeThreshold, alarm.TypeDeviceHealth, alarm.TypeGraded})
	oneOf(&refused, "events", r.Events, alarm.Events())
	if len(r.Measurements) > 0 {
		var known []string
		for _, m := range catalog.Measurements() {
			known = append(known, m.Code)
		}
		oneOf(&refused, "measurements", r.Measurements, known)
	}
	r.Quiet.check(&refused)
	checkConditions(&refused, &r.Conditions)
	r.checkLadder(&refused)
	r.checkRecipients(&refused)
	return refused.Err()
}

func (r *Rule) checkRecipients(refused *errs.Refusals) {
	if len(r.Channels) == 0 {
		r.Channels = []Channel{Mail}
	}
	oneOf(refused, "channels", r.Channels, personal())
	checkAddresses(refused, "emailList", r.Addresses, verification.Mail, errs.EmailFormat)
	checkAddresses(refused, "mobileList", r.Mobiles, verification.SMS, errs.MobileFormat)
	checkIDs(refused, "accountIds", r.Accounts)
	checkIDs(refused, "webhookIds", r.Webhooks)
	if len(r.Accounts)+len(r.Addresses)+len(r.Mobiles)+len(r.Webhooks) == 0 && !r.Duty {
		refused.Add("accountIds", errs.NoRecipients)
	}
}

// checkAddresses checks and rewrites mail addresses or mobiles.
func checkAddresses(refused *errs.Refusals, field string, list []string, of verification.Channel, format *errs.Message) {
	for i, address := range list {
		target, channel, ok := verification.ParseAddress(address)
		if !ok || channel != of {
			refused.Add(fmt.Sprintf("%s[%d]", field, i), format)
			continue
		}
		if slices.Contains(list[:i], target) {
			refused.Add(fmt.Sprintf("%s[%d]", field, i), errs.Duplicate)
		}
		list[i] = target
	}
	if len(list) > maxRecipients {
		refused.Add(field, errs.TooManyEntries, "max", maxRecipients)
	}
}

// oneOf refuses an empty list, and entries that are repeated or not allowed.
func oneOf[T ~string](refused *errs.Refusals, field string, list, allowed []T) {
	if len(list) == 0 {
		refused.Add(field, errs.Empty)
	}
	for i, entry := range list {
		switch {
		case !slices.Contains(allowed, entry):
			names := make([]string, len(allowed))
			for j, a := range allowed {
				names[j] = string(a)
			}
			refused.Add(fmt.Sprintf("%s[%d]", field, i), errs.NotOneOf, "allowed", strings.Join(names, ", "))
		case slices.Contains(list[:i], entry):
			refused.Add(fmt.Sprintf("%s[%d]", field, i), errs.Duplicate)
		}
	}
}

// matches reports whether a rule asks for messages about an event of a record.
func (r *Rule) matches(record *alarm.Record, h alarm.Happening) bool {
	if r.plan != 0 {
		return r.concerns(record, h)
	}
	return r.Enabled && r.ProjectID == record.ProjectID && r.covers(record) &&
		slices.Contains(r.Events, h.Event) && (r.Late || !h.Late) && (record.Kind.Health() || h.Level >= r.Level)
}

// covers reports whether a record lies in the scope of a rule.
func (r *Rule) covers(record *alarm.Record) bool {
	return (r.StructureID == 0 || r.StructureID == record.StructureID) && (r.ItemID == 0 || r.ItemID == record.ItemID) &&
		(len(r.Measurements) == 0 || slices.Contains(r.Measurements, record.Measurement)) && slices.Contains(r.Types, record.Kind.Type())
}
