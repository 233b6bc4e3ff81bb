package notify

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/alarm"
)

// The kinds of notifications about alerts.
const (
	AlertRaised    = "alarm.raised"
	AlertEscalated = "alarm.escalated"
	AlertRestored  = "alarm.restored"
)

// lateAfter is the age of an event from which nobody is told any more: old alarms
// must not come at midnight (decisions, "Alerts").
const lateAfter = 2 * time.Hour

// AlertArgs are the arguments of a notification about an alert.
type AlertArgs struct {
	Kind        alarm.Kind      `json:"kind"`
	Measurement string          `json:"measurement,omitempty"`
	Field       string          `json:"field,omitempty"`
	ValueType   alarm.ValueType `json:"valueType,omitempty"`
	Step        alarm.Step      `json:"step"` // of a restore: Value and Time of the value that restored it
}

// Alerts writes a notification for what happens to alerts; it is the alarm.Notifier
// of the installation.
type Alerts struct{ store Store }

// NewAlerts makes the writer.
func NewAlerts(store Store) *Alerts { return &Alerts{store: store} }

var _ alarm.Notifier = (*Alerts)(nil)

// NotifyAlerts implements alarm.Notifier.
func (a *Alerts) NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []alarm.Change) error {
	var list []Notification
	oldest := time.Now().Add(-lateAfter).UnixMilli()
	for i := range changes {
		for j := range changes[i].Transitions {
			n, worth, err := about(&changes[i].Record, &changes[i].Transitions[j], oldest)
			if err != nil {
				return err
			}
			if worth {
				list = append(list, n)
			}
		}
	}
	return a.store.WriteNotifications(ctx, tx, list)
}

// about makes the notification of a transition; worth is false when nobody needs to know.
func about(r *alarm.Record, t *alarm.Transition, oldest int64) (n Notification, worth bool, err error) {
	if t.Time < oldest {
		return n, false, nil
	}
	switch t.Kind {
	case alarm.Raised:
		n.Kind = AlertRaised
	case alarm.Escalated:
		n.Kind = AlertEscalated
	case alarm.Restored:
		n.Kind = AlertRestored
	default:
		return n, false, nil
	}
	args, err := json.Marshal(AlertArgs{
		Kind: r.Kind, Measurement: r.Measurement, Field: r.Key.Field, ValueType: r.Key.ValueType,
		Step: alarm.Step{Level: t.Level, Time: t.Time, Value: t.Value, Limit: t.Limit, Side: t.Side, Node: t.Node},
	})
	if err != nil {
		return n, false, fmt.Errorf("notification of alert %d: %w", r.ID, err)
	}
	n.CorporationID, n.ProjectID, n.PointID, n.DeviceID, n.AlertID = r.CorporationID, r.ProjectID, r.PointID, r.DeviceID, r.ID
	n.Level, n.Args = int(t.Level), args
	if t.Kind == alarm.Restored {
		n.Level = 0
	}
	return n, true, nil
}
