// Package deviceside executes commands as a device with the open format would. Simulated devices and those of the demo
// use it.
package deviceside

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/field/command"
)

// Unit is a device that executes commands. Functions that it lacks are nil. It is used by one goroutine.
type Unit struct {
	Send    func(ctx context.Context, payload []byte) error        // an uplink
	Measure func() (message []byte, values any)                    // a current reading
	Pace    func(every time.Duration)                              // sets the interval
	Clock   func(now int64) (off time.Duration)                    // sets the clock and returns how far it was off; nil: it is right
	History func(start, end int64) [][]byte                        // readings of a range, UTC ms
	Fetch   func(ctx context.Context, path string) ([]byte, error) // a file of the platform

	Firmware string // reported with what it says of itself
}

type order struct {
	Type string          `json:"type"`
	ID   string          `json:"id"`
	Cmd  command.Kind    `json:"cmd"`
	Args json.RawMessage `json:"args"`
}

type answer struct {
	Type string `json:"type"`
	ID   string `json:"id"`
	Code int    `json:"code"`
	Msg  string `json:"msg"`
	V    any    `json:"v,omitempty"`
}

// Do executes a downlink message. Anything but a command is ignored.
func (u *Unit) Do(ctx context.Context, payload []byte) error {
	var o order
	if json.Unmarshal(payload, &o) != nil || o.Type != "cmd" {
		return nil
	}
	a := answer{Type: "ack", ID: o.ID, Msg: "ok"}
	var more [][]byte
	a.Code, a.V, more = u.obey(ctx, o)
	if a.Code != command.OK {
		a.Msg = words[a.Code]
	}
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if err := u.Send(ctx, data); err != nil {
		return err
	}
	for _, message := range more {
		if err := u.Send(ctx, message); err != nil {
			return err
		}
	}
	return nil
}

var words = map[int]string{command.BadParameter: "bad parameter", command.Busy: "busy", command.NotSupported: "not supported"}

func (u *Unit) obey(ctx context.Context, o order) (code int, v any, more [][]byte) {
	switch {
	case o.Cmd == command.Read && u.Measure != nil:
		message, values := u.Measure()
		return command.OK, values, [][]byte{message}
	case o.Cmd == command.SetInterval && u.Pace != nil:
		var args struct{ Interval int64 }
		if json.Unmarshal(o.Args, &args) != nil || args.Interval <= 0 {
			return command.BadParameter, nil, nil
		}
		u.Pace(time.Duration(args.Interval) * time.Second)
		return command.OK, map[string]int64{"interval": args.Interval}, nil
	case o.Cmd == command.SetTime:
		var args struct{ T int64 }
		if json.Unmarshal(o.Args, &args) != nil || args.T <= 0 {
			return command.BadParameter, nil, nil
		}
		off := time.Now().UnixMilli() - args.T
		if u.Clock != nil {
			off = u.Clock(args.T).Milliseconds()
		}
		return command.OK, map[string]int64{"off": off}, nil
	case o.Cmd == command.Reset:
		return command.OK, nil, [][]byte{fmt.Appendf(nil, `{"type":"event","t":%d,"code":"restart"}`, time.Now().UnixMilli())}
	case o.Cmd == command.ReadHistory && u.History != nil:
		var args struct{ Start, End int64 }
		if json.Unmarshal(o.Args, &args) != nil || args.Start <= 0 || args.End < args.Start {
			return command.BadParameter, nil, nil
		}
		records := u.History(args.Start, args.End)
		return command.OK, map[string]int{"records": len(records)}, records
	case o.Cmd == command.Raw:
		return command.OK, o.Args, nil // like an instrument that echoes
	case o.Cmd == command.Upgrade && u.Fetch != nil:
		return u.upgrade(ctx, o.Args)
	}
	return command.NotSupported, nil, nil
}

// upgrade downloads the file, verifies it and installs it: the device then reports its version.
func (u *Unit) upgrade(ctx context.Context, raw json.RawMessage) (code int, v any, more [][]byte) {
	var args struct {
		Path, Version, SHA256 string
		Size                  int
	}
	if json.Unmarshal(raw, &args) != nil {
		return command.BadParameter, nil, nil
	}
	file, err := u.Fetch(ctx, args.Path)
	if err != nil {
		return command.Busy, nil, nil
	}
	sum := sha256.Sum256(file)
	if len(file) != args.Size || hex.EncodeToString(sum[:]) != args.SHA256 {
		return command.BadParameter, nil, nil
	}
	u.Firmware = args.Version
	report, _ := json.Marshal(map[string]any{"type": "event", "t": time.Now().UnixMilli(), "code": "restart", "fw": args.Version}) // only texts and numbers
	return command.OK, map[string]int{"size": len(file)}, [][]byte{report}
}
