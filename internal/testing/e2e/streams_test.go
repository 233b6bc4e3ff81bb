package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/events"
)

// stream is an open stream of live events.
type stream struct {
	*http.Response
	lines *bufio.Scanner
	end   context.CancelFunc
}

// listen opens a stream of events as an actor. A rejected stream has no lines.
func (w *world) listen(who *actor, query string) stream {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/api/events"+query, nil)
	w.must(err)
	if who.token != "" {
		r.Header.Set("Authorization", "Bearer "+who.token)
	}
	reply, err := w.client.Do(r)
	w.must(err)
	s := stream{reply, bufio.NewScanner(reply.Body), func() { cancel(); _ = reply.Body.Close() }}
	w.Cleanup(s.end)
	return s
}

// next returns the next event: its name and data in one line.
func (s stream) next() string {
	for s.lines.Scan() {
		if name, ok := strings.CutPrefix(s.lines.Text(), "event: "); ok && s.lines.Scan() {
			return name + " " + strings.TrimPrefix(s.lines.Text(), "data: ")
		}
	}
	return ""
}

func TestStreamShowsOnlyOwnEvents(t *testing.T) {
	w := newWorld(t)
	open := map[string]stream{}
	for _, name := range []string{"helper", "admin", "owner", "guest", "outsider", "stranger", "foreign-guest"} {
		open[name] = w.listen(w.person(name), "")
		if got := open[name].next(); got != "ready {}" {
			t.Fatalf("%s: first %q", name, got)
		}
	}
	for status, c := range map[int]struct {
		who   string
		query string
	}{401: {"nobody", ""}, 404: {"guest", "?projectId=" + w.sides[theirs].things["projectId"]}} {
		if s := w.listen(w.person(c.who), c.query); s.StatusCode != status {
			t.Errorf("%s%s: %d, want %d", c.who, c.query, s.StatusCode, status)
		}
	}
	publish := func(topic, payload string) {
		for _, at := range w.sides {
			project, err := strconv.ParseInt(at.things["projectId"], 10, 64)
			w.must(err)
			w.in.Bus.Publish(t.Context(), events.Event{Topic: topic, Project: project, Payload: []byte(payload)})
		}
	}
	publish(events.Live, `{"points":[1]}`)
	publish(events.Alert, `{"alerts":[1]}`)
	publish(events.Notification, `{}`)
	// The server collects events before sending. When the first mark arrives, earlier events have been collected too,
	// and arrive before the second mark at the latest.
	seen := map[string]map[side]int{}
	for _, mark := range []string{"424242", "434343"} {
		publish(events.Live, `{"points":[`+mark+`]}`)
		for name, s := range open {
			if seen[name] == nil {
				seen[name] = map[side]int{}
			}
			for last := name == "outsider"; !last; { // an outsider sees no project, and so no mark
				event := s.next()
				if event == "" {
					t.Fatalf("%s: the stream ended before %s", name, mark)
				}
				for of, at := range w.sides {
					if strings.Contains(event, fmt.Sprintf(`"project":%s,`, at.things["projectId"])) {
						seen[name][of]++
					}
				}
				last = strings.Contains(event, mark)
			}
		}
	}
	for name, told := range seen {
		if who := w.person(name); name != "outsider" && (told[who.side] < 3 || told[who.side.other()] != 0) {
			t.Errorf("%s received %d events of its own side, %d of the other", name, told[who.side], told[who.side.other()])
		}
	}
}

func TestStreamsPerAccountAreLimited(t *testing.T) {
	w := newWorld(t)
	guest := w.person("guest")
	var last stream
	held := 0
	for range 100 {
		if last = w.listen(guest, ""); last.StatusCode != 200 {
			break
		}
		last.next()
		held++
	}
	if held != 24 || last.StatusCode != http.StatusTooManyRequests || last.Header.Get("Retry-After") == "" {
		t.Errorf("%d streams, then %d", held, last.StatusCode)
	}
	if s := w.listen(w.person("owner"), ""); s.StatusCode != 200 {
		t.Errorf("another account: %d", s.StatusCode)
	}
}

func TestStreamEndsWithItsSession(t *testing.T) {
	w := newWorld(t)
	of := func(name string) string { return fmt.Sprint(w.person(name).account.ID) }
	for _, c := range []struct{ what, who, by, method, path, body string }{
		{"the account is disabled", "guest", "admin", "PATCH", "/api/users/disable", `{"ids":[` + of("guest") + `],"disabled":true}`},
		{"the password is reset", "outsider", "admin", "PUT", "/api/users/" + of("outsider") + "/initial-password", `{"password":"Another-2027"}`},
		{"the corporation is disabled", "owner", "system", "PATCH", w.sides[ours].fill("/api/corporations/{corporationId}/disable"), `{"disabled":true}`},
	} {
		s := w.listen(w.person(c.who), "")
		if got := s.next(); got != "ready {}" {
			t.Fatalf("%s: first %q", c.what, got)
		}
		// Long before the renewal after 15 s, which would also find it.
		waiting := time.AfterFunc(7*time.Second, s.end)
		if a := w.do(w.person(c.by), request{method: c.method, path: c.path, body: c.body}); a.status != 200 {
			t.Fatalf("%s: %d %s", c.what, a.status, a.body)
		}
		for got := s.next(); !strings.HasPrefix(got, "end "); got = s.next() {
			if got == "" {
				t.Errorf("%s: the stream goes on", c.what)
				break
			}
		}
		waiting.Stop()
	}
}

// The server sends heartbeats on an idle stream, so that clients do not treat the connection as lost.
func TestIdleStreamSendsHeartbeats(t *testing.T) {
	w := newWorld(t)
	s := w.listen(w.person("outsider"), "") // sees no project, so it gets no events
	if got := s.next(); got != "ready {}" {
		t.Fatalf("first %q", got)
	}
	var last int64
	for range 2 {
		name, data, _ := strings.Cut(s.next(), " ")
		var beat struct{ Time int64 }
		if err := json.Unmarshal([]byte(data), &beat); name != "beat" || err != nil || beat.Time <= last {
			t.Fatalf("%s %s after %d: %v", name, data, last, err)
		}
		last = beat.Time
	}
}
