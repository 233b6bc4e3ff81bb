package protocol

import (
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/vibration"
)

// Type is the type of a message.
type Type uint8

// Message types (domain protocols.md section 3).
const (
	Data         Type = iota // readings
	Block                    // samples of a dynamic channel: Waveform, and one reading that refers to it
	Event                    // an event: Code; with or without readings
	TimeRequest              // the device requests the time
	Registration             // the device identifies itself
	Ack                      // the answer to a command
	Status                   // online or not
)

// MaxPicture is the size of the largest picture of a device, in bytes (domain devices.md section 5.33).
const MaxPicture = 3 << 20

// Message is one decoded frame. It refers to the bytes of the frame and is valid until the next Decode into it.
type Message struct {
	Type     Type
	Readings []Reading
	Items    int    // records or items in the message; 1 without a list
	List     string // name of the list, "items" or "records", or empty

	Seq    int64 // packet number of the device, if HasSeq
	HasSeq bool
	AckUp  bool // the device keeps its record until it gets a receipt

	SN       string // Registration
	Model    string // Registration
	Firmware string // Registration, Status
	ICCID    string // Registration
	Online   bool   // Status
	Code     string // Event

	// Picture is a JPEG, or a part of it, with the time and the place of the reading without values.
	Picture     []byte
	Part, Parts int32 // of Picture, from 1; 0: it is whole

	// Waveform is the samples of a block, without time of the record and time of receipt. It does not refer to the bytes of
	// the frame.
	Waveform *vibration.Fragment

	values []float64
}

// Reading is one decoded reading before its channel is resolved.
type Reading struct {
	// Channel is the channel number, 0 for the device itself. Only used without Child and Name.
	Channel int32
	Child   []byte // serial number of a bus device
	Name    []byte // a gateway's own name for a channel

	Time    int64 // UTC ms, if HasTime
	HasTime bool
	// Local says that Time is the wall clock of the device's time zone, as if it were UTC.
	Local bool
	// Cycle says that Time is only known within a cycle of so many ms: a day for a time of day, a week for seconds of a
	// week. Complete turns it into the time nearest to that of receipt.
	Cycle   int64
	Seq     int64 // packet number, if HasSeq
	HasSeq  bool
	History bool // sent later than measured

	// Item is the index in a list of records, for messages; -1 without a list.
	Item int32

	Columns *reading.Columns
	Values  []float64 // one per column
}

// Reset empties a message for reuse and keeps its memory.
func (m *Message) Reset() {
	readings, values := m.Readings[:0], m.values[:0]
	*m = Message{Readings: readings, values: values}
}

// Hold copies the values of a reading into the message's own memory.
func (m *Message) Hold(values []float64) []float64 {
	start := len(m.values)
	m.values = append(m.values, values...)
	return m.values[start:len(m.values):len(m.values)]
}

// Complete completes the times of which only the place in a cycle is known, with the time of receipt, UTC ms. A reading
// that comes at half past midnight with a time shortly before is of the day before.
func (m *Message) Complete(received int64) {
	for i := range m.Readings {
		if r := &m.Readings[i]; r.Cycle > 0 {
			cycles := math.Round(float64(received-r.Time) / float64(r.Cycle))
			r.Time += int64(cycles) * r.Cycle
			r.Cycle = 0
		}
	}
}
