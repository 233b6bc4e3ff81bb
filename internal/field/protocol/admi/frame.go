package admi

import (
	"bytes"
	"encoding/binary"

	"google.golang.org/protobuf/proto"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/platform/errs"
)

const (
	start   = "ADMI"
	headLen = len(start) + 4
	// MaxMessage is the length of the longest message of the service, so that its frame fits in what a line keeps.
	MaxMessage = 60_000
)

// Frame returns the frame of a message.
func Frame(m proto.Message) ([]byte, error) {
	frame := append([]byte(start), 0, 0, 0, 0)
	frame, err := proto.MarshalOptions{Deterministic: true}.MarshalAppend(frame, m)
	if err != nil {
		return nil, err
	}
	binary.BigEndian.PutUint32(frame[len(start):], uint32(len(frame)-headLen))
	return frame, nil
}

// Cut finds the first frame in received bytes (protocol.Stream).
func Cut(received []byte) (skip, n int) {
	for {
		rest := received[skip:]
		at := bytes.IndexByte(rest, start[0])
		if at < 0 {
			return len(received), 0
		}
		skip += at
		rest = rest[at:]
		if k := min(len(rest), len(start)); string(rest[:k]) == start[:k] {
			if len(rest) < headLen {
				return skip, 0
			}
			if length := binary.BigEndian.Uint32(rest[len(start):]); length <= MaxMessage {
				if len(rest) < headLen+int(length) {
					return skip, 0
				}
				return skip, headLen + int(length)
			}
		}
		skip++
	}
}

// Message returns the message in a frame.
func Message(frame []byte) ([]byte, error) {
	if len(frame) < headLen {
		return nil, errs.New(errs.FrameIncomplete)
	}
	if string(frame[:len(start)]) != start {
		return nil, errs.New(errs.FrameUnknown)
	}
	switch length, rest := binary.BigEndian.Uint32(frame[len(start):]), uint64(len(frame)-headLen); {
	case uint64(length) > rest:
		return nil, errs.New(errs.FrameIncomplete)
	case uint64(length) < rest:
		return nil, errs.New(errs.FrameUnknown)
	}
	return frame[headLen:], nil
}

// read reads a frame of the service.
func read(frame []byte, into *admipb.ConnectResponse) error {
	message, err := Message(frame)
	if err != nil {
		return err
	}
	if err := proto.Unmarshal(message, into); err != nil {
		return errs.Wrap(err, errs.FrameUnknown)
	}
	if into.GetReading() == nil && into.GetOutcome() == nil {
		return errs.New(errs.FrameUnknown)
	}
	return nil
}

// sent returns the frame of what the platform sends.
func sent(request *admipb.ConnectRequest) []byte {
	frame, err := Frame(request)
	if err != nil {
		panic("admi: " + err.Error()) // its texts are valid
	}
	return frame
}

// dissect takes a frame apart.
func dissect(frame []byte, _ any) []protocol.Field {
	var d protocol.Dissection
	var m admipb.ConnectResponse
	if err := read(frame, &m); err != nil {
		why, _ := errs.As(err)
		d.Add(len(frame), protocol.Other, protocol.LabelUnknown, "").Fault = why
		return d.Fields
	}
	d.Add(len(start), protocol.Framing, labelStart, start)
	d.Add(headLen, protocol.Framing, labelLength, "")
	if outcome := m.GetOutcome(); outcome != nil {
		d.Add(len(frame), protocol.Control, labelOutcome, outcomeText(outcome))
	} else {
		d.Add(len(frame), protocol.Value, labelReading, readingText(m.GetReading()))
	}
	return d.Fields
}
