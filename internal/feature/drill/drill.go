// Package drill proves that the chain from a rule about alerts to a person works: weekly or on demand, a marked test goes
// through rule, channels and acknowledgement. A drill writes no alert, because alerts are a function of the readings. Its
// messages are in the ledger of those about alerts, and the same code sends them; see package delivery.
package drill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

const (
	kind        = "drill"     // in the audit log
	planKind    = "drillPlan" // in the audit log
	pause       = time.Minute // between two drills of a project on demand
	startWithin = 2 * time.Hour
	warnEvery   = 7 * 24 * time.Hour
	maxWarnDays = 90
	dayMinutes  = 24 * 60
)

// Order is a drill that messages are written for.
type Order struct {
	ID, CorporationID, ProjectID int64
	Level                        alarm.Level
	At                           int64  // UTC ms
	By                           string // who started it; empty: the weekly plan
	Quiet                        bool   // quiet hours of rules hold it back
}

// Message is who gets a drill, by which rule and on which channel.
type Message struct {
	RuleID    int64
	RuleName  string
	Channel   string
	AccountID int64  // 0: none
	WebhookID int64  // 0: none
	Address   string // of a webhook its name
	Recipient string // identifies the recipient on the channel in the ledger
	Reason    string // why it cannot be sent; empty: it can
}

// Messenger knows the rules about alerts and writes messages, see package delivery.
type Messenger interface {
	// Preview returns the messages of a drill without writing them.
	Preview(ctx context.Context, q *bun.SelectQuery, o Order) ([]Message, error)
	// Write writes the messages of a drill, and returns their number.
	Write(ctx context.Context, tx *sqlkit.Transaction, o Order) (int, error)
}

// Plan is the weekly drill of a project.
type Plan struct {
	Enabled  bool
	Weekday  int // 1: Monday … 7: Sunday
	Minute   int // of the day in the time zone of the project
	Level    alarm.Level
	WarnDays int   // without proof, after which people are warned
	Since    int64 // UTC ms at which it was last switched on or moved
}

// usual is the plan of projects that have not set one.
var usual = Plan{Weekday: int(time.Monday), Minute: 10 * 60, Level: alarm.Red, WarnDays: 14}

func (p *Plan) check() error {
	var refused errs.Refusals
	for _, f := range []struct {
		name            string
		value, min, max int
	}{
		{"weekday", p.Weekday, 1, 7},
		{"minute", p.Minute, 0, dayMinutes - 1},
		{"level", int(p.Level), int(alarm.Blue), int(alarm.Red)},
		{"warnDays", p.WarnDays, 1, maxWarnDays},
	} {
		if f.value < f.min || f.value > f.max {
			refused.Add(f.name, errs.OutOfRange, "min", f.min, "max", f.max)
		}
	}
	return refused.Err()
}

// last returns the last time (UTC ms) up to now at which the plan asks for a drill.
func (p *Plan) last(now int64, zone *time.Location) int64 {
	local := time.UnixMilli(now).In(zone)
	back := (int(local.Weekday()) - p.Weekday + 7) % 7
	if at := p.on(local, -back, zone); at <= now {
		return at
	}
	return p.on(local, -back-7, zone)
}

// next returns the first time (UTC ms) after now at which the plan asks for a drill.
func (p *Plan) next(now int64, zone *time.Location) int64 {
	local := time.UnixMilli(now).In(zone)
	ahead := (p.Weekday - int(local.Weekday()) + 7) % 7
	if at := p.on(local, ahead, zone); at > now {
		return at
	}
	return p.on(local, ahead+7, zone)
}

func (p *Plan) on(local time.Time, days int, zone *time.Location) int64 {
	return time.Date(local.Year(), local.Month(), local.Day()+days, 0, p.Minute, 0, 0, zone).UnixMilli()
}

// isDue returns when the plan asked for a drill that is still to be started at a time (UTC ms).
func (p *Plan) isDue(now int64, zone *time.Location) (at int64, due bool) {
	at = p.last(now, zone)
	return at, p.Enabled && at >= p.Since && now-at <= startWithin.Milliseconds()
}
