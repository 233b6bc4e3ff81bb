package fieldapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
)

// Trials fold readings that are not stored; compute.Previewer implements it.
type Trials interface {
	Try(ctx context.Context, puts []series.Put) ([]compute.Trial, error)
}

// FrameTrial is a frame to test.
type FrameTrial struct {
	Format    string `json:"format,omitempty" enum:"text,hex" default:"text"`
	Transport string `json:"transport,omitempty" enum:"mqtt,http" default:"mqtt" doc:"Transport: over HTTP, a body with any error is rejected as a whole"`
	Content   string `json:"content" maxLength:"3200000" doc:"The frame as text (JSON), or in hexadecimal"`
}

// trialRoom fits the largest HTTP body (1 MiB) as hexadecimal with spaces or in JSON.
const trialRoom = 4 << 20

// DecodedFrame is the content of a frame.
type DecodedFrame struct {
	Type     string            `json:"type" enum:"data,block,event,time,reg,ack,status,down"`
	Event    string            `json:"event" doc:"Code of an event"`
	Firmware string            `json:"firmware" doc:"As the device reports it"`
	Command  int64             `json:"command" doc:"For a reply: the command; 0: none"`
	Code     int               `json:"code" doc:"For a reply"`
	Message  string            `json:"message" doc:"For a reply"`
	Readings []DecodedReading  `json:"readings"`
	Refusal  string            `json:"refusal" doc:"Why the frame or part of it is rejected, in the caller's language; empty: accepted"`
	Fields   map[string]string `json:"fields,omitempty" doc:"Errors by field"`
}

// DecodedReading is one raw reading.
type DecodedReading struct {
	ChannelNo int32          `json:"channelNo" doc:"0: the device itself"`
	Time      int64          `json:"time" doc:"UTC ms"`
	TimeFixed bool           `json:"timeFixed" doc:"The frame has no time; the time of receipt is used"`
	Values    []DecodedValue `json:"values"`
}

// DecodedValue is one number.
type DecodedValue struct {
	Field string   `json:"field"`
	Node  int32    `json:"node" doc:"0: of the whole point"`
	Value *float64 `json:"value" doc:"null: missing"`
}

// TriedFrame is the outcome of a frame for a device.
type TriedFrame struct {
	DecodedFrame
	Points []TriedPoint `json:"points" doc:"Measuring points that it would feed, with what depends on them"`
}

// TriedPoint is the outcome of a frame at one measuring point.
type TriedPoint struct {
	MeasuringPointID int64         `json:"measuringPointId"`
	StructureID      int64         `json:"structureId"`
	Name             string        `json:"name"`
	Follows          bool          `json:"follows" doc:"Computed from points that the frame feeds"`
	Results          []TriedResult `json:"results" doc:"None: the readings give no result there"`
	Level            int           `json:"level" minimum:"0" maximum:"4" doc:"Highest level of the alerts that would open or escalate"`
}

// TriedResult is one result.
type TriedResult struct {
	Time   int64          `json:"time" doc:"UTC ms"`
	Flags  []string       `json:"flags"`
	Values []DecodedValue `json:"values"`
}

// LiveFrame is a frame with its content.
type LiveFrame struct {
	Frame
	Decoded *DecodedFrame `json:"decoded,omitempty" doc:"Only with decode; not for files"`
}

type frameTrial struct {
	httpapi.DevicePath
	Body FrameTrial
}

type debugCommand struct {
	Body struct {
		DeviceID int64  `json:"deviceId" minimum:"1"`
		Format   string `json:"format,omitempty" enum:"text,hex" default:"text"`
		Content  string `json:"content" maxLength:"4000" doc:"Passed to the instrument; hexadecimal may contain spaces and 0x"`
	}
}

func (s *server) debug() {
	const one = "/corporations/{corporationId}/devices/{deviceId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "tryFrame", Method: http.MethodPost, Path: one + "/frames/try", Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Unlogged: httpapi.ReadsOnly, MaxBody: trialRoom,
		Example: `{"format":"text","content":"{\"v\":{\"voltage\":12}}"}`,
		Summary: "Preview the decoding of a frame for a device",
		Detail:  "Decodes, checks and computes the frame as if the device had sent it now. Nothing is stored.",
	}, s.tryFrame)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "liveFrames", Method: http.MethodGet, Path: one + "/frames/live", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve), Limit: -1,
		Summary: "Frames of a device as they come, as a text/event-stream",
		Detail:  "Events: ready {} once; frame {a LiveFrame}; attempt {} when listDeviceAttempts has new entries; end {code} when the session ends. Fetch it with the bearer header.",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
			}}
		},
	}, s.liveFrames)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "debugCommand", Method: http.MethodPost, Path: "/common/debug-command", Tag: "commands",
		Need: httpapi.DevicePermission(access.Update), Held: httpapi.InBody,
		Example: `{"deviceId":{deviceId},"format":"hex","content":"0x01 0x03"}`,
		Summary: "Send text or bytes to an instrument",
		Detail:  "Sends a raw command to the device. The reply arrives as a command event and is listed with the device's commands.",
	}, s.debugCommand)
}

func (s *server) tryFrame(ctx context.Context, in *frameTrial) (*httpapi.Output[TriedFrame], error) {
	payload, err := in.Body.payload()
	if err != nil {
		return nil, err
	}
	frame := ingest.Frame{Device: in.DeviceID, Transport: ingest.MQTT, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: payload}
	if in.Body.Transport == ingest.HTTP.String() {
		frame.Transport = ingest.HTTP
		if len(payload) > httppush.MaxBody {
			return nil, errs.OnField("content", errs.BodyTooLarge)
		}
	}
	trial, err := s.Frames.Try(ctx, frame)
	if err != nil {
		return nil, err
	}
	if frame.Transport == ingest.HTTP && trial.Refused != nil {
		trial.Rows = nil
	}
	tried, err := Tried(ctx, s.Trials, s.Points, trial)
	return httpapi.Reply(tried), err
}

// Tried returns the outcome of a frame for a device, with the points that the caller may see.
func Tried(ctx context.Context, trials Trials, points *point.Service, trial ingest.Trial) (TriedFrame, error) {
	tried, err := trials.Try(ctx, trial.Rows)
	if err != nil {
		return TriedFrame{}, err
	}
	named, err := triedPoints(ctx, points, tried)
	return TriedFrame{DecodedFrame: decodedOf(ctx, trial), Points: named}, err
}

func (s *server) liveFrames(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Streamed, error) {
	who := httpapi.CallerOf(ctx)
	return &httpapi.Streamed{Body: func(hc huma.Context) {
		leave, ok := s.OpenStream(ctx, hc, who.Account.ID)
		if !ok {
			return
		}
		defer leave()
		r, w := humachi.Unwrap(hc)
		s.streamFrames(hc.Context(), w, r, in.DeviceID)
	}}, nil
}

func (s *server) debugCommand(ctx context.Context, in *debugCommand) (*httpapi.Output[Command], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.Devices.Get(ctx, who.Scope, in.Body.DeviceID)
	if err != nil {
		return nil, err
	}
	if err := who.Require(httpapi.DevicePermission(access.Update), d.ProjectID); err != nil {
		return nil, err
	}
	if in.Body.Content == "" {
		return nil, errs.OnField("content", errs.Empty)
	}
	args, err := json.Marshal(map[string]string{in.Body.Format: in.Body.Content})
	if err != nil {
		return nil, err
	}
	c, err := s.Commands.Send(ctx, who.Actor(), d, command.Order{Kind: command.Raw, Args: args})
	return httpapi.Reply(CommandOf(c)), err
}

func (t FrameTrial) payload() ([]byte, error) {
	if t.Content == "" {
		return nil, errs.OnField("content", errs.Empty)
	}
	if t.Format == "hex" {
		return command.Bytes(t.Content)
	}
	return []byte(t.Content), nil
}

// typeNames are the message types as in messages.
var typeNames = map[protocol.Type]string{
	protocol.Data: "data", protocol.Block: "block", protocol.Event: "event", protocol.TimeRequest: "time", protocol.Registration: "reg",
	protocol.Ack: "ack", protocol.Status: "status",
}

// mostShown is the number of readings shown of a frame: a block has thousands.
const mostShown = 200

func decodedOf(ctx context.Context, t ingest.Trial) DecodedFrame {
	d := DecodedFrame{Type: typeNames[t.Type], Event: t.Code, Firmware: t.Firmware, Readings: []DecodedReading{}}
	if t.Answer != nil {
		d.Command, d.Code, d.Message = t.Answer.ID, t.Answer.Code, t.Answer.Message
	}
	for _, row := range t.Rows[:min(len(t.Rows), mostShown)] {
		_, channel := row.Series.Channel()
		d.Readings = append(d.Readings, DecodedReading{ChannelNo: channel, Time: row.Time, TimeFixed: row.Flag&reading.TimeFixed != 0, Values: valuesOf(row)})
	}
	if t.Refused != nil {
		lang := httpapi.LanguageOf(ctx)
		d.Refusal, d.Fields = t.Refused.Text(lang), t.Refused.FieldTexts(lang)
	}
	return d
}

func valuesOf(row series.Put) []DecodedValue {
	values := make([]DecodedValue, 0, len(row.Values))
	for i, column := range row.Columns.List {
		values = append(values, DecodedValue{Field: column.Field, Node: column.Node, Value: httpapi.Finite(row.Values[i])})
	}
	return values
}

// triedPoints names the points of a trial that the caller may see.
func triedPoints(ctx context.Context, service *point.Service, tried []compute.Trial) ([]TriedPoint, error) {
	points := make([]TriedPoint, 0, len(tried))
	var ids []int64
	for i := range tried {
		ids = append(ids, tried[i].Point)
	}
	known := map[int64]point.Listed{}
	const atOnce = 200
	for piece := range slices.Chunk(ids, atOnce) {
		page, err := service.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Page: 1, Size: atOnce}, IDs: piece})
		if err != nil {
			return nil, err
		}
		for _, p := range page.List {
			known[p.ID] = p
		}
	}
	for _, t := range tried {
		p, ok := known[t.Point]
		if !ok {
			continue
		}
		found := TriedPoint{MeasuringPointID: p.ID, StructureID: p.StructureID, Name: p.Name, Follows: t.Follows, Results: []TriedResult{}}
		for _, row := range t.Rows[:min(len(t.Rows), mostShown)] {
			found.Results = append(found.Results, TriedResult{Time: row.Time, Flags: httpapi.ListOf(row.Flag.Names(), httpapi.AsIs), Values: valuesOf(row)})
		}
		for _, record := range t.Levels {
			found.Level = max(found.Level, int(record.CurrentLevel))
		}
		points = append(points, found)
	}
	return points, nil
}

// decoded returns the content of a frame; nil for files, which are tables.
func (s *server) decoded(ctx context.Context, l ingest.Logged) (*DecodedFrame, error) {
	switch {
	case l.Transport == ingest.File:
		return nil, nil
	case l.Kind == ingest.Down:
		return &DecodedFrame{Type: "down", Readings: []DecodedReading{}}, nil
	}
	trial, err := s.Frames.Try(ctx, l.Frame)
	if err != nil {
		return nil, err
	}
	d := decodedOf(ctx, trial)
	return &d, nil
}

func (s *server) streamFrames(ctx context.Context, w http.ResponseWriter, r *http.Request, deviceID int64) {
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	frames := s.Frames.Watch(ctx, deviceID)
	strangers, err := s.seesStrangers(ctx, httpapi.CallerOf(ctx))
	if err != nil {
		return
	}
	attempts := s.Frames.Attempts().Watch(ctx, deviceID, strangers)
	beat := time.NewTicker(httpapi.Heartbeat)
	defer beat.Stop()
	if !httpapi.Send(w, control, "ready", []byte("{}")) {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.Closing():
			return
		case <-beat.C:
			if !s.stillSees(ctx, r, deviceID) {
				httpapi.Send(w, control, "end", []byte(`{"code":8007}`))
				return
			}
			if _, err := w.Write([]byte(": \n\n")); err != nil || control.Flush() != nil {
				return
			}
		case <-attempts:
			if !httpapi.Send(w, control, "attempt", []byte("{}")) {
				return
			}
		case frame, open := <-frames:
			if !open {
				return
			}
			decoded, err := s.decoded(ctx, frame)
			if err != nil {
				return
			}
			data, err := json.Marshal(LiveFrame{Frame: frameOf(frame), Decoded: decoded})
			if err != nil || !httpapi.Send(w, control, "frame", data) {
				return
			}
		}
	}
}

// stillSees reports whether the session is valid and may see the device.
func (s *server) stillSees(ctx context.Context, r *http.Request, deviceID int64) bool {
	who, err := s.Authenticate(ctx, r)
	if err != nil {
		return false
	}
	d, err := s.Devices.Get(ctx, who.Scope, deviceID)
	return err == nil && who.Require(httpapi.DevicePermission(access.Retrieve), d.ProjectID) == nil
}
