package protocol

import "plumbline/internal/core/reading"

// Type is what a message is about.
type Type uint8

// The types of messages (domain protocols.md section 3).
const (
	Data         Type = iota // readings
	Block                    // samples of a dynamic channel: one reading a sample
	Event                    // something happened: Code; with readings or without
	TimeRequest              // the device asks for the time
	Registration             // the device introduces itself
	Ack                      // the answer to a command
	Status                   // online or not
)

// Message is one decoded frame. It refers to the bytes of the frame and is good
// until the next Decode into it.
type Message struct {
	Type     Type
	Readings []Reading
	Items    int    // records or items in the message; 1 when it has no list
	List     string // the name of the list, "items" or "records"; empty when it has none

	Seq    int64 // packet number of the device, when HasSeq
	HasSeq bool
	AckUp  bool // the device keeps its record until it is told that it arrived

	SN       string // Registration
	Model    string // Registration
	Firmware string // Registration, Status
	ICCID    string // Registration
	Online   bool   // Status
	Code     string // Event

	values []float64
}

// Reading is one decoded reading before it is known which channel it belongs to.
type Reading struct {
	// Channel is the number of the channel, 0 the device itself. It stands only
	// where neither Child nor Name does.
	Channel int32
	Child   []byte // serial number of a device on the bus
	Name    []byte // a gateway's own name for a channel

	Time    int64 // UTC ms, when HasTime
	HasTime bool
	Seq     int64 // packet number, when HasSeq
	HasSeq  bool
	History bool // sent later than measured

	// Item is the place in a list of records, for messages to people; -1 when the message has none.
	Item int32

	Columns *reading.Columns
	Values  []float64 // one a column
}

// Reset empties a message for the next frame and keeps its memory.
func (m *Message) Reset() {
	readings, values := m.Readings[:0], m.values[:0]
	*m = Message{Readings: readings, values: values}
}

// Hold copies values into the message's own memory, to be the values of a reading.
func (m *Message) Hold(values []float64) []float64 {
	start := len(m.values)
	m.values = append(m.values, values...)
	return m.values[start:len(m.values):len(m.values)]
}
