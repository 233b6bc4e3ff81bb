package fieldapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/device"
)

// Command is one command to a device.
type Command struct {
	ID          int64           `json:"id"`
	DeviceID    int64           `json:"deviceId"`
	GatewayID   int64           `json:"gatewayId" doc:"The device whose connection it uses"`
	Kind        string          `json:"kind" enum:"read,setInterval,setTime,reset,readHistory,raw,model,upgrade"`
	Label       *i18n.Label     `json:"label,omitempty" doc:"Of a command of the model"`
	Args        json.RawMessage `json:"args"`
	State       string          `json:"state" enum:"waiting,hanging,sent,answered,failed,cancelled" doc:"hanging: will be sent when the device connects"`
	Attempts    int             `json:"attempts"`
	Answers     int             `json:"answers" doc:"For repeated sending: number received"`
	Progress    int             `json:"progress" doc:"Of readHistory in pieces: percent of the period received"`
	ReadUntil   int64           `json:"readUntil" doc:"Of readHistory in pieces: UTC ms until which readings were received; 0: none"`
	Every       int64           `json:"every" doc:"Keep sending: seconds; 0: once"`
	RepeatUntil int64           `json:"repeatUntil" doc:"Keep sending: UTC ms of its end; 0: once"`
	CreatedAt   int64           `json:"createdAt" doc:"UTC ms"`
	CreatedBy   string          `json:"createdBy" doc:"Account; empty: the platform itself"`
	SentAt      int64           `json:"sentAt" doc:"UTC ms; 0: not yet"`
	EndedAt     int64           `json:"endedAt" doc:"UTC ms; 0: pending"`
	ExpiresAt   int64           `json:"expiresAt" doc:"UTC ms until which it may wait for the device"`
	Code        int             `json:"code" doc:"From the reply: 0 ok, 1 bad parameter, 2 busy, 3 not supported, 4 no reply in time, 5 the device did not connect in time, 6 cancelled because monitoring was switched off"`
	Message     string          `json:"message" doc:"From the reply, as the device sent it"`
	Result      json.RawMessage `json:"result,omitempty" doc:"From the reply; omitted: none"`
}

// TransformSchema documents the device's answer: any JSON.
func (Command) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	s.Properties["result"] = &huma.Schema{Description: s.Properties["result"].Description}
	return s
}

// CommandOrder is a command to send.
type CommandOrder struct {
	Kind       string          `json:"kind" enum:"read,setInterval,setTime,reset,readHistory,raw,model"`
	Args       json.RawMessage `json:"args,omitempty" doc:"setInterval {interval: s from 300, start, end}; readHistory {start, end: UTC ms}; raw {hex} or {text}; model {code, params: {name: number}} of the commands of the device's model; none for the others"`
	Hang       *bool           `json:"hang,omitempty" doc:"Default true: an offline device gets it when it connects; false: rejected if the device is offline"`
	HangExpire int64           `json:"hangExpire,omitempty" minimum:"0" maximum:"604800" doc:"Seconds it may stay pending; 0: one day"`
}

// TransformSchema documents the arguments as an object.
func (CommandOrder) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: s.Properties["args"].Description}
	return s
}

// KeepSending is a command to send repeatedly.
type KeepSending struct {
	Kind  string          `json:"kind" enum:"read,raw"`
	Args  json.RawMessage `json:"args,omitempty" doc:"As for a command sent once"`
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
	httpapi.DevicePath
	httpapi.Paging
	CommandState
}

type pointCommands struct {
	httpapi.PointPath
	httpapi.Paging
	CommandState
}

type pointJobs struct {
	httpapi.PointPath
	httpapi.Paging
}

type deviceOrder struct {
	httpapi.DevicePath
	Body CommandOrder
}

type pointOrder struct {
	httpapi.PointPath
	Body CommandOrder
}

type deviceKeep struct {
	httpapi.DevicePath
	Body KeepSending
}

type pointKeep struct {
	httpapi.PointPath
	Body KeepSending
}

type deviceCommand struct {
	httpapi.DevicePath
	CommandID int64 `path:"commandId" minimum:"1"`
}

type pointCommand struct {
	httpapi.PointPath
	CommandID int64 `path:"commandId" minimum:"1"`
}

// Permissions to see and send commands (specification section 7).
var (
	seeDevices = httpapi.DevicePermission(access.Retrieve)
	useDevices = httpapi.DevicePermission(access.Update)
)

func (s *server) commands() {
	const ofDevice, ofPoint = "/corporations/{corporationId}/devices/{deviceId}", "/structures/{structureId}/measuring-points/{measuringPointId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCommands", Method: http.MethodGet, Path: ofDevice + "/commands", Tag: "commands", Need: seeDevices,
		Summary: "Commands of a device, the newest first", Detail: "Sorts by createdAt. Every change is reported by a command event.",
	}, s.listCommands)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "sendDeviceCommand", Method: http.MethodPost, Path: ofDevice + "/commands", Tag: "commands", Need: useDevices,
		Example: `{"kind":"setTime"}`,
		Summary: "Send a command to a device",
		Detail: "Only one command of a kind can be pending. Repeating an identical command returns the pending one; a different one gives 409. " +
			"A device that is not connected gets it when it connects (hanging), over HTTP with the reply to its next upload.",
	}, s.sendDeviceCommand)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "keepSendingToDevice", Method: http.MethodPost, Path: ofDevice + "/commands/keep-sending", Tag: "commands", Need: useDevices,
		Example: `{"kind":"raw","args":{"text":"hello"},"every":10}`,
		Summary: "Send a command to a device repeatedly", Detail: "Runs for at most 10 minutes, as long as the client renews the lease every 10 s.",
	}, s.keepSendingToDevice)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "renewCommandLease", Method: http.MethodPost, Path: ofDevice + "/commands/{commandId}/lease", Tag: "commands", Need: useDevices,
		Summary: "Extend repeated sending by 30 s", Unlogged: keepsAlive,
	}, s.renewCommandLease)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "cancelCommand", Method: http.MethodPost, Path: ofDevice + "/commands/{commandId}/cancel", Tag: "commands", Need: useDevices,
		Summary: "Cancel a pending command", Detail: "A command already sent may still be carried out by the device.",
	}, s.cancelCommand)
	s.pointCommands(ofPoint)
}

func (s *server) listCommands(ctx context.Context, in *deviceCommands) (*httpapi.Output[httpapi.Page[Command]], error) {
	return s.commandsOf(ctx, in.DeviceID, in.Paging, in.State)
}

func (s *server) cancelCommand(ctx context.Context, in *deviceCommand) (*httpapi.Output[Command], error) {
	return s.cancel(ctx, in.DeviceID, in.CommandID)
}

func (s *server) sendDeviceCommand(ctx context.Context, in *deviceOrder) (*httpapi.Output[Command], error) {
	return s.order(ctx, in.DeviceID, in.Body)
}

func (s *server) keepSendingToDevice(ctx context.Context, in *deviceKeep) (*httpapi.Output[Command], error) {
	return s.keepSending(ctx, in.DeviceID, in.Body)
}

func (s *server) renewCommandLease(ctx context.Context, in *deviceCommand) (*httpapi.Output[Command], error) {
	if _, err := s.commandOf(ctx, in.DeviceID, in.CommandID); err != nil {
		return nil, err
	}
	c, err := s.Commands.Keep(ctx, httpapi.CallerOf(ctx).Scope, in.CommandID)
	return httpapi.Reply(CommandOf(c)), err
}

// pointCommands registers the same calls for the main device of a point.
func (s *server) pointCommands(base string) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPointCommands", Method: http.MethodGet, Path: base + "/commands", Tag: "commands", Need: seeDevices,
		Summary: "Commands of the device that feeds a point, the newest first", Detail: "Sorts by createdAt.",
	}, s.listPointCommands)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "sendCommand", Method: http.MethodPost, Path: base + "/send-command", Tag: "commands", Need: useDevices,
		Example: `{"kind":"setTime"}`,
		Summary: "Send a command to the device that feeds a point", Detail: "As sendDeviceCommand.",
	}, s.sendCommand)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "keepSending", Method: http.MethodPost, Path: base + "/keep-sending", Tag: "commands", Need: useDevices,
		Example: `{"kind":"raw","args":{"text":"hello"},"every":10}`,
		Summary: "Send a command repeatedly to the device that feeds a point", Detail: "As keepSendingToDevice.",
	}, func(ctx context.Context, in *pointKeep) (*httpapi.Output[Command], error) {
		d, err := s.mainDevice(ctx, in.MeasuringPointID, useDevices)
		if err != nil {
			return nil, err
		}
		return s.keepSending(ctx, d.ID, in.Body)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listHangJobs", Method: http.MethodGet, Path: base + "/hang-jobs", Tag: "commands", Need: seeDevices,
		Summary: "Commands pending for the device that feeds a point", Detail: "Sorts by createdAt.",
	}, s.listHangJobs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "cancelHangJob", Method: http.MethodPost, Path: base + "/hang-jobs/{commandId}/cancel", Tag: "commands", Need: useDevices,
		Summary: "Cancel a command pending for the device that feeds a point",
	}, s.cancelHangJob)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "resetDevice", Method: http.MethodPost, Path: base + "/reset", Tag: "commands", Need: useDevices,
		Summary: "Restart the device that feeds a point",
	}, s.resetDevice)
	s.restarts(base)
}

func (s *server) listPointCommands(ctx context.Context, in *pointCommands) (*httpapi.Output[httpapi.Page[Command]], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, seeDevices)
	if err != nil {
		return nil, err
	}
	return s.commandsOf(ctx, d.ID, in.Paging, in.State)
}

func (s *server) sendCommand(ctx context.Context, in *pointOrder) (*httpapi.Output[Command], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, useDevices)
	if err != nil {
		return nil, err
	}
	return s.order(ctx, d.ID, in.Body)
}

func (s *server) listHangJobs(ctx context.Context, in *pointJobs) (*httpapi.Output[httpapi.Page[Command]], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, seeDevices)
	if err != nil {
		return nil, err
	}
	return s.commandsOf(ctx, d.ID, in.Paging, string(command.Hanging))
}

func (s *server) cancelHangJob(ctx context.Context, in *pointCommand) (*httpapi.Output[Command], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, useDevices)
	if err != nil {
		return nil, err
	}
	return s.cancel(ctx, d.ID, in.CommandID)
}

func (s *server) resetDevice(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[Command], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, useDevices)
	if err != nil {
		return nil, err
	}
	return s.order(ctx, d.ID, CommandOrder{Kind: string(command.Reset)})
}

// keepsAlive is why a lease leaves no log entry: its command has one.
const keepsAlive = "keeps going what was logged when it began"

func (s *server) commandsOf(ctx context.Context, deviceID int64, paging httpapi.Paging, state string) (*httpapi.Output[httpapi.Page[Command]], error) {
	filter := command.Filter{Query: paging.Query(), DeviceID: deviceID}
	switch state {
	case "":
	case "outstanding":
		filter.States = []command.State{command.Waiting, command.Hanging, command.Sent}
	case string(command.Hanging): // shown as hanging once the device disconnects
		filter.States = []command.State{command.Waiting, command.Hanging}
	default:
		filter.States = []command.State{command.State(state)}
	}
	page, err := s.Commands.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	return httpapi.ReplyPage(page, CommandOf), err
}

func (s *server) order(ctx context.Context, deviceID int64, o CommandOrder) (*httpapi.Output[Command], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.Devices.Get(ctx, who.Scope, deviceID)
	if err != nil {
		return nil, err
	}
	c, err := s.Commands.Send(ctx, who.Actor(), d, command.Order{
		Kind: command.Kind(o.Kind), Args: o.Args, Online: o.Hang != nil && !*o.Hang, Expire: time.Duration(o.HangExpire) * time.Second,
	})
	return httpapi.Reply(CommandOf(c)), err
}

func (s *server) keepSending(ctx context.Context, deviceID int64, o KeepSending) (*httpapi.Output[Command], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.Devices.Get(ctx, who.Scope, deviceID)
	if err != nil {
		return nil, err
	}
	c, err := s.Commands.Send(ctx, who.Actor(), d, command.Order{Kind: command.Kind(o.Kind), Args: o.Args, Every: time.Duration(o.Every) * time.Second})
	return httpapi.Reply(CommandOf(c)), err
}

func (s *server) cancel(ctx context.Context, deviceID, id int64) (*httpapi.Output[Command], error) {
	if _, err := s.commandOf(ctx, deviceID, id); err != nil {
		return nil, err
	}
	c, err := s.Commands.Cancel(ctx, httpapi.CallerOf(ctx).Actor(), id)
	return httpapi.Reply(CommandOf(c)), err
}

// commandOf returns a command if it belongs to the device.
func (s *server) commandOf(ctx context.Context, deviceID, id int64) (command.Command, error) {
	c, err := s.Commands.Get(ctx, httpapi.CallerOf(ctx).Scope, id)
	if err == nil && c.DeviceID != deviceID {
		return c, errs.New(errs.NothingHere)
	}
	return c, err
}

// mainDevice returns the device that feeds a point now, or NoDevice. The caller needs the permission in the project of
// the device, too.
func (s *server) mainDevice(ctx context.Context, pointID int64, need access.Permission) (device.Device, error) {
	who := httpapi.CallerOf(ctx)
	id, ok, err := s.Points.MainSource(ctx, who.Scope, pointID)
	if err != nil {
		return device.Device{}, err
	}
	if !ok {
		return device.Device{}, errs.New(errs.NoDevice)
	}
	d, err := s.Devices.Get(ctx, who.Scope, id)
	if err == nil && d.ProjectID != who.Target.Project {
		err = who.Require(need, d.ProjectID)
	}
	return d, err
}

func CommandOf(c command.Command) Command {
	args := c.Args
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if c.Kind == command.Upgrade { // its link is secret
		var shown struct {
			Version string `json:"version"`
			Size    int64  `json:"size"`
		}
		if json.Unmarshal(args, &shown) == nil {
			args, _ = json.Marshal(shown) // only a text and a number
		}
	}
	var label *i18n.Label
	if text, ordered, ok := c.ModelLabel(); ok {
		label, args = &text, ordered
	}
	return Command{
		Label: label,
		ID:    c.ID, DeviceID: c.DeviceID, GatewayID: c.GatewayID, Kind: string(c.Kind), Args: args,
		State: string(c.State), Attempts: c.Attempts, Answers: c.Answers, Progress: c.Progress(), ReadUntil: c.ReadUntil,
		Every: c.EveryMs / 1000, RepeatUntil: c.RepeatUntil, CreatedAt: c.CreatedAt, CreatedBy: c.AccountName, SentAt: c.SentAt, EndedAt: c.EndedAt,
		ExpiresAt: c.ExpiresAt, Code: c.Code, Message: c.Message, Result: c.Result,
	}
}
