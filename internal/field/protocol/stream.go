package protocol

import (
	"time"

	"plumbline/internal/platform/errs"
)

// Stream is how frames of a family come over TCP, UDP and serial lines. A nil function means that the family lacks the
// feature.
type Stream struct {
	// GRPC is set if the frames are messages of a gRPC service, to which the platform connects.
	GRPC bool
	// Caster is set if the frames also come from NTRIP casters, to which the platform connects.
	Caster bool
	// Cut finds the first frame of what was received: skip bytes before it belong to no frame, and n is its length; 0:
	// more bytes are needed. It is called again when more has come, so it must not look further than it has to. A frame
	// whose checksum is wrong is no frame: Cut skips one byte and looks on.
	Cut func(received []byte) (skip, n int)
	// Register returns the register ID in a frame; nil if frames have none, and it comes with the connection.
	Register func(frame []byte) string
	// Secret returns the password in a frame; nil if frames have none.
	Secret func(frame []byte) []byte
	// Part returns the place of a frame in a message of several frames; false for a complete message. The decoder gets
	// the frames of a message in order, one after another.
	Part func(frame []byte) (Part, bool)
	// Together returns what is the same for frames that are decoded as one, such as the sentences of one epoch; "": the frame
	// belongs to those before it. Such frames have no receipt; they are stored when the next ones begin or the line
	// is silent.
	Together func(frame []byte) string
	// Receipt encodes the answer to a frame that is stored; nil: the device expects none. now is in the device's zone;
	// stay says that the platform has more to send, so that a device that would sleep stays connected.
	Receipt func(frame []byte, now time.Time, stay bool) []byte
	// Answers reports whether a frame is the reply to a command that was sent. done is false if the device has accepted it and
	// is still at work.
	Answers func(sent Request, frame []byte) (a Answer, done, ok bool)
}

// Part is the place of a frame in a message of several frames.
type Part struct {
	Message string // the same for all frames of a message
	No, Of  int    // from 1
}

// Polling is how a family requests readings from instruments that only answer. What is stored as a frame is the request
// and the answer to it, one after another. Several requests of one poll and their answers are one frame, so that they
// become one reading.
type Polling struct {
	// Requests encodes what must be sent to an instrument to read all its values; address is its address on the bus, 0:
	// that of the profile.
	Requests func(profile any, address int) [][]byte
	// More encodes requests that follow from an answer, such as one that counts the nodes; nil: there are none.
	More func(profile any, request, answer []byte) [][]byte
	// Cut finds the answer to a request in what was received: skip bytes before it belong to no answer, n is its length;
	// 0: more bytes are needed. An answer to another request, or one whose checksum is wrong, is skipped.
	Cut func(request, received []byte) (skip, n int)
	// Refused returns why an answer has no values, in the words of the protocol, such as an exception of Modbus; nil: it
	// has values.
	Refused func(request, answer []byte) *errs.Error
	// Respond encodes what an instrument that measures a sample answers to a request; nil: nothing.
	Respond func(profile any, s Sample, request []byte) []byte
}

// CutAnswer is a Cut for answers: match returns the length of the answer at the beginning of what is left, 0 if more
// bytes are needed, and false if none begins there. A complete answer is preferred to an earlier beginning of one, which
// is what is left of an answer that was cut off.
func CutAnswer(received []byte, match func(rest []byte) (n int, ok bool)) (skip, n int) {
	begins := len(received)
	for i := range received {
		n, ok := match(received[i:])
		switch {
		case ok && n > 0:
			return i, n
		case ok && i < begins:
			begins = i
		}
	}
	return begins, 0
}
