package protocol

import (
	"encoding/json"
	"time"

	"plumbline/internal/platform/i18n"
)

// Family is one protocol family: all that the product knows of it, in one folder with golden frames.
// A function that is nil means that the family has no such thing.
type Family struct {
	Name  string     // of its folder
	Codes []string   // of the catalog (domain devices.md section 4): devices with these codes speak it
	Label i18n.Label // in lists and messages

	NewDecoder func() Decoder

	// TimeReply is what a device is sent that asks for the time: UTC ms, and the offset of its project's
	// zone from UTC in minutes.
	TimeReply func(now int64, offsetMinutes int) []byte
	// Receipt is what a device is sent that keeps a message until it is stored.
	Receipt func(seq int64, hasSeq bool) []byte

	// Command writes a command; Answer reads what a device says to one, and is false for anything else.
	// A family has both or neither.
	Command func(Request) []byte
	Answer  func(payload []byte) (Answer, bool)

	// Simulate writes a frame as a device sends it.
	Simulate func(Sample) []byte
}

// SetTime is the command that sets a device's clock: the time is put in when it is sent.
const SetTime = "setTime"

// Request is a command to a device.
type Request struct {
	ID        int64
	Command   string // a command.Kind
	Child     string // serial number of the device behind the gateway; "": the gateway itself
	ChannelNo int32
	Args      json.RawMessage
	Now       time.Time // in the zone of the device's project
}

// Answer is what a device says to a command.
type Answer struct {
	ID      int64 // of the command
	Code    int   // 0: done
	Message string
	Result  json.RawMessage // nil: none
}

// Sample is one reading that a simulated device sends. Values that are missing, NaN or infinite are left out.
type Sample struct {
	Seq     int
	Time    int64 // UTC ms
	History bool  // sent later than measured
	Targets []Target
	Values  []float64 // one a target
}

// Target is the place of a value in a device.
type Target struct {
	Channel int32 // 0: the device itself
	Node    int32 // 0: none
	Field   string
}
