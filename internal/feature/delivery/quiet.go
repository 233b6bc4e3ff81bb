package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// outdated is the reason of a message that was held back and no longer says how the alert is when it could be sent.
const outdated = "outdated"

const dayMinutes = 24 * 60

// Quiet are the hours in which messages about low levels are held back.
type Quiet struct {
	From, To int64       // minutes of the day in the time zone of the project; To before From: on the next day
	Level    alarm.Level // highest level that is held back, and with it the health of devices; Normal: no quiet hours
}

func (q *Quiet) check(refused *errs.Refusals) {
	if q.Level < alarm.Normal || q.Level > alarm.Orange {
		refused.Add("quietLevel", errs.OutOfRange, "min", int(alarm.Normal), "max", int(alarm.Orange))
	}
	for _, minute := range []struct {
		field string
		value int64
	}{{"quietFrom", q.From}, {"quietTo", q.To}} {
		if minute.value < 0 || minute.value >= dayMinutes {
			refused.Add(minute.field, errs.OutOfRange, "min", 0, "max", dayMinutes-1)
		}
	}
	if q.Level != alarm.Normal && q.From == q.To {
		refused.Add("quietTo", errs.QuietEmpty)
	}
}

// until returns when quiet hours end (UTC ms) that hold back a message of a level at a time; 0: it is sent at once.
func (q *Quiet) until(level alarm.Level, at int64, zone *time.Location) int64 {
	if q.Level == alarm.Normal || level > q.Level {
		return 0
	}
	local := time.UnixMilli(at).In(zone)
	minute := int64(local.Hour()*60 + local.Minute())
	day := local.Day()
	switch {
	case q.From < q.To && (minute < q.From || minute >= q.To), q.From > q.To && minute < q.From && minute >= q.To:
		return 0
	case q.From > q.To && minute >= q.From:
		day++
	}
	end := time.Date(local.Year(), local.Month(), day, 0, int(q.To), 0, 0, zone).UnixMilli()
	if end <= at { // the clock is set back, and the end was in the first of two equal hours
		return 0
	}
	return end
}

// begins returns from when on a message is tried, and reminders of it are counted.
func (m *Message) begins() int64 { return max(m.CreatedAt, m.HeldUntil, m.MetAt) }

// begins is that of the message.
func (r *messageRow) begins() int64 { return max(r.CreatedAt, r.HeldUntil, r.MetAt) }

// dropOutdated marks those of the messages that were held back and are outdated: a later one has followed, the alert is no
// longer as they say, or they would say that an alert is over which the recipient never heard of.
func (l Ledger) dropOutdated(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow) error {
	var held []int64
	for i := range rows {
		if rows[i].HeldUntil != 0 && rows[i].Claim == 0 {
			held = append(held, rows[i].ID)
		}
	}
	if len(held) == 0 {
		return nil
	}
	const same = "o.alert_id = m.alert_id AND o.channel = m.channel AND o.recipient = m.recipient"
	active := []alarm.Status{alarm.Pending, alarm.Notice}
	var found []int64
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").Join("JOIN alert AS al ON al.id = m.alert_id").
		ColumnExpr("m.id").Where("m.id IN (?)", bun.List(held)).
		WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.
				WhereOr("m.event IN (?) AND (al.withdrawn_at <> 0 OR al.status NOT IN (?))", bun.List(openEvents), bun.List(active)).
				WhereOr("m.event = ? AND (al.status IN (?) OR al.withdrawn_at = 0 AND al.status IN (?))", alarm.EventRestored,
					bun.List([]alarm.Status{alarm.Confirm, alarm.FalseAlarm}), bun.List(active)).
				WhereOr("EXISTS (SELECT 1 FROM alert_message AS o WHERE "+same+` AND (o.created_at > m.created_at OR o.created_at = m.created_at AND o.id > m.id)
					AND o.reminder >= 0 AND o.state NOT IN (?))`, bun.List([]State{Skipped, Waiting})).
				WhereOr("m.event = ? AND NOT EXISTS (SELECT 1 FROM alert_message AS o WHERE "+same+` AND o.event IN (?) AND o.held_until <> m.held_until
					AND o.state <> ?)`, alarm.EventRestored, bun.List(openEvents), Skipped)
		}).Scan(ctx, &found)
	if err != nil {
		return fmt.Errorf("outdated messages: %w", err)
	}
	for i := range rows {
		if slices.Contains(found, rows[i].ID) {
			rows[i].Reason = outdated
		}
	}
	return nil
}

// dropped returns the messages of one alert without those that are outdated when they could be sent, as dropOutdated finds
// them.
func dropped(list []Message, transitions []alarm.Transition) []Message {
	return slices.DeleteFunc(slices.Clone(list), func(m Message) bool {
		if m.Reminder < 0 {
			return m.isCalledOff(list, transitions)
		}
		if m.HeldUntil == 0 {
			return false
		}
		status, withdrawn := statusAt(transitions, m.HeldUntil)
		active := status.Active() && !withdrawn
		heard := false
		for i := range list {
			o := &list[i]
			if o.place != m.place || o.State == Skipped || o.Reminder < 0 || o.TransitionID == m.TransitionID && o.Reminder == m.Reminder {
				continue
			}
			if o.CreatedAt > m.CreatedAt && o.CreatedAt <= m.HeldUntil || o.CreatedAt == m.CreatedAt && o.TransitionID > m.TransitionID {
				return true
			}
			heard = heard || o.Event.Open() && o.HeldUntil != m.HeldUntil && o.CreatedAt <= m.CreatedAt
		}
		if m.Event.Open() {
			return !active
		}
		return active || status.Processed() || !heard
	})
}
