package ingest

import "cmp"

// Transport is how a frame arrived.
type Transport uint8

// Stored in the journal: never renumber.
const (
	MQTT Transport = 1
	HTTP Transport = 2
	File Transport = 3 // an imported logger file
	TCP  Transport = 4
	UDP  Transport = 5
	// Serial is a serial port of the server.
	Serial Transport = 6
)

// String returns the API name of the transport.
func (t Transport) String() string {
	switch t {
	case MQTT:
		return "mqtt"
	case HTTP:
		return "http"
	case File:
		return "file"
	case TCP:
		return "tcp"
	case UDP:
		return "udp"
	case Serial:
		return "serial"
	}
	return "unknown"
}

// Kind is the kind of a frame. Stored in the journal: never renumber.
type Kind uint8

const (
	Up     Kind = 1 // an uplink message
	Status Kind = 2 // online or offline, including the last will
	Down   Kind = 3 // sent by the platform, for diagnostics only
	Part   Kind = 4 // of a message of several frames, which follows as a whole
	Polled Kind = 5 // a request of the platform and the answer of the instrument, one after another
	Stray  Kind = 6 // bytes that nobody asked for, for diagnostics only
	// Refused is a Polled frame in which the instrument refused something, such as with an exception of Modbus.
	Refused Kind = 7
	// Unanswered was sent by the platform and got no answer, Late is an answer that came too late: for diagnostics only.
	Unanswered Kind = 8
	Late       Kind = 9
)

// String returns the API name of the kind.
func (k Kind) String() string {
	switch k {
	case Up:
		return "up"
	case Status:
		return "status"
	case Down:
		return "down"
	case Part:
		return "part"
	case Polled:
		return "polled"
	case Stray:
		return "stray"
	case Refused:
		return "refused"
	case Unanswered:
		return "unanswered"
	case Late:
		return "late"
	}
	return "unknown"
}

// IsPolled reports whether a frame is a request of the platform with its answer.
func (k Kind) IsPolled() bool { return k == Polled || k == Refused }

// decoded reports whether frames of the kind can have readings.
func (k Kind) decoded() bool { return k == Up || k == Status || k.IsPolled() }

// Frame is one message of a device, byte for byte. It is in the journal before the device gets its acknowledgement and
// is never changed.
type Frame struct {
	Device    int64  // the device with the register ID; of a Polled frame the instrument, which may be on the bus of a DTU
	Register  string // as sent by the device; of an instrument on a bus that of its DTU
	Transport Transport
	Kind      Kind
	Received  int64 // UTC ms
	Payload   []byte
}

// Entry is the place of a frame in the journal: batch number and index. The number contains the lane; entries of a lane
// are in the order of commits.
type Entry struct {
	Seq   int64
	Index int32
}

// compare orders entries.
func (e Entry) compare(other Entry) int {
	return cmp.Or(cmp.Compare(e.Seq, other.Seq), cmp.Compare(e.Index, other.Index))
}

// Batch is the frames of one commit.
type Batch struct {
	Seq    int64
	before int64 // number of the batch before; -1: not known
	Frames []Frame
	bytes  int // of the payloads
}
