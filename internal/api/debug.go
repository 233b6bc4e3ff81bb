package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/core/computation"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/command"
	"plumbline/internal/field/intake"
	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/httpin"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/site/point"
)

// Trials fold readings that are not stored; package computation has it.
type Trials interface {
	Try(ctx context.Context, puts []series.Put) ([]computation.Trial, error)
}

// FrameTrial is a frame that somebody tries.
type FrameTrial struct {
	Format    string `json:"format,omitempty" enum:"text,hex" default:"text"`
	Transport string `json:"transport,omitempty" enum:"mqtt,http" default:"mqtt" doc:"How it comes: over HTTP a body with a fault is refused as a whole"`
	Content   string `json:"content" maxLength:"3200000" doc:"The frame as text (JSON), or in hexadecimal"`
}

// trialRoom is the largest body over HTTP (1 MiB) in hexadecimal with blanks, or in JSON.
const trialRoom = 4 << 20

// DecodedFrame is what a frame says.
type DecodedFrame struct {
	Type     string            `json:"type" enum:"data,block,event,time,reg,ack,status,down"`
	Event    string            `json:"event" doc:"Code of an event"`
	Firmware string            `json:"firmware" doc:"As the device reports it"`
	Command  int64             `json:"command" doc:"Of an answer: the command; 0: none"`
	Code     int               `json:"code" doc:"Of an answer"`
	Message  string            `json:"message" doc:"Of an answer"`
	Readings []DecodedReading  `json:"readings"`
	Refusal  string            `json:"refusal" doc:"Why the frame, or a part of it, is refused, in the caller's language; empty: it is not"`
	Fields   map[string]string `json:"fields,omitempty" doc:"What is wrong with which field"`
}

// DecodedReading is one raw reading.
type DecodedReading struct {
	ChannelNo int32          `json:"channelNo" doc:"0: the device itself"`
	Time      int64          `json:"time" doc:"UTC ms"`
	TimeFixed bool           `json:"timeFixed" doc:"The frame has no time: that of receipt"`
	Values    []DecodedValue `json:"values"`
}

// DecodedValue is one number.
type DecodedValue struct {
	Field string   `json:"field"`
	Node  int32    `json:"node" doc:"0: of the whole"`
	Value *float64 `json:"value" doc:"null: missing"`
}

// TriedFrame is what a frame would become for a device.
type TriedFrame struct {
	DecodedFrame
	Points []TriedPoint `json:"points" doc:"Measuring points that it would feed, with what depends on them"`
}

// TriedPoint is what a frame would become at one measuring point.
type TriedPoint struct {
	MeasuringPointID int64         `json:"measuringPointId"`
	StructureID      int64         `json:"structureId"`
	Name             string        `json:"name"`
	Follows          bool          `json:"follows" doc:"It is computed from points that the frame feeds"`
	Results          []TriedResult `json:"results" doc:"None: the readings give no result there"`
	Level            int           `json:"level" minimum:"0" maximum:"4" doc:"Highest level of an alert that would open or rise"`
}

// TriedResult is one result.
type TriedResult struct {
	Time   int64          `json:"time" doc:"UTC ms"`
	Flags  []string       `json:"flags"`
	Values []DecodedValue `json:"values"`
}

// LiveFrame is a frame with what it says.
type LiveFrame struct {
	Frame
	Decoded *DecodedFrame `json:"decoded,omitempty" doc:"Asked for with decode; not of files"`
}

type frameTrial struct {
	DevicePath
	Body FrameTrial
}

type debugCommand struct {
	Body struct {
		DeviceID int64  `json:"deviceId" minimum:"1"`
		Format   string `json:"format,omitempty" enum:"text,hex" default:"text"`
		Content  string `json:"content" maxLength:"4000" doc:"Passed on to the instrument; hexadecimal may have blanks and 0x"`
	}
}

func (s *server) debug() {
	const one = "/corporations/{corporationId}/devices/{deviceId}"
	register(s, operation{
		id: "tryFrame", method: http.MethodPost, path: one + "/frames/try", tag: "devices", need: deviceNeed(access.Retrieve), unlogged: asks, maxBody: trialRoom,
		summary: "What a frame would become for a device", detail: "Decoded, checked and folded as if the device had sent it now. Nothing is stored.",
	}, func(ctx context.Context, in *frameTrial) (*output[TriedFrame], error) {
		payload, err := in.Body.payload()
		if err != nil {
			return nil, err
		}
		frame := intake.Frame{Device: in.DeviceID, Transport: intake.MQTT, Kind: intake.Up, Received: time.Now().UnixMilli(), Payload: payload}
		if in.Body.Transport == intake.HTTP.String() {
			frame.Transport = intake.HTTP
			if len(payload) > httpin.MaxBody {
				return nil, fault.OnField("content", fault.BodyTooLarge)
			}
		}
		trial, err := s.Frames.Try(ctx, frame)
		if err != nil {
			return nil, err
		}
		if frame.Transport == intake.HTTP && trial.Refused != nil {
			trial.Rows = nil
		}
		tried, err := s.Trials.Try(ctx, trial.Rows)
		if err != nil {
			return nil, err
		}
		points, err := s.triedPoints(ctx, tried)
		return answer(TriedFrame{DecodedFrame: decodedOf(ctx, trial), Points: points}), err
	})
	register(s, operation{
		id: "liveFrames", method: http.MethodGet, path: one + "/frames/live", tag: "devices", need: deviceNeed(access.Retrieve), limit: -1,
		summary: "Frames of a device as they come, as a text/event-stream",
		detail:  "Events: ready {} once; frame {a LiveFrame}; attempt {} when listDeviceAttempts has something new; end {code} when the session is over. Fetched with the bearer header.",
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
			}}
		},
	}, func(ctx context.Context, in *DevicePath) (*streamed, error) {
		who := callerOf(ctx)
		return &streamed{Body: func(hc huma.Context) {
			if !s.streams.enter(who.Account.ID) {
				s.refuse(hc, ctx, fault.New(fault.TooManyRequests, "seconds", int(renewal/time.Second)))
				return
			}
			defer s.streams.leave(who.Account.ID)
			r, w := humachi.Unwrap(hc)
			s.streamFrames(hc.Context(), w, r, in.DeviceID)
		}}, nil
	})
	register(s, operation{
		id: "debugCommand", method: http.MethodPost, path: "/common/debug-command", tag: "commands", need: deviceNeed(access.Update), held: inBody,
		summary: "Pass text or bytes on to an instrument", detail: "A raw command of the device: its reply comes as the event command and is listed with the device's commands.",
	}, func(ctx context.Context, in *debugCommand) (*output[Command], error) {
		who := callerOf(ctx)
		d, err := s.Devices.Get(ctx, who.scope, in.Body.DeviceID)
		if err != nil {
			return nil, err
		}
		if err := who.require(deviceNeed(access.Update), d.ProjectID); err != nil {
			return nil, err
		}
		if in.Body.Content == "" {
			return nil, fault.OnField("content", fault.Empty)
		}
		args, err := json.Marshal(map[string]string{in.Body.Format: in.Body.Content})
		if err != nil {
			return nil, err
		}
		c, err := s.Commands.Send(ctx, who.actor(), d, command.Order{Kind: command.Raw, Args: args})
		return answer(commandOf(c)), err
	})
}

func (t FrameTrial) payload() ([]byte, error) {
	if t.Content == "" {
		return nil, fault.OnField("content", fault.Empty)
	}
	if t.Format == "hex" {
		return command.Bytes(t.Content)
	}
	return []byte(t.Content), nil
}

// typeNames are the names of message types on the wire.
var typeNames = map[protocol.Type]string{
	protocol.Data: "data", protocol.Block: "block", protocol.Event: "event", protocol.TimeRequest: "time", protocol.Registration: "reg",
	protocol.Ack: "ack", protocol.Status: "status",
}

// mostShown is how many readings of a frame are told: a block holds thousands.
const mostShown = 200

func decodedOf(ctx context.Context, t intake.Trial) DecodedFrame {
	d := DecodedFrame{Type: typeNames[t.Type], Event: t.Code, Firmware: t.Firmware, Readings: []DecodedReading{}}
	if t.Answer != nil {
		d.Command, d.Code, d.Message = t.Answer.ID, t.Answer.Code, t.Answer.Message
	}
	for _, row := range t.Rows[:min(len(t.Rows), mostShown)] {
		_, channel := row.Series.Channel()
		d.Readings = append(d.Readings, DecodedReading{ChannelNo: channel, Time: row.Time, TimeFixed: row.Flag&reading.TimeFixed != 0, Values: valuesOf(row)})
	}
	if t.Refused != nil {
		lang := languageOf(ctx)
		d.Refusal, d.Fields = t.Refused.Text(lang), t.Refused.FieldTexts(lang)
	}
	return d
}

func valuesOf(row series.Put) []DecodedValue {
	values := make([]DecodedValue, 0, len(row.Values))
	for i, column := range row.Columns.List {
		values = append(values, DecodedValue{Field: column.Field, Node: column.Node, Value: finite(row.Values[i])})
	}
	return values
}

// triedPoints names what a trial found, of the points that the caller may see.
func (s *server) triedPoints(ctx context.Context, tried []computation.Trial) ([]TriedPoint, error) {
	points := make([]TriedPoint, 0, len(tried))
	var ids []int64
	for i := range tried {
		ids = append(ids, tried[i].Point)
	}
	known := map[int64]point.Listed{}
	const atOnce = 200
	for piece := range slices.Chunk(ids, atOnce) {
		page, err := s.Points.List(ctx, callerOf(ctx).scope, point.Filter{Query: listing.Query{Page: 1, Size: atOnce}, IDs: piece})
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
			found.Results = append(found.Results, TriedResult{Time: row.Time, Flags: listOf(row.Flag.Names(), same), Values: valuesOf(row)})
		}
		for _, record := range t.Levels {
			found.Level = max(found.Level, int(record.CurrentLevel))
		}
		points = append(points, found)
	}
	return points, nil
}

// decoded tells what a frame of the journal says; nil for files, which are tables.
func (s *server) decoded(ctx context.Context, l intake.Logged) (*DecodedFrame, error) {
	switch {
	case l.Transport == intake.File:
		return nil, nil
	case l.Kind == intake.Down:
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
	strangers, err := s.seesStrangers(ctx, callerOf(ctx))
	if err != nil {
		return
	}
	attempts := s.Frames.Attempts().Watch(ctx, deviceID, strangers)
	beat := time.NewTicker(renewal)
	defer beat.Stop()
	if !send(w, control, "ready", []byte("{}")) {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		case <-beat.C:
			if !s.stillSees(ctx, r, deviceID) {
				send(w, control, "end", []byte(`{"code":8007}`))
				return
			}
			if _, err := w.Write([]byte(": \n\n")); err != nil || control.Flush() != nil {
				return
			}
		case <-attempts:
			if !send(w, control, "attempt", []byte("{}")) {
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
			if err != nil || !send(w, control, "frame", data) {
				return
			}
		}
	}
}

// stillSees tells whether the session goes on and may see the device.
func (s *server) stillSees(ctx context.Context, r *http.Request, deviceID int64) bool {
	who, err := s.authenticate(ctx, r)
	if err != nil {
		return false
	}
	d, err := s.Devices.Get(ctx, who.scope, deviceID)
	return err == nil && who.require(deviceNeed(access.Retrieve), d.ProjectID) == nil
}
