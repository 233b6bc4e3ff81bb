package app

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/servers"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// operator is a platform operator who calls a server over HTTP.
type operator struct {
	*several
	name, password, token string
}

// listen opens the ports of a server.
func (s *several) listen(server *Server) {
	s.Helper()
	server.Config.HTTP, server.Config.MQTT = "127.0.0.1:0", "127.0.0.1:0"
	front, err := newFront(server.Config, slog.New(slog.DiscardHandler))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = front.close() })
	if err := server.listen(front); err != nil {
		s.Fatal(err)
	}
}

func (s *several) operator() *operator {
	s.Helper()
	o := &operator{several: s, name: "op"}
	var err error
	if o.password, err = s.servers[0].Identity.CreateOperator(s.Context(), o.name); err != nil {
		s.Fatal(err)
	}
	var session struct{ Token string }
	if code := o.call(s.servers[0], "POST", "/api/sessions/signin", fmt.Sprintf(`{"name":%q,"password":%q}`, o.name, o.password), &session); code != 0 {
		s.Fatalf("sign in: %d", code)
	}
	o.token = session.Token
	return o
}

// call calls a server, and returns the code of a refusal; 0: success.
func (o *operator) call(at *Server, method, path, body string, into any) int {
	o.Helper()
	request, err := http.NewRequestWithContext(o.Context(), method, "http://"+at.front.address+path, strings.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if o.token != "" {
		request.Header.Set("Authorization", "Bearer "+o.token)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		o.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		o.Fatal(err)
	}
	if reply.StatusCode >= http.StatusMultipleChoices {
		var refusal struct{ Code int }
		if err := json.Unmarshal(text, &refusal); err != nil || refusal.Code == 0 {
			o.Fatalf("%s %s: %d %s", method, path, reply.StatusCode, text)
		}
		return refusal.Code
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			o.Fatal(err)
		}
	}
	return 0
}

// until looks at the servers until they are as wanted.
func (o *operator) until(at *Server, what string, wanted func(servers.View) bool) servers.View {
	o.Helper()
	var view servers.View
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		view = servers.View{}
		if code := o.call(at, "GET", "/api/system/servers", "", &view); code != 0 {
			o.Fatalf("list the servers: %d", code)
		}
		if wanted(view) {
			return view
		}
		await.Pause()
	}
	text, _ := json.Marshal(view.Servers)
	o.Fatalf("not within a minute: %s; servers: %s", what, text)
	return view
}

// one returns a server of a view, or nil.
func one(view servers.View, server *Server) *servers.Server {
	for i := range view.Servers {
		if view.Servers[i].ID == server.member.Server() {
			return &view.Servers[i]
		}
	}
	return nil
}

func pathOf(server *Server, rest string) string {
	return fmt.Sprintf("/api/system/servers/%d%s", server.member.Server(), rest)
}

// spread reports whether each of the servers holds some of the partitions, together all.
func spread(among ...*Server) func(servers.View) bool {
	return func(view servers.View) bool {
		held := 0
		for _, server := range among {
			row := one(view, server)
			if row == nil || row.Partitions == 0 || row.Report == nil {
				return false
			}
			held += row.Partitions
		}
		return held == len(view.Partitions)
	}
}

func (s *several) ready(server *Server) int {
	s.Helper()
	reply, err := http.Get("http://" + server.front.address + "/readyz")
	if err != nil {
		s.Fatal(err)
	}
	_ = reply.Body.Close()
	return reply.StatusCode
}

// connect connects a new device over MQTT; ended is closed when its connection ends.
func (s *several) connect(server *Server, register string) (ended chan struct{}) {
	s.Helper()
	r := rehearsal{t: s.T}
	made, secret, err := s.servers[0].Devices.Create(s.Context(), program("test"), device.Device{
		CorporationID: s.gauges[0].CorporationID, ProjectID: s.gauges[0].ProjectID, Name: register, Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: register, Register: register,
	}, []timeline.Draft{r.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": 2}})})
	if err != nil {
		s.Fatal(err)
	}
	ended = make(chan struct{})
	options := paho.NewClientOptions().AddBroker("tcp://" + server.devices.Address()).SetClientID(made.Register).SetUsername(made.Register).SetPassword(secret)
	options.SetAutoReconnect(false).SetConnectionLostHandler(func(paho.Client, error) { close(ended) })
	client := paho.NewClient(options)
	if token := client.Connect(); token.Wait() && token.Error() != nil {
		s.Fatal(token.Error())
	}
	s.Cleanup(func() { client.Disconnect(0) })
	return ended
}

// flow has all gauges send readings to any of the servers until the returned function is called, which returns how many
// each has sent.
func (s *several) flow(from int, among ...*Server) (stop func() int) {
	end, sent := make(chan struct{}), from
	var sending sync.WaitGroup
	sending.Go(func() {
		for {
			select {
			case <-end:
				return
			default:
				s.send(sent, 1, among...)
				sent++
			}
		}
	})
	return func() int {
		close(end)
		sending.Wait()
		return sent
	}
}

// TestServerIsDrainedByACall: while readings flow, an operator drains one of two servers over the other. It takes no
// devices any more, the other takes over its partitions, and all readings get their results. The end of the drain and a
// stop after another one work too.
func TestServerIsDrainedByACall(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(6, 4)
	second := s.join()
	s.listen(first)
	s.listen(second)
	o := s.operator()
	o.until(first, "both hold partitions", spread(first, second))
	ended := s.connect(first, "GUEST-1")
	o.until(first, "the connection is reported", func(v servers.View) bool { return one(v, first).Report.Connections == 1 })
	stop := s.flow(0, first, second)

	if code := o.call(second, "DELETE", pathOf(first, "/drain"), "", nil); code != errs.DrainsNot.Code {
		t.Errorf("end of no drain: %d", code)
	}
	if code := o.call(second, "POST", "/api/system/servers/999999/drain", "", nil); code != errs.NothingHere.Code {
		t.Errorf("drain of nobody: %d", code)
	}
	var effect servers.Effect
	if code := o.call(second, "GET", pathOf(first, "/drain-effect"), "", &effect); code != 0 ||
		effect.Others != 1 || effect.Devices != 1 || effect.Partitions == 0 || effect.Points == 0 {
		t.Errorf("effect: %d %+v", code, effect)
	}
	if code := o.call(second, "POST", pathOf(first, "/drain"), "", nil); code != 0 {
		t.Fatalf("drain: %d", code)
	}
	if code := o.call(second, "POST", pathOf(first, "/drain"), "", nil); code != errs.DrainsAlready.Code {
		t.Errorf("a second drain: %d", code)
	}
	if code := o.call(first, "POST", pathOf(second, "/drain"), "", nil); code != errs.NobodyTakesOver.Code {
		t.Errorf("drain of the last one: %d", code)
	}
	view := o.until(second, "drained", func(v servers.View) bool { return one(v, first).Drain.SafeAt != 0 })
	<-ended
	d := one(view, first).Drain
	times := []int64{d.AskedAt, d.ClosedAt, d.NotifiedAt, d.HandedOverAt, d.EmptiedAt, d.SafeAt}
	if !slices.IsSorted(times) || d.AskedAt == 0 || d.Devices != 1 || d.Partitions == 0 || d.By == "" {
		t.Errorf("steps: %+v", d)
	}
	if one(view, first).Partitions != 0 || one(view, second).Partitions != len(view.Partitions) {
		t.Errorf("partitions after the drain: %d and %d", one(view, first).Partitions, one(view, second).Partitions)
	}
	if got := s.ready(first); got != http.StatusServiceUnavailable {
		t.Errorf("/readyz of the drained server: %d", got)
	}
	if conn, err := net.Dial("tcp", first.devices.Address()); err == nil {
		_ = conn.Close()
		t.Error("the drained server accepts devices")
	}

	if code := o.call(second, "DELETE", pathOf(first, "/drain"), "", nil); code != 0 {
		t.Fatalf("end the drain: %d", code)
	}
	view = o.until(second, "back", spread(first, second))
	if one(view, first).Drain != nil {
		t.Errorf("after the end: %+v", one(view, first).Drain)
	}
	o.until(second, "ready again", func(v servers.View) bool { return one(v, first).Report.Ready })
	if got := s.ready(first); got != http.StatusOK {
		t.Errorf("/readyz after the end: %d", got)
	}
	s.connect(first, "GUEST-2")

	if code := o.call(second, "POST", pathOf(first, "/drain"), "", nil); code != 0 {
		t.Fatalf("drain again: %d", code)
	}
	o.until(second, "drained again", func(v servers.View) bool { return one(v, first).Drain.SafeAt != 0 })
	sent := stop()
	gone := first.member.Server()
	s.stop(first)
	view = o.until(second, "left", func(v servers.View) bool { return one(v, first) == nil })
	if len(view.Former) != 1 || view.Former[0].ID != gone || view.Former[0].SuccessorID != 0 {
		t.Errorf("former servers: %+v", view.Former)
	}
	s.settle()
	s.check(sent)
	t.Logf("%d readings of each of %d gauges", sent, len(s.gauges))
	var logged int
	err := second.DB.Reader().QueryRowContext(t.Context(), "SELECT count(*) FROM oplog WHERE kind = 'server' AND action IN ('drain', 'endDrain') AND thing_id = $1", gone).
		Scan(&logged)
	if err != nil || logged != 3 {
		t.Errorf("%d entries in the operation log, %v; want 3", logged, err)
	}
}

// TestDrainedServerTakesBackWhatNobodyElseHolds: the only other server stops while one is drained. Results go on.
func TestDrainedServerTakesBackWhatNobodyElseHolds(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(2, 2)
	second := s.join()
	s.listen(first)
	s.listen(second)
	o := s.operator()
	o.until(first, "both hold partitions", spread(first, second))
	if code := o.call(first, "POST", pathOf(first, "/drain"), "", nil); code != 0 {
		t.Fatalf("drain: %d", code)
	}
	o.until(first, "drained", func(v servers.View) bool { return one(v, first).Drain.SafeAt != 0 })
	s.stop(second)
	view := o.until(first, "it holds all", func(v servers.View) bool {
		return one(v, first).Partitions == len(v.Partitions) && one(v, first).Drain.SafeAt == 0
	})
	if d := one(view, first).Drain; d.HandedOverAt != 0 || d.NotifiedAt == 0 {
		t.Errorf("steps: %+v", d)
	}
	s.send(0, 20, first)
	s.settle()
	s.check(20)
}
