package delivery_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
)

// rig is a site with a mail server, and a ledger that is sent when a test says so.
type rig struct {
	testing.TB
	*apptest.Site
	post     *apptest.PostOffice
	ledger   delivery.Ledger
	webhooks hook.Store
	sender   *delivery.Sender
	now      time.Time
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func on(t *testing.T, test func(*rig)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { test(newRig(t, engine)) })
	}
}

func newRig(t testing.TB, engine database.Dialect) *rig {
	r := &rig{TB: t, Site: apptest.OpenSite(t, engine), now: clock.Now()}
	r.post = r.WithMail(t)
	r.ledger, r.webhooks = ledgerOf(r.Store.Tables), hook.Store{Tables: r.Store.Tables, Secrets: r.Secrets}
	r.sender = &delivery.Sender{
		Ledger: r.ledger, Alerts: alarm.NewService(r.Store), Mail: r.post.Mailer, Webhooks: r.webhooks,
		Outbound: outbound.New(loopback), Log: slog.New(slog.DiscardHandler),
	}
	r.exec("UPDATE account SET email = 'Member@Example.com' WHERE id = ?", r.Member.ID)
	return r
}

// ledgerOf returns a ledger that asks no plans and no readings.
func ledgerOf(t *sqlkit.Tables) delivery.Ledger {
	return delivery.Ledger{Tables: t, Rosters: &duty.Store{Tables: t}, Silences: &silence.Store{Tables: t}}
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) exec(query string, args ...any) {
	r.Helper()
	r.must(r.ledger.Write(r.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(r.Context(), query, args...)
		return err
	}))
}

// rule saves a rule for the member and an address; change makes it another.
func (r *rig) rule(name string, change func(*delivery.Rule)) *delivery.Rule {
	r.Helper()
	rule := &delivery.Rule{
		ProjectID: r.Project.ID, Name: name, Enabled: true, Level: alarm.Blue, Types: []string{alarm.TypeThreshold, alarm.TypeDeviceHealth},
		Events: alarm.Events(), RepeatHours: 24, Accounts: []int64{r.Member.ID}, Addresses: []string{"shift@example.com"},
	}
	if change != nil {
		change(rule)
	}
	r.must(r.ledger.SaveRule(r.Context(), apptest.Actor(r.Admin), rule))
	return rule
}

// raised returns a new alert of a level.
func (r *rig) raised(level alarm.Level) alarm.Change {
	at := r.now.UnixMilli()
	step := alarm.Step{Level: level, Time: at, Value: -1.31, Limit: 1, Side: alarm.Upper}
	return alarm.Change{Record: alarm.Record{
		CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, StructureID: r.Structure.ID, ItemID: r.Item.ID, PointID: r.Level.ID,
		Kind: alarm.OfThreshold, Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel",
		Status: alarm.Pending, Level: level, CurrentLevel: level, Opened: at, Steps: []alarm.Step{step}, RecordedAt: at, ChangedAt: at,
	}, Transitions: []alarm.Transition{r.transition(alarm.Raised, level)}}
}

func (r *rig) transition(kind alarm.TransitionKind, level alarm.Level) alarm.Transition {
	at := r.now.UnixMilli()
	return alarm.Transition{Kind: kind, From: alarm.Pending, To: alarm.Pending, Level: level, Value: -1.31, Limit: 1, Time: at, RecordedAt: at}
}

// next returns what happens to a stored alert.
func (r *rig) next(c alarm.Change, t alarm.Transition, to alarm.Status) alarm.Change {
	c.Record.Status, t.To = to, to
	if t.Level > c.Record.Level {
		c.Record.Level, c.Record.CurrentLevel = t.Level, t.Level
		c.Record.Steps = append(c.Record.Steps, alarm.Step{Level: t.Level, Time: t.Time, Value: t.Value, Limit: t.Limit, Side: alarm.Upper})
	}
	c.Transitions = []alarm.Transition{t}
	return c
}

// store stores a change as the fold does, and returns it with its ids.
func (r *rig) store(c alarm.Change) alarm.Change {
	r.Helper()
	list := []alarm.Change{c}
	r.must(r.DB.Write(r.Context(), func(tx *database.Tx) error { return r.save(tx.Tx, list) }))
	return list[0]
}

func (r *rig) save(tx *sql.Tx, list []alarm.Change) error {
	if err := r.Store.SaveAlerts(r.Context(), tx, list); err != nil {
		return err
	}
	return r.ledger.NotifyAlerts(r.Context(), tx, list)
}

// send sends what is due after a time.
func (r *rig) send(after time.Duration) {
	r.Helper()
	r.now = r.now.Add(after)
	r.must(r.sender.SendDue(r.Context(), r.now))
}

// lines returns the messages as "channel address event state reason attempts < channel that failed", the oldest first. The
// channel is left out of mails.
func (r *rig) lines() string {
	r.Helper()
	page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID})
	r.must(err)
	var lines []string
	channels := map[int64]delivery.Channel{}
	for _, m := range page.List {
		channels[m.ID] = m.Channel
	}
	for _, m := range page.List {
		line := fmt.Sprintf("%s %s %s", m.Address, m.Event, m.State)
		if m.Reminder != 0 {
			line = fmt.Sprintf("%s %s#%d %s", m.Address, m.Event, m.Reminder, m.State)
		}
		if m.Reason != "" {
			line += " " + m.Reason
		}
		for _, a := range m.Attempts {
			line += "," + string(a.Outcome)
		}
		if m.Channel != delivery.Mail {
			line = string(m.Channel) + " " + line
		}
		if m.AfterID != 0 {
			line += " < " + string(channels[m.AfterID])
		}
		lines = append([]string{line}, lines...)
	}
	return strings.Join(lines, "\n")
}

func (r *rig) expect(when string, want ...string) {
	r.Helper()
	if got := r.lines(); got != strings.Join(want, "\n") {
		r.Errorf("%s:\n%s\nwant:\n%s", when, got, strings.Join(want, "\n"))
	}
}

func (r *rig) status(c alarm.Change, want alarm.Status) {
	r.Helper()
	got, err := r.Store.Alert(r.Context(), r.Guest.Scope(), c.Record.ID)
	r.must(err)
	if got.Status != want {
		r.Errorf("the alert is %s, want %s", got.Status, want)
	}
}

// column returns the values of a query, one after another.
func (r *rig) column(query string) string {
	r.Helper()
	rows, err := r.DB.Reader().QueryContext(r.Context(), query)
	r.must(err)
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var value string
		r.must(rows.Scan(&value))
		all = append(all, value)
	}
	r.must(rows.Err())
	return strings.Join(all, "\n")
}
