package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/signal"
)

const (
	// heartbeat is how often a stream sends a beat, so that a client notices within 10 s
	// when nothing comes through, and proxies do not end a quiet stream.
	heartbeat = 3 * time.Second
	// renewal is how often a stream checks its session and roles against the database,
	// for changes that were not signalled.
	renewal = 15 * time.Second
	// streamsOfAccount is how many streams an account may hold open: browsers keep at
	// most six to a host, and people have more than one.
	streamsOfAccount = 24
)

// streamCount counts the streams that accounts hold open.
type streamCount struct {
	mu   sync.Mutex
	open map[int64]int
}

// enter takes a place for an account, unless it has them all.
func (c *streamCount) enter(account int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[account] >= streamsOfAccount {
		return false
	}
	c.open[account]++
	return true
}

func (c *streamCount) leave(account int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[account]--; c.open[account] == 0 {
		delete(c.open, account)
	}
}

type eventsInput struct {
	ProjectID int64 `query:"projectId" minimum:"0" doc:"Only this project; 0: all that the caller may see"`
}

// events is the stream of live events. An event carries ids, never values: the
// client fetches what it shows. Whoever was away fetches once and goes on.
func (s *server) events() {
	register(s, operation{
		id: "events", method: http.MethodGet, path: "/events", tag: "events", limit: -1,
		summary: "Live events as a text/event-stream",
		detail: "Fetched with the bearer header. Events: ready {} once; live {project, payload: {points}}; alert {project, payload: {alerts}}; " +
			"command {project, payload: {devices}} when commands to devices or upgrades of them changed; notification {}; end {code} when the session is over. beat {time} every 3 s, with the server's time in Unix ms: a client that hears nothing for 8 s should take the connection as lost. An account holds at most 24 streams (429). After a break, connect again and fetch what is shown.",
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}},
			}}
		},
	}, func(ctx context.Context, in *eventsInput) (*streamed, error) {
		who := callerOf(ctx)
		if in.ProjectID != 0 {
			if _, err := s.Projects.Get(ctx, who.scope, in.ProjectID); err != nil {
				return nil, err
			}
		}
		return &streamed{Body: func(hc huma.Context) {
			if !s.streams.enter(who.Account.ID) {
				s.refuse(hc, ctx, fault.New(fault.TooManyRequests, "seconds", int(renewal/time.Second)))
				return
			}
			defer s.streams.leave(who.Account.ID)
			r, w := humachi.Unwrap(hc)
			s.stream(hc.Context(), w, r, in.ProjectID)
		}}, nil
	})
}

func (s *server) stream(ctx context.Context, w http.ResponseWriter, r *http.Request, only int64) {
	who := callerOf(ctx)
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := s.Bus.Subscribe(ctx, signal.Live, signal.Alert, signal.Notification, signal.Command, signal.Access)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	check := time.NewTicker(renewal)
	defer check.Stop()
	if !send(w, control, "ready", []byte("{}")) {
		return
	}
	visible := map[int64]bool{}
	// renew reports whether the session is still valid, and takes up changed roles.
	renew := func() bool {
		fresh, err := s.authenticate(ctx, r)
		if err != nil {
			if f, ok := fault.As(err); ok {
				send(w, control, "end", fmt.Appendf(nil, `{"code":%d}`, f.Code))
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
		case <-s.closing:
			return
		case <-check.C:
			if !renew() {
				return
			}
		case now := <-beat.C:
			if !send(w, control, "beat", fmt.Appendf(nil, `{"time":%d}`, now.UnixMilli())) {
				return
			}
		case event, open := <-events:
			if !open || event.Topic == signal.Access && changesFor(event, who.Account.ID) && !renew() {
				return
			}
			data, ok := s.eventFor(ctx, who, event, only, visible)
			if ok && !send(w, control, event.Topic, data) {
				return
			}
		}
	}
}

// changesFor tells whether what an account may do has changed.
func changesFor(event signal.Event, account int64) bool {
	var payload signal.AccessPayload
	if len(event.Payload) == 0 || json.Unmarshal(event.Payload, &payload) != nil {
		return true // the connection to the database was lost: anything may have changed
	}
	return slices.Contains(payload.Accounts, 0) || slices.Contains(payload.Accounts, account)
}

// eventFor is what of an event the caller may know.
func (s *server) eventFor(ctx context.Context, who *caller, event signal.Event, only int64, visible map[int64]bool) ([]byte, bool) {
	if event.Topic == signal.Access {
		return nil, false
	}
	if event.Topic == signal.Notification {
		var payload signal.NotificationPayload
		if json.Unmarshal(event.Payload, &payload) != nil || len(payload.Accounts) > 0 && !slices.Contains(payload.Accounts, who.Account.ID) {
			return nil, false
		}
		if len(payload.Accounts) == 0 && !s.seesProject(ctx, who, event.Project, visible) {
			return nil, false
		}
		return []byte("{}"), true
	}
	if event.Topic == signal.Command && event.Project == 0 && only == 0 && event.Payload != nil {
		return s.stockCommands(ctx, who, event)
	}
	if only != 0 && event.Project != only || !s.seesProject(ctx, who, event.Project, visible) {
		return nil, false
	}
	area := access.Data
	switch event.Topic {
	case signal.Alert:
		area = access.Alert
	case signal.Command:
		area = access.Device
	}
	if !who.may(area, access.Retrieve, event.Project) {
		return nil, false
	}
	payload := event.Payload
	if len(payload) == 0 {
		payload = json.RawMessage("{}")
	}
	return fmt.Appendf(nil, `{"project":%d,"payload":%s}`, event.Project, payload), true
}

// stockCommands is what of an event about devices in stock the caller may know.
func (s *server) stockCommands(ctx context.Context, who *caller, event signal.Event) ([]byte, bool) {
	var payload signal.CommandPayload
	if json.Unmarshal(event.Payload, &payload) != nil {
		return nil, false
	}
	seen := slices.DeleteFunc(payload.Devices, func(id int64) bool {
		d, err := s.Devices.Get(ctx, who.scope, id)
		return err != nil || who.require(deviceNeed(access.Retrieve), d.ProjectID) != nil
	})
	if len(seen) == 0 {
		return nil, false
	}
	data, err := json.Marshal(map[string]any{"project": 0, "payload": signal.CommandPayload{Devices: seen}})
	return data, err == nil
}

// seesProject asks the database once per renewal for each project.
func (s *server) seesProject(ctx context.Context, who *caller, project int64, visible map[int64]bool) bool {
	sees, known := visible[project]
	if !known {
		_, err := s.Projects.Get(ctx, who.scope, project)
		sees = err == nil
		visible[project] = sees
	}
	return sees
}

func send(w http.ResponseWriter, control *http.ResponseController, name string, data []byte) bool {
	_, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
	return err == nil && control.Flush() == nil
}
