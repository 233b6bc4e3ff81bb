package fieldapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// LiveFrame is a frame with its content.
type LiveFrame struct {
	Frame
	Decoded *DecodedFrame `json:"decoded,omitempty" doc:"Only with decode; not for files"`
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
		Example:  `{"format":"text","content":"{\"v\":{\"voltage\":12}}"}`,
		Summary:  "Preview the decoding of a frame for a device",
		NearMiss: httpapi.NearMiss{Body: `{"content":"00","format":"hex","protocol":"modbux"}`, Field: "protocol"},
		Detail: "Takes the frame apart, decodes, checks and computes it as if the device had sent it now, and says which points it would feed, or why none. " +
			"Nothing is stored or sent.",
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

// decoded returns the content of a frame; nil for files, which are tables, and for bytes that no request awaits.
func (s *server) decoded(ctx context.Context, l ingest.Logged) (*DecodedFrame, error) {
	switch {
	case l.Transport == ingest.File, l.Kind == ingest.Stray, l.Kind == ingest.Late:
		return nil, nil
	case l.Kind == ingest.Down, l.Kind == ingest.Unanswered:
		return &DecodedFrame{Type: "down", Readings: []DecodedReading{}}, nil
	}
	trial, err := s.Frames.Try(ctx, l.Frame, nil)
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
