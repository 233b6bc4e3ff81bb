package protocol

import (
	"encoding/json"
	"time"

	"plumbline/internal/platform/i18n"
)

// Family is one protocol family, complete in one folder with golden frames. A nil function means that the family lacks
// the feature.
type Family struct {
	Name  string     // of the folder
	Codes []string   // catalog codes (domain devices.md section 4) of the devices that use it
	Label i18n.Label // in lists and messages

	NewDecoder func() Decoder

	// Profile reads what is configured for a device or model, such as its registers, and checks it; the error is an
	// *errs.Error that names the field. An empty text is the default profile. It may be nil: nothing is configurable.
	Profile func(text json.RawMessage) (any, error)
	// Presets are profiles to choose and edit.
	Presets []Preset
	// Stream is set if devices send frames without a message protocol around them, Polling if they only answer.
	Stream  *Stream
	Polling *Polling
	// Address returns the address of an instrument on its bus: that of the connection, if it has one, else that of its
	// profile; nil: that of the connection.
	Address func(profile any, onBus int) int
	// Dissect takes a frame apart for the workbench. It shows as much as it can of a damaged frame.
	Dissect func(frame []byte, profile any) []Field

	// TimeReply encodes the reply to a time request: UTC ms, and the offset of the project's zone from UTC in minutes.
	TimeReply func(now int64, offsetMinutes int) []byte
	// Receipt encodes the receipt for a device that keeps a message until it is stored.
	Receipt func(seq int64, hasSeq bool) []byte

	// History is the longest period of stored readings to ask for at once; 0: any, or there is no such command.
	History time.Duration

	// Command encodes a command; Answer decodes an answer and returns false for anything else. A family has both or
	// neither.
	//
	// Command returns nil if the device or its profile has no such command. Reading a polled instrument is a poll: for
	// the command read, Command returns only its first request.
	Command func(Request) []byte
	Answer  func(payload []byte) (Answer, bool)

	// Simulate encodes a frame like a device.
	Simulate func(Sample) []byte
	// Simulated are the fields that Simulate can encode, without channels and nodes; nil: any field of any channel and
	// node.
	Simulated []string
	// Record encodes a vibration record like a device, in as many messages as it takes.
	Record func(Recording) [][]byte
}

// OnLine reports whether devices of the family are on lines without a message protocol.
func (f *Family) OnLine() bool { return f.Stream != nil || f.Polling != nil }

// Preset is a profile that people start from.
type Preset struct {
	Code    string
	Label   i18n.Label
	Profile json.RawMessage
}

// SetTime is the command that sets a device's clock; the time is inserted when sending.
const SetTime = "setTime"

// Request is a command to encode.
type Request struct {
	ID        int64
	Command   string // a command.Kind
	Profile   any    // of the device; nil: the default one
	Register  string // register ID of the device
	Child     string // serial number of the device behind the gateway; "": the gateway itself
	ChannelNo int32
	Args      json.RawMessage
	Now       time.Time // in the zone of the device's project
}

// Answer is a decoded answer to a command.
type Answer struct {
	ID      int64 // of the command
	Code    int   // 0: success
	Message string
	Result  json.RawMessage // nil: none
}

// Sample is one reading of a simulated device. Missing, NaN and infinite values are omitted.
type Sample struct {
	Seq     int
	Time    int64 // UTC ms; a family of wall clocks writes it as that of UTC
	History bool  // sent later than measured
	Targets []Target
	Values  []float64 // one per target

	Register string // register ID of the device, for families whose frames have it
}

// Target is the channel, node and field of a value.
type Target struct {
	Channel int32 // 0: the device itself
	Node    int32 // 0: none
	Field   string
}
