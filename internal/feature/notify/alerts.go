package notify

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"plumbline/internal/core/alarm"
)

// Kinds of notifications about alerts and device health. Users subscribe by kind.
const (
	AlertRaised    = "alarm.raised"
	AlertEscalated = "alarm.escalated"
	AlertRestored  = "alarm.restored"
	AlertReopened  = "alarm.reopened" // a reported restore or withdrawal was revised
	HealthRaised   = "health.raised"
	HealthRestored = "health.restored"
	AlertAssigned  = "alarm.assigned" // for the account that takes care of the alert
	AlertOverdue   = "alarm.overdue"  // for responders of a graded warning that nobody has acknowledged in time
	IncidentOwned  = "incident.owned" // for the account that takes care of the incident

	// For the same account, once each.
	IncidentEscalated = "incident.escalated"
	IncidentEnded     = "incident.ended"
)

// AlertArgs are the arguments of a notification about an alert.
type AlertArgs struct {
	Kind        alarm.Kind      `json:"kind"`
	Measurement string          `json:"measurement,omitempty"`
	Field       string          `json:"field,omitempty"`
	ValueType   alarm.ValueType `json:"valueType,omitempty"`
	Step        alarm.Step      `json:"step"`                // of a restore: Value and Time of the restoring value
	Cause       alarm.Cause     `json:"cause,omitempty"`     // why it was reopened
	By          string          `json:"by,omitempty"`        // who assigned it
	Structure   string          `json:"structure,omitempty"` // of an incident
	RespondBy   int64           `json:"respondBy,omitempty"` // UTC ms at which the response time of a graded warning ends
}

// Alerts writes notifications about alert transitions. It is an alarm.Notifier.
type Alerts struct{ store Store }

func NewAlerts(store Store) *Alerts { return &Alerts{store: store} }

var _ alarm.Notifier = (*Alerts)(nil)

func (a *Alerts) NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []alarm.Change) error {
	var list []Notification
	for i := range changes {
		for j := range changes[i].Transitions {
			n, worth, err := about(&changes[i], &changes[i].Transitions[j])
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

// kinds are the kinds of notifications about alerts, healthKinds those about device health.
var (
	kinds = map[alarm.Event]string{
		alarm.EventRaised: AlertRaised, alarm.EventEscalated: AlertEscalated, alarm.EventRestored: AlertRestored, alarm.EventReopened: AlertReopened,
	}
	healthKinds = map[alarm.Event]string{alarm.EventRaised: HealthRaised, alarm.EventRestored: HealthRestored}
)

// about returns the notification of a transition. worth is false if nobody needs it: old alarms do not arrive at
// midnight (decision 0062).
func about(c *alarm.Change, t *alarm.Transition) (n Notification, worth bool, err error) {
	r := &c.Record
	happened, worth := alarm.Happened(r, t)
	if !worth || happened.Late || happened.Event == alarm.EventOverdue { // which concerns those whom the emergency plan names
		return n, false, nil
	}
	if n.Kind = kinds[happened.Event]; r.Kind.Health() {
		n.Kind = healthKinds[happened.Event]
	}
	step := alarm.Step{Level: t.Level, Time: t.Time, Value: t.Value, Limit: t.Limit, Side: t.Side, Node: t.Node}
	if len(r.Steps) > 0 {
		step.Direction, step.Reference, step.Unit = r.Last().Direction, r.Last().Reference, r.Last().Unit
	}
	if err := n.say(r, AlertArgs{Step: step, Cause: t.Cause, RespondBy: c.RespondBy}); err != nil {
		return n, false, err
	}
	n.Level = int(t.Level)
	if n.Kind == AlertRestored {
		n.Level = 0
	}
	return n, true, nil
}

// Assigned returns the notification for an account to which somebody assigned an alert.
func Assigned(r *alarm.Record, account int64, by string) (n Notification, err error) {
	n = Notification{Kind: AlertAssigned, Level: int(r.Level), AccountID: account}
	args := AlertArgs{By: by}
	if len(r.Steps) > 0 {
		args.Step = r.Last()
	}
	return n, n.say(r, args)
}

// Overdue returns the notification for a responder of a graded warning that nobody has acknowledged in time.
func Overdue(c *alarm.Change, account int64) (n Notification, err error) {
	n = Notification{Kind: AlertOverdue, Level: int(c.Record.Level), AccountID: account}
	return n, n.say(&c.Record, AlertArgs{Step: c.Record.Last(), RespondBy: c.RespondBy})
}

// Owned returns the notification for an account to which somebody gave an incident. r is one of its alerts, level that of the
// incident.
func Owned(r *alarm.Record, structure string, level alarm.Level, account int64, by string) (n Notification, err error) {
	n = Notification{Kind: IncidentOwned, Level: int(level), AccountID: account}
	return n, n.say(r, AlertArgs{Step: alarm.Step{Level: level}, By: by, Structure: structure})
}

// Incident returns the notification of a kind for the owner of an incident. r is its earliest alert, level the highest reached.
func Incident(kind string, r *alarm.Record, structure string, level alarm.Level, account int64) (n Notification, err error) {
	n = Notification{Kind: kind, AccountID: account}
	if kind == IncidentEscalated {
		n.Level = int(level)
	}
	return n, n.say(r, AlertArgs{Step: alarm.Step{Level: level}, Structure: structure})
}

// say fills in what a notification is about.
func (n *Notification) say(r *alarm.Record, args AlertArgs) (err error) {
	args.Kind, args.Measurement, args.Field, args.ValueType = r.Kind, r.Measurement, r.Key.Field, r.Key.ValueType
	n.CorporationID, n.ProjectID, n.PointID, n.DeviceID, n.AlertID = r.CorporationID, r.ProjectID, r.PointID, r.DeviceID, r.ID
	if n.Args, err = json.Marshal(args); err != nil {
		return fmt.Errorf("notification of alert %d: %w", r.ID, err)
	}
	return nil
}
