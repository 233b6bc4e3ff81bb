package command

import (
	"encoding/json"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/paging"
)

// Kind is a kind of command (domain protocols.md section 3).
type Kind string

// Only package firmware sends Upgrade. Model is any of the commands that only devices of a model have.
const (
	Read        Kind = "read"           // measure now; the readings arrive as data
	SetInterval Kind = "setInterval"    // {"interval": s, "start": UTC ms, "end": UTC ms}
	SetTime     Kind = protocol.SetTime // the time is inserted when sending
	Reset       Kind = "reset"          // restart
	ReadHistory Kind = "readHistory"    // {"start": UTC ms, "end": UTC ms}
	Raw         Kind = "raw"            // {"hex": …} or {"text": …}, passed on to the instrument
	Model       Kind = "model"          // {"model", "code", "params": {name: number}}
	Upgrade     Kind = "upgrade"        // {"path", "size", "sha256", "version"}
)

// State is the state of a command.
type State string

// Waiting, Hanging and Sent are outstanding; the others are final.
const (
	Waiting   State = "waiting"   // queued; the gateway is connected
	Hanging   State = "hanging"   // until the gateway connects
	Sent      State = "sent"      // sent, not answered yet
	Answered  State = "answered"  // the device executed it
	Failed    State = "failed"    // the device refused, did not answer, or did not connect in time
	Cancelled State = "cancelled" // by a person
)

// Answer codes (domain protocols.md section 3).
const (
	OK           = 0
	BadParameter = 1
	Busy         = 2
	NotSupported = 3
	TimedOut     = 4 // also: the device gave no answer
	Expired      = 5 // ours: the device did not connect in time
	SwitchedOff  = 6 // ours: monitoring was switched off before a scheduled request was sent
)

// Timing of the queue (domain protocols.md section 0).
const (
	Patience        = 5 * time.Second  // for an answer on an open connection
	UpgradePatience = 10 * time.Minute // the device downloads the file first, or sends its history
	LinePatience    = 90 * time.Second // for all requests and repetitions on a bus
	UploadPatience  = 10 * time.Minute // until the upload after the one that carried the command
	MaxAttempts     = 3
	HangExpire      = 24 * time.Hour
	MaxHangExpire   = 7 * 24 * time.Hour
	MaxKeep         = 10 * time.Minute // of keep sending
	Lease           = 30 * time.Second // keep sending ends when its page has been silent for this long
	MinEvery        = 5 * time.Second
	MinInterval     = 300 // s of a collection (specification section 5)
)

// Priorities: commands of people first, then the clock, then configuration.
const (
	ByPerson        = 1
	ByClock         = 2
	ByConfiguration = 3
	ByHistory       = 4 // pieces of stored readings, which may take hours
)

// Command is one command to a device. Times are UTC ms, 0 if not reached yet.
type Command struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	DeviceID      int64
	GatewayID     int64  // the device with the connection
	Child         string // serial number of the device behind the gateway; "": the gateway itself
	ChannelNo     int32
	Kind          Kind
	Args          json.RawMessage
	Priority      int
	State         State
	AccountID     int64
	AccountName   string // set in lists
	Attempts      int
	Answers       int   // of keep sending, and pieces of history
	ReadUntil     int64 // of history in pieces: what was received
	EveryMs       int64 // keep sending; 0: once
	KeptUntil     int64 // lease of the page
	RepeatUntil   int64
	NextAt        int64
	SentAt        int64
	Deadline      int64
	ExpiresAt     int64
	CreatedAt     int64
	EndedAt       int64
	Code          int
	Message       string
	Result        json.RawMessage // result in the answer; may be nil
}

// Outstanding reports whether a command may still be executed.
func (c Command) Outstanding() bool {
	return c.State == Waiting || c.State == Hanging || c.State == Sent
}

// Collects reports whether the command is a scheduled request for a reading, or for those that were missed.
func (c Command) Collects() bool {
	return c.AccountID == 0 && (c.Kind == Read && c.Priority == ByConfiguration || c.Kind == ReadHistory)
}

// Order is a request for a command.
type Order struct {
	Kind     Kind
	Args     json.RawMessage
	Priority int           // default ByPerson
	Online   bool          // refuse if the device is offline, instead of waiting
	Expire   time.Duration // maximum waiting time; 0: HangExpire
	Every    time.Duration // keep sending; 0: once
	LineOnly bool          // refuse if the device is not on a line with a protocol
	// Replace replaces an unsent command of the same kind.
	Replace bool
}

// Filter limits a list of commands.
type Filter struct {
	paging.Query
	DeviceID int64
	States   []State
	Kinds    []Kind
}

// Fault is why there is no answer, if more than the code is known.
type Fault int

const (
	Garbled  Fault = 1 // what came had a wrong checksum
	Unstored Fault = 2 // the frame journal did not take the answer
)

// Answer is a device's answer to a command.
type Answer struct {
	Gateway int64
	ID      int64 // of the command
	Code    int
	Message string
	Result  json.RawMessage
	At      int64 // UTC ms of receipt
	Fault   Fault
	Until   int64 // the end of a piece of history that was received; 0: it is complete
}
