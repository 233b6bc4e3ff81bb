package delivery

import "plumbline/internal/core/alarm"

// State is the state of a message.
type State string

const (
	Pending State = "pending" // due now or after a failed attempt
	Claimed State = "claimed" // a server is sending it
	Sent    State = "sent"    // the mail server has accepted it
	Failed  State = "failed"
	Unknown State = "unknown" // it may have been sent, and is not sent again
	Skipped State = "skipped" // cannot reach the recipient
)

// Reasons why a message was not sent.
const (
	noAddress   = "noAddress"   // the account has no e-mail address
	noAccess    = "noAccess"    // the account is disabled or has left the project
	mailMissing = "mailMissing" // no mail server is configured
	expired     = "expired"     // two hours have passed
	refusal     = "refused"     // by the mail server, for good
	lostAnswer  = "lostAnswer"  // the answers to two attempts are unknown
)

// Outcomes of attempts besides Sent, Failed and Unknown.
const underWay State = "underWay"

// Message is a row of the ledger.
type Message struct {
	ID, CorporationID, ProjectID int64
	AlertID, TransitionID        int64
	Reminder                     int64 // 0: about the transition itself, else the number of the reminder
	RuleID                       int64
	AccountID                    int64
	AccountName                  string // in lists
	Address                      string
	Event                        alarm.Event
	Content                      Content
	State                        State
	Reason                       string
	Unsure                       int64 // attempts with unknown outcome
	CreatedAt, DueAt, EndedAt    int64 // UTC ms
	Attempts                     []Attempt

	recipient string
	claim     int64
	attempt   int64
}

// Attempt is one try to send a message.
type Attempt struct {
	BeganAt, EndedAt int64 // UTC ms; EndedAt 0: not yet
	Outcome          State // Sent, Failed, Unknown or underWay
	Answer           string
}
