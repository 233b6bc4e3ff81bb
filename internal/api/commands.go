package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/device"
)

// Command is something that a device was asked to do.
type Command struct {
	ID          int64           `json:"id"`
	DeviceID    int64           `json:"deviceId"`
	GatewayID   int64           `json:"gatewayId" doc:"The device whose connection carries it"`
	Kind        string          `json:"kind" enum:"read,setInterval,setTime,reset,readHistory,raw,upgrade"`
	Args        json.RawMessage `json:"args"`
	State       string          `json:"state" enum:"waiting,hanging,sent,answered,failed,cancelled" doc:"hanging: sent when the device connects"`
	Attempts    int             `json:"attempts"`
	Answers     int             `json:"answers" doc:"Of keep sending: how many came"`
	Every       int64           `json:"every" doc:"Keep sending: seconds; 0: once"`
	RepeatUntil int64           `json:"repeatUntil" doc:"Keep sending: UTC ms of its end; 0: once"`
	CreatedAt   int64           `json:"createdAt" doc:"UTC ms"`
	CreatedBy   string          `json:"createdBy" doc:"Account; empty: the platform itself"`
	SentAt      int64           `json:"sentAt" doc:"UTC ms; 0: not yet"`
	EndedAt     int64           `json:"endedAt" doc:"UTC ms; 0: outstanding"`
	ExpiresAt   int64           `json:"expiresAt" doc:"UTC ms until which it may wait for the device"`
	Code        int             `json:"code" doc:"Of the answer: 0 ok, 1 bad parameter, 2 busy, 3 not supported, 4 no answer in time, 5 the device did not come in time"`
	Message     string          `json:"message" doc:"Of the answer, as the device wrote it"`
	Result      json.RawMessage `json:"result,omitempty" doc:"Of the answer; left out: none"`
}

// TransformSchema documents what devices say: any JSON.
func (Command) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	s.Properties["result"] = &huma.Schema{Description: s.Properties["result"].Description}
	return s
}

// CommandOrder is a command that is to be sent.
type CommandOrder struct {
	Kind       string          `json:"kind" enum:"read,setInterval,setTime,reset,readHistory,raw"`
	Args       json.RawMessage `json:"args,omitempty" doc:"setInterval {interval: s from 300, start, end}; readHistory {start, end: UTC ms}; raw {hex} or {text}; the others none"`
	Hang       *bool           `json:"hang,omitempty" doc:"Default true: a device that is not connected gets it when it connects; false: then it is refused"`
	HangExpire int64           `json:"hangExpire,omitempty" minimum:"0" maximum:"604800" doc:"Seconds that it may hang; 0: a day"`
}

// TransformSchema documents the arguments as an object.
func (CommandOrder) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: s.Properties["args"].Description}
	return s
}

// KeepSending is a command that is to be sent again and again.
type KeepSending struct {
	Kind  string          `json:"kind" enum:"read,raw"`
	Args  json.RawMessage `json:"args,omitempty" doc:"As for a command that is sent once"`
	Every int64           `json:"every,omitempty" minimum:"5" maximum:"600" default:"10" doc:"Seconds"`
}

// TransformSchema documents the arguments as an object.
func (KeepSending) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: s.Properties["args"].Description}
	return s
}

type CommandState struct {
	State string `query:"state" enum:"outstanding,waiting,hanging,sent,answered,failed,cancelled"`
}

type deviceCommands struct {
	DevicePath
	Paging
	CommandState
}

type pointCommands struct {
	PointPath
	Paging
	CommandState
}

type pointJobs struct {
	PointPath
	Paging
}

type deviceOrder struct {
	DevicePath
	Body CommandOrder
}

type pointOrder struct {
	PointPath
	Body CommandOrder
}

type deviceKeep struct {
	DevicePath
	Body KeepSending
}

type pointKeep struct {
	PointPath
	Body KeepSending
}

type deviceCommand struct {
	DevicePath
	CommandID int64 `path:"commandId" minimum:"1"`
}

type pointCommand struct {
	PointPath
	CommandID int64 `path:"commandId" minimum:"1"`
}

// commands are the calls about commands: of a device, and of the device that feeds a
// measuring point (specification section 7).
func (s *server) commands() {
	const ofDevice, ofPoint = "/corporations/{corporationId}/devices/{deviceId}", "/structures/{structureId}/measuring-points/{measuringPointId}"
	see, act := deviceNeed(access.Retrieve), deviceNeed(access.Update)
	register(s, operation{
		id: "listCommands", method: http.MethodGet, path: ofDevice + "/commands", tag: "commands", need: see,
		summary: "Commands of a device, the newest first", detail: "Sorts by createdAt. The event command reports every change.",
	}, func(ctx context.Context, in *deviceCommands) (*output[Page[Command]], error) {
		return s.listCommands(ctx, in.DeviceID, in.Paging, in.State)
	})
	register(s, operation{
		id: "sendDeviceCommand", method: http.MethodPost, path: ofDevice + "/commands", tag: "commands", need: act,
		summary: "Send a command to a device",
		detail: "One of a kind is outstanding at a time: asked again for the same, the one there is is answered; for another, 409. " +
			"A device that is not connected gets it when it connects (hanging), over HTTP with the reply to its next upload.",
	}, func(ctx context.Context, in *deviceOrder) (*output[Command], error) {
		return s.order(ctx, in.DeviceID, in.Body)
	})
	register(s, operation{
		id: "keepSendingToDevice", method: http.MethodPost, path: ofDevice + "/commands/keep-sending", tag: "commands", need: act,
		summary: "Send a command to a device again and again", detail: "For 10 minutes at most, and as long as the page that shows it renews its lease, every 10 s.",
	}, func(ctx context.Context, in *deviceKeep) (*output[Command], error) {
		return s.keepSending(ctx, in.DeviceID, in.Body)
	})
	register(s, operation{
		id: "renewCommandLease", method: http.MethodPost, path: ofDevice + "/commands/{commandId}/lease", tag: "commands", need: act,
		summary: "Go on with keep sending for 30 s more", unlogged: keepsAlive,
	}, func(ctx context.Context, in *deviceCommand) (*output[Command], error) {
		if _, err := s.commandOf(ctx, in.DeviceID, in.CommandID); err != nil {
			return nil, err
		}
		c, err := s.Commands.Keep(ctx, callerOf(ctx).scope, in.CommandID)
		return answer(commandOf(c)), err
	})
	register(s, operation{
		id: "cancelCommand", method: http.MethodPost, path: ofDevice + "/commands/{commandId}/cancel", tag: "commands", need: act,
		summary: "Cancel a command that is outstanding", detail: "One that is on its way may still be done by the device.",
	}, func(ctx context.Context, in *deviceCommand) (*output[Command], error) {
		return s.cancelCommand(ctx, in.DeviceID, in.CommandID)
	})
	s.pointCommands(ofPoint, see, act)
}

// pointCommands are the same about the main device of a point.
func (s *server) pointCommands(base string, see, act access.Permission) {
	register(s, operation{
		id: "listPointCommands", method: http.MethodGet, path: base + "/commands", tag: "commands", need: see,
		summary: "Commands of the device that feeds a point, the newest first", detail: "Sorts by createdAt.",
	}, func(ctx context.Context, in *pointCommands) (*output[Page[Command]], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, see)
		if err != nil {
			return nil, err
		}
		return s.listCommands(ctx, d.ID, in.Paging, in.State)
	})
	register(s, operation{
		id: "sendCommand", method: http.MethodPost, path: base + "/send-command", tag: "commands", need: act,
		summary: "Send a command to the device that feeds a point", detail: "As sendDeviceCommand.",
	}, func(ctx context.Context, in *pointOrder) (*output[Command], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, act)
		if err != nil {
			return nil, err
		}
		return s.order(ctx, d.ID, in.Body)
	})
	register(s, operation{
		id: "keepSending", method: http.MethodPost, path: base + "/keep-sending", tag: "commands", need: act,
		summary: "Send a command to the device that feeds a point again and again", detail: "As keepSendingToDevice.",
	}, func(ctx context.Context, in *pointKeep) (*output[Command], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, act)
		if err != nil {
			return nil, err
		}
		return s.keepSending(ctx, d.ID, in.Body)
	})
	register(s, operation{
		id: "listHangJobs", method: http.MethodGet, path: base + "/hang-jobs", tag: "commands", need: see,
		summary: "Commands that wait for the device that feeds a point", detail: "Sorts by createdAt.",
	}, func(ctx context.Context, in *pointJobs) (*output[Page[Command]], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, see)
		if err != nil {
			return nil, err
		}
		return s.listCommands(ctx, d.ID, in.Paging, string(command.Hanging))
	})
	register(s, operation{
		id: "cancelHangJob", method: http.MethodPost, path: base + "/hang-jobs/{commandId}/cancel", tag: "commands", need: act,
		summary: "Cancel a command that waits for the device that feeds a point",
	}, func(ctx context.Context, in *pointCommand) (*output[Command], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, act)
		if err != nil {
			return nil, err
		}
		return s.cancelCommand(ctx, d.ID, in.CommandID)
	})
	register(s, operation{
		id: "resetDevice", method: http.MethodPost, path: base + "/reset", tag: "commands", need: act,
		summary: "Restart the device that feeds a point",
	}, func(ctx context.Context, in *PointPath) (*output[Command], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, act)
		if err != nil {
			return nil, err
		}
		return s.order(ctx, d.ID, CommandOrder{Kind: string(command.Reset)})
	})
}

// keepsAlive is why a lease leaves no entry: the command that it is about did.
const keepsAlive = "keeps going what was logged when it began"

func (s *server) listCommands(ctx context.Context, deviceID int64, paging Paging, state string) (*output[Page[Command]], error) {
	filter := command.Filter{Query: paging.query(), DeviceID: deviceID}
	switch state {
	case "":
	case "outstanding":
		filter.States = []command.State{command.Waiting, command.Hanging, command.Sent}
	case string(command.Hanging): // what waits for its turn hangs as soon as the device goes
		filter.States = []command.State{command.Waiting, command.Hanging}
	default:
		filter.States = []command.State{command.State(state)}
	}
	page, err := s.Commands.List(ctx, callerOf(ctx).scope, filter)
	return pageOf(page, commandOf), err
}

func (s *server) order(ctx context.Context, deviceID int64, o CommandOrder) (*output[Command], error) {
	who := callerOf(ctx)
	d, err := s.Devices.Get(ctx, who.scope, deviceID)
	if err != nil {
		return nil, err
	}
	c, err := s.Commands.Send(ctx, who.actor(), d, command.Order{
		Kind: command.Kind(o.Kind), Args: o.Args, Online: o.Hang != nil && !*o.Hang, Expire: time.Duration(o.HangExpire) * time.Second,
	})
	return answer(commandOf(c)), err
}

func (s *server) keepSending(ctx context.Context, deviceID int64, o KeepSending) (*output[Command], error) {
	who := callerOf(ctx)
	d, err := s.Devices.Get(ctx, who.scope, deviceID)
	if err != nil {
		return nil, err
	}
	c, err := s.Commands.Send(ctx, who.actor(), d, command.Order{Kind: command.Kind(o.Kind), Args: o.Args, Every: time.Duration(o.Every) * time.Second})
	return answer(commandOf(c)), err
}

func (s *server) cancelCommand(ctx context.Context, deviceID, id int64) (*output[Command], error) {
	if _, err := s.commandOf(ctx, deviceID, id); err != nil {
		return nil, err
	}
	c, err := s.Commands.Cancel(ctx, callerOf(ctx).actor(), id)
	return answer(commandOf(c)), err
}

// commandOf finds a command of a device; another's is not there.
func (s *server) commandOf(ctx context.Context, deviceID, id int64) (command.Command, error) {
	c, err := s.Commands.Get(ctx, callerOf(ctx).scope, id)
	if err == nil && c.DeviceID != deviceID {
		return c, fault.New(fault.NothingHere)
	}
	return c, err
}

// mainDevice is the device that feeds a point now, NoDevice when none does. The caller
// must hold what is needed in the project of the device, too.
func (s *server) mainDevice(ctx context.Context, pointID int64, need access.Permission) (device.Device, error) {
	who := callerOf(ctx)
	id, ok, err := s.Points.MainSource(ctx, who.scope, pointID)
	if err != nil {
		return device.Device{}, err
	}
	if !ok {
		return device.Device{}, fault.New(fault.NoDevice)
	}
	d, err := s.Devices.Get(ctx, who.scope, id)
	if err == nil && d.ProjectID != who.place.project {
		err = who.require(need, d.ProjectID)
	}
	return d, err
}

func commandOf(c command.Command) Command {
	args := c.Args
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if c.Kind == command.Upgrade { // its link is the device's alone
		var shown struct {
			Version string `json:"version"`
			Size    int64  `json:"size"`
		}
		if json.Unmarshal(args, &shown) == nil {
			args, _ = json.Marshal(shown) // of a text and a number
		}
	}
	return Command{
		ID: c.ID, DeviceID: c.DeviceID, GatewayID: c.GatewayID, Kind: string(c.Kind), Args: args, State: string(c.State), Attempts: c.Attempts, Answers: c.Answers,
		Every: c.EveryMs / 1000, RepeatUntil: c.RepeatUntil, CreatedAt: c.CreatedAt, CreatedBy: c.AccountName, SentAt: c.SentAt, EndedAt: c.EndedAt,
		ExpiresAt: c.ExpiresAt, Code: c.Code, Message: c.Message, Result: c.Result,
	}
}
