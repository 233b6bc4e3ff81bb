package command

import (
	"encoding/json"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/paging"
)

// Kind is what a device is asked to do (domain protocols.md section 3).
type Kind string

// The kinds. Upgrade is sent by package firmware alone.
const (
	Read        Kind = "read"           // measure now; the readings come as data
	SetInterval Kind = "setInterval"    // {"interval": s, "start": UTC ms, "end": UTC ms}
	SetTime     Kind = protocol.SetTime // the time is put in when it is sent
	Reset       Kind = "reset"          // restart
	ReadHistory Kind = "readHistory"    // {"start": UTC ms, "end": UTC ms}
	Raw         Kind = "raw"            // {"hex": …} or {"text": …}, passed on to the instrument
	Upgrade     Kind = "upgrade"        // {"path", "size", "sha256", "version"}
)

// State is where a command is.
type State string

// The states. Waiting, Hanging and Sent are outstanding; the others are for good.
const (
	Waiting   State = "waiting"   // for its turn; the gateway is connected
	Hanging   State = "hanging"   // until the gateway connects
	Sent      State = "sent"      // on its way; no answer yet
	Answered  State = "answered"  // the device did it
	Failed    State = "failed"    // the device refused, did not answer, or was not there in time
	Cancelled State = "cancelled" // by a person
)

// The codes of answers (domain protocols.md section 3).
const (
	OK           = 0
	BadParameter = 1
	Busy         = 2
	NotSupported = 3
	TimedOut     = 4 // also: the device gave no answer
	Expired      = 5 // ours: the device did not come in time
)

// The pace of the queue (domain protocols.md section 0).
const (
	Patience        = 5 * time.Second  // for an answer over an open connection
	UpgradePatience = 10 * time.Minute // a device fetches the file first
	UploadPatience  = 10 * time.Minute // for the upload behind the one that carried it
	MaxAttempts     = 3
	HangExpire      = 24 * time.Hour
	MaxHangExpire   = 7 * 24 * time.Hour
	MaxKeep         = 10 * time.Minute // of keep sending
	Lease           = 30 * time.Second // keep sending ends when its page is silent for so long
	MinEvery        = 5 * time.Second
	MinInterval     = 300 // s of a collection (specification section 5)
)

// The priorities: what a person asked for goes first, then the clock, then what
// configuration asks for.
const (
	ByPerson        = 1
	ByClock         = 2
	ByConfiguration = 3
)

// Command is one command to a device. Times are UTC ms, 0 where they have not come.
type Command struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	DeviceID      int64
	GatewayID     int64  // the device whose connection carries it
	Child         string // serial number of the device behind the gateway; "": the gateway itself
	ChannelNo     int32
	Kind          Kind
	Args          json.RawMessage
	Priority      int
	State         State
	AccountID     int64
	AccountName   string // filled when listed
	Attempts      int
	Answers       int   // of keep sending
	EveryMs       int64 // keep sending; 0: once
	KeptUntil     int64 // the lease of the page
	RepeatUntil   int64
	NextAt        int64
	SentAt        int64
	Deadline      int64
	ExpiresAt     int64
	CreatedAt     int64
	EndedAt       int64
	Code          int
	Message       string
	Result        json.RawMessage // what the device answered; nil: nothing
}

// Outstanding reports whether a command may still be done.
func (c Command) Outstanding() bool {
	return c.State == Waiting || c.State == Hanging || c.State == Sent
}

// Collects reports whether the platform asks for a reading on a schedule.
func (c Command) Collects() bool {
	return c.Kind == Read && c.Priority == ByConfiguration && c.AccountID == 0
}

// Order is a command as it is asked for.
type Order struct {
	Kind     Kind
	Args     json.RawMessage
	Priority int           // default ByPerson
	Online   bool          // refuse when the device is not connected, instead of hanging
	Expire   time.Duration // how long it may hang; 0: HangExpire
	Every    time.Duration // keep sending; 0: once
	// Replace puts it instead of one of its kind that has not been sent.
	Replace bool
}

// Filter narrows a list of commands.
type Filter struct {
	paging.Query
	DeviceID int64
	States   []State
	Kinds    []Kind
}

// Answer is what a device said to a command.
type Answer struct {
	Gateway int64
	ID      int64 // of the command
	Code    int
	Message string
	Result  json.RawMessage
	At      int64 // UTC ms of receipt
}
