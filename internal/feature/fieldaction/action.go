package fieldaction

import (
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/paging"
)

// Turn is the direction of an action.
type Turn string

const (
	On  Turn = "on"
	Off Turn = "off"
)

// State is the state of an action.
type State string

// Pending, Claimed and Ordered are open; the others are final.
const (
	Pending  State = "pending"
	Claimed  State = "claimed"  // a server is about to order the command
	Ordered  State = "ordered"  // the command is in the queue of the device
	Answered State = "answered" // the device executed it
	Failed   State = "failed"
	Unknown  State = "unknown" // nobody knows whether the command was ordered
	Joined   State = "joined"  // the device is on already
	Kept     State = "kept"    // other alerts still hold the device
	Left     State = "left"    // nothing to change, see the reason
)

// States returns the states in display order.
func States() []State {
	return []State{Pending, Claimed, Ordered, Answered, Failed, Unknown, Joined, Kept, Left}
}

// Why an action was written.
const (
	byRaised     = "raised"
	byEscalated  = "escalated"
	byReopened   = "reopened"
	byRestored   = "restored"
	byFalseAlarm = "falseAlarm"
	byLongest    = "longest" // the longest duration was over
	byRule       = "rule"    // the rule was changed, switched off or deleted
	byClosed     = "closed"  // a person closed the graded warning
	byPlan       = "plan"    // the emergency plan was changed or deleted
	byTest       = "test"
	byPerson     = "person" // switched off by hand
)

// Reasons of ends.
const (
	overtaken    = "overtaken"    // it was of no use any more
	refusal      = "refused"      // the order was refused
	noAnswer     = "noAnswer"     // by the device in time
	notConnected = "notConnected" // within the time
	deviceError  = "deviceError"  // the device answered with an error
	cancelled    = "cancelled"    // by a person, or replaced by a later action
	oftenEnough  = "oftenEnough"  // the interval is as short already
	intervalOpen = "intervalOpen" // no earlier interval is known to which it could go back
	setByOthers  = "setByOthers"  // somebody has set another interval since
	lostServer   = "lostServer"   // servers ended twice between claim and order
)

// Action is a row of the ledger. Times are UTC ms, 0 if not reached yet.
type Action struct {
	bun.BaseModel `bun:"table:field_action,alias:fa"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Cause         string
	RuleID        int64
	Grade         alarm.Level // of the emergency plan that asked; Normal: a rule
	RuleName      string      // or that of the plan
	AlertID       int64
	DeviceID      int64
	Target        string
	Turn          Turn
	Why           string
	Kind          command.Kind
	Args          string
	State         State
	Reason        string
	RefusedCode   int
	Earlier       int64
	CommandID     int64
	AnswerCode    int
	Answer        string
	Attempts      int64
	Unsure        int64
	ClaimedUntil  int64
	DueAt         int64
	UntilAt       int64
	AccountID     int64
	CreatedAt     int64
	OrderedAt     int64
	EndedAt       int64
	DeviceName    string        `bun:",scanonly"`
	AccountName   string        `bun:",scanonly"`
	CommandState  command.State `bun:",scanonly"`
}

// end ends an action.
func (a *Action) end(state State, reason string, now int64) {
	a.State, a.Reason, a.EndedAt, a.ClaimedUntil = state, reason, now, 0
}

// test reports whether a person tries a device out.
func (a *Action) test() bool { return a.Why == byTest }

// forced reports whether an action is carried out whatever alerts are open.
func (a *Action) forced() bool { return a.Why == byLongest || a.Why == byPerson }

// offOf ends the cause of what ends a test.
const offOf = " off"

// hold states.
const (
	held     = "held"
	lapsed   = "lapsed" // the alert ended, but that was found late: only the longest duration ends it
	released = "released"
)

type holdRow struct {
	bun.BaseModel `bun:"table:field_hold,alias:fh"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	RuleID        int64
	Grade         alarm.Level // of the emergency plan that asked; Normal: a rule
	Seconds       int64       // that the plan asked for
	RuleName      string      // or that of the plan
	AlertID       int64
	DeviceID      int64
	Target        string
	Kind          command.Kind
	OffArgs       string
	EndsItself    bool
	State         string
	Since         int64
	UntilAt       int64
	AlertStatus   alarm.Status `bun:",scanonly"`
	changed       bool
}

// by names the rule or plan behind a hold in causes of actions.
func (h *holdRow) by() string {
	if h.Grade != alarm.Normal {
		return fmt.Sprintf("g%d", h.Grade)
	}
	return fmt.Sprintf("r%d", h.RuleID)
}

// off returns the action that switches off what a hold keeps on.
func (h *holdRow) off(cause, why string, now int64) Action {
	return Action{
		CorporationID: h.CorporationID, ProjectID: h.ProjectID, Cause: cause, RuleID: h.RuleID, Grade: h.Grade, RuleName: h.RuleName,
		AlertID: h.AlertID, DeviceID: h.DeviceID, Target: h.Target, Turn: Off, Why: why, Kind: h.Kind, Args: h.OffArgs, State: Pending, DueAt: now,
		UntilAt: now + offPatience.Milliseconds(), CreatedAt: now,
	}
}

// Filter limits a list of actions.
type Filter struct {
	paging.Query
	ProjectID int64
	RuleID    int64 // 0: all
	AlertID   int64 // 0: all
	State     State // empty: all
}

// codeOf returns the code in the arguments of a command; empty: there is none.
func codeOf(args string) string {
	var o Order
	if json.Unmarshal([]byte(args), &o) != nil {
		return ""
	}
	return o.Code
}
