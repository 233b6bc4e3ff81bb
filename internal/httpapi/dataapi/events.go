package dataapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
)

type eventsInput struct {
	ProjectID int64 `query:"projectId" minimum:"0" doc:"Only this project; 0: everything the caller may see"`
}

// events streams live events. An event has ids, never values: the client fetches what it displays. A client that was
// disconnected fetches once and continues.
func (s *server) eventCalls() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "events", Method: http.MethodGet, Path: "/events", Tag: "events", Limit: -1,
		Summary: "Live events as a text/event-stream",
		Detail: "Fetch it with the bearer header. Events: ready {} once; live {project, payload: {points}}; alert {project, payload: {alerts}}; " +
			"command {project, payload: {devices}} when commands to devices or upgrades of them changed; notification {}; end {code} when the session is over. beat {time} every 3 s, with the server's time in Unix ms: a client that hears nothing for 8 s should take the connection as lost. An account holds at most 24 streams (429). After a break, connect again and fetch what is shown.",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
			}}
		},
	}, s.events)
}

func (s *server) events(ctx context.Context, in *eventsInput) (*httpapi.Streamed, error) {
	who := httpapi.CallerOf(ctx)
	if in.ProjectID != 0 {
		if _, err := s.Projects.Get(ctx, who.Scope, in.ProjectID); err != nil {
			return nil, err
		}
	}
	return &httpapi.Streamed{Body: func(hc huma.Context) {
		leave, ok := s.OpenStream(ctx, hc, who.Account.ID)
		if !ok {
			return
		}
		defer leave()
		r, w := humachi.Unwrap(hc)
		s.stream(hc.Context(), w, r, in.ProjectID)
	}}, nil
}

func (s *server) stream(ctx context.Context, w http.ResponseWriter, r *http.Request, only int64) {
	who := httpapi.CallerOf(ctx)
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	received := s.Bus.Subscribe(ctx, events.Live, events.Alert, events.Notification, events.Command, events.Access)
	beat := time.NewTicker(httpapi.Heartbeat)
	defer beat.Stop()
	if !httpapi.Send(w, control, "ready", []byte("{}")) {
		return
	}
	visible := map[int64]bool{}
	// renew reports whether the session is still valid, and applies changed roles.
	renew := func() bool {
		fresh, err := s.Authenticate(ctx, r)
		if err != nil {
			if f, ok := errs.As(err); ok {
				httpapi.Send(w, control, "end", fmt.Appendf(nil, `{"code":%d}`, f.Code))
			}
			return false
		}
		who = fresh
		clear(visible)
		return true
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.Closing():
			return
		case now := <-beat.C:
			if !renew() || !httpapi.Send(w, control, "beat", fmt.Appendf(nil, `{"time":%d}`, now.UnixMilli())) {
				return
			}
		case event, open := <-received:
			if !open || event.Topic == events.Access && changesFor(event, who.Account.ID) && !renew() {
				return
			}
			data, ok := s.eventFor(ctx, who, event, only, visible)
			if ok && !httpapi.Send(w, control, event.Topic, data) {
				return
			}
		}
	}
}

// changesFor reports whether an account's permissions may have changed.
func changesFor(event events.Event, account int64) bool {
	var payload events.AccessPayload
	if len(event.Payload) == 0 || json.Unmarshal(event.Payload, &payload) != nil {
		return true // the connection to the database was lost: anything may have changed
	}
	return slices.Contains(payload.Accounts, 0) || slices.Contains(payload.Accounts, account)
}

// eventFor returns the part of an event that the caller may see.
func (s *server) eventFor(ctx context.Context, who *httpapi.Caller, event events.Event, only int64, visible map[int64]bool) ([]byte, bool) {
	if event.Topic == events.Access {
		return nil, false
	}
	if event.Topic == events.Notification {
		var payload events.NotificationPayload
		if json.Unmarshal(event.Payload, &payload) != nil || len(payload.Accounts) > 0 && !slices.Contains(payload.Accounts, who.Account.ID) {
			return nil, false
		}
		if len(payload.Accounts) == 0 && !s.seesProject(ctx, who, event.Project, visible) {
			return nil, false
		}
		return []byte("{}"), true
	}
	if event.Topic == events.Command && event.Project == 0 && only == 0 && event.Payload != nil {
		return s.stockCommands(ctx, who, event)
	}
	if only != 0 && event.Project != only || !s.seesProject(ctx, who, event.Project, visible) {
		return nil, false
	}
	area := access.Data
	switch event.Topic {
	case events.Alert:
		area = access.Alert
	case events.Command:
		area = access.Device
	}
	if !who.May(area, access.Retrieve, event.Project) {
		return nil, false
	}
	payload := event.Payload
	if len(payload) == 0 {
		payload = json.RawMessage("{}")
	}
	return fmt.Appendf(nil, `{"project":%d,"payload":%s}`, event.Project, payload), true
}

// stockCommands returns the part of an event about devices in stock that the caller may see.
func (s *server) stockCommands(ctx context.Context, who *httpapi.Caller, event events.Event) ([]byte, bool) {
	var payload events.CommandPayload
	if json.Unmarshal(event.Payload, &payload) != nil {
		return nil, false
	}
	seen := slices.DeleteFunc(payload.Devices, func(id int64) bool {
		d, err := s.Devices.Get(ctx, who.Scope, id)
		return err != nil || who.Require(httpapi.DevicePermission(access.Retrieve), d.ProjectID) != nil
	})
	if len(seen) == 0 {
		return nil, false
	}
	data, err := json.Marshal(map[string]any{"project": 0, "payload": events.CommandPayload{Devices: seen}})
	return data, err == nil
}

// seesProject queries the database once per renewal for each project.
func (s *server) seesProject(ctx context.Context, who *httpapi.Caller, project int64, visible map[int64]bool) bool {
	sees, known := visible[project]
	if !known {
		_, err := s.Projects.Get(ctx, who.Scope, project)
		sees = err == nil
		visible[project] = sees
	}
	return sees
}
