package ingest

// Transport is how a frame arrived.
type Transport uint8

// The listeners. Stored in the journal: the numbers stay.
const (
	MQTT Transport = 1
	HTTP Transport = 2
	File Transport = 3 // a logger's file that a person brought
)

// String is the name of the transport in the API.
func (t Transport) String() string {
	switch t {
	case MQTT:
		return "mqtt"
	case HTTP:
		return "http"
	case File:
		return "file"
	}
	return "unknown"
}

// Kind says what a frame is: something a device sent, or something it was sent.
// Stored in the journal: the numbers stay.
type Kind uint8

// The kinds.
const (
	Up     Kind = 1 // an uplink message
	Status Kind = 2 // "I am online", the last will included
	Down   Kind = 3 // what the platform sent; kept for diagnostics alone
)

// String is the name of the kind in the API.
func (k Kind) String() string {
	switch k {
	case Up:
		return "up"
	case Status:
		return "status"
	case Down:
		return "down"
	}
	return "unknown"
}

// Frame is what one device sent at one time, byte for byte. It is in the journal
// before the device gets its acknowledgement and is never changed.
type Frame struct {
	Device    int64  // the device that owns the register
	Register  string // as the device gave it
	Transport Transport
	Kind      Kind
	Received  int64 // UTC ms
	Payload   []byte
}

// Entry is the place of a frame in the journal: the number of its batch and its
// place in the batch. Entries of a partition are ordered as they were committed.
type Entry struct {
	Seq   int64
	Index int32
}

// Batch is the frames of one commit.
type Batch struct {
	Seq    int64
	Frames []Frame
	bytes  int // of the payloads
}
