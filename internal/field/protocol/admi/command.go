package admi

import (
	"encoding/json"
	"math"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/admi/admipb"
)

// Codes of answers to commands (domain protocols.md section 3).
const (
	badParameter = 1
	busy         = 2
	notSupported = 3
)

// writeCommand encodes the commands read, setInterval and reset; nil for others.
func writeCommand(r protocol.Request) []byte {
	c := &admipb.Command{Id: r.ID}
	switch r.Command {
	case "read":
		c.Of = &admipb.Command_Read{Read: &admipb.Read{}}
	case "reset":
		c.Of = &admipb.Command_Reset_{Reset_: &admipb.Reset{}}
	case "setInterval":
		var args struct {
			Interval int64 `json:"interval"`
		}
		if json.Unmarshal(r.Args, &args) != nil || args.Interval <= 0 || args.Interval > math.MaxInt32 {
			return nil
		}
		c.Of = &admipb.Command_SetInterval{SetInterval: &admipb.SetInterval{Seconds: int32(args.Interval)}}
	default:
		return nil
	}
	return sent(&admipb.ConnectRequest{Of: &admipb.ConnectRequest_Command{Command: c}})
}

// commandAnswered reports whether a frame is the outcome of a command (protocol.Stream).
func commandAnswered(sent protocol.Request, frame []byte) (a protocol.Answer, done, ok bool) {
	var m admipb.ConnectResponse
	if read(frame, &m) != nil || m.GetOutcome() == nil || m.GetOutcome().Id != sent.ID {
		return a, false, false
	}
	a = protocol.Answer{ID: sent.ID, Message: m.GetOutcome().Message}
	switch m.GetOutcome().Code {
	case admipb.Outcome_CODE_OK:
	case admipb.Outcome_CODE_BAD_PARAMETER:
		a.Code = badParameter
	case admipb.Outcome_CODE_BUSY:
		a.Code = busy
	default:
		a.Code = notSupported
	}
	return a, true, true
}
