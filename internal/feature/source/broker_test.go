package source_test

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	paho "github.com/eclipse/paho.mqtt.golang"
	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/mosquittotest"
)

// outside is the broker of another company.
type outside struct {
	testing.TB
	address string
	client  paho.Client
}

// account lets the account of the tests in.
type account struct{ mochi.HookBase }

func (*account) ID() string { return "account" }

func (*account) Provides(b byte) bool {
	return b == mochi.OnConnectAuthenticate || b == mochi.OnACLCheck
}

func (*account) OnConnectAuthenticate(_ *mochi.Client, p packets.Packet) bool {
	return string(p.Connect.Username) == "plumbline" && string(p.Connect.Password) == "pass"
}

func (*account) OnACLCheck(_ *mochi.Client, topic string, _ bool) bool { return topic != "secret/+" }

// openOutside opens a broker that refuses some topics.
func openOutside(t *testing.T) *outside {
	t.Helper()
	server := mochi.New(&mochi.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err := server.AddHook(new(account), nil); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := server.AddListener(listeners.NewNet("outside", listener)); err != nil {
		t.Fatal(err)
	}
	if err := server.Serve(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return reach(t, listener.Addr().String())
}

// reach connects a station to a broker.
func reach(t *testing.T, address string) *outside {
	t.Helper()
	o := &outside{TB: t, address: "tcp://" + address}
	o.client = paho.NewClient(paho.NewClientOptions().AddBroker(o.address).SetUsername("plumbline").SetPassword("pass").SetClientID("station"))
	if token := o.client.Connect(); !token.WaitTimeout(patience) || token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { o.client.Disconnect(0) })
	return o
}

func (o *outside) publish(topic, payload string) {
	o.Helper()
	if token := o.client.Publish(topic, 1, false, payload); !token.WaitTimeout(patience) || token.Error() != nil {
		o.Fatal(token.Error())
	}
}

func (r *rig) broker(address string) map[string]any {
	return map[string]any{
		"name": "broker", "kind": "broker", "enabled": true, "deviceIds": []int64{r.Collector.ID},
		"settings": map[string]any{"broker": map[string]any{
			"url": address, "clientId": "plumbline-1", "user": "plumbline", "topics": []any{map[string]any{"filter": "site/+/data", "level": 2}},
		}},
		"secrets": []any{map[string]string{"name": "password", "value": "pass"}},
		"mapping": json.RawMessage(`{"time":{"path":"t","format":"s"},"values":[{"path":"f","field":"freq","channel":1}]}`),
	}
}

// serve runs the sources like a server, until stop.
func (r *rig) serve() (stop func()) {
	ctx, cancel := context.WithCancel(r.Context())
	var running sync.WaitGroup
	running.Go(func() { r.sources.Run(ctx) })
	stop = sync.OnceFunc(func() { cancel(); running.Wait() })
	r.Cleanup(stop)
	return stop
}

// until waits for a state.
func (r *rig) until(what string, is func() bool) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	for !is() {
		if ctx.Err() != nil {
			r.Fatalf("never: %s", what)
		}
		if err := r.Intake.WaitAllStored(ctx); err != nil {
			r.Fatal(err)
		}
	}
}

// Messages that an outside broker has while the platform is away come when it is back, each once.
func TestMessagesWaitAtTheBroker(t *testing.T) {
	o, r := reach(t, mosquittotest.Start(t, "")), start(t, apptest.Engines()[0])
	at := r.create(r.broker(o.address))
	stop := r.serve()
	r.until("subscribed", func() bool { return r.ask("GET", at, nil, 200)["lastGood"].(float64) > 0 })
	o.publish("site/HDA3-110742/data", `{"t":1700000000,"f":1.5}`)
	r.until("first", func() bool { return r.readings(r.Collector.ID, 1) == "1700000000 freq=1.5" })
	stop()
	o.publish("site/HDA3-110742/data", `{"t":1700000060,"f":2.5}`)
	o.publish("site/HDA3-110742/data", `{"t":1700000060,"f":2.5}`)
	r.serve()
	r.until("the rest", func() bool { return r.readings(r.Collector.ID, 1) == "1700000000 freq=1.5, 1700000060 freq=2.5" })
	o.publish("site/ELSEWHERE/data", `{"t":1700000060,"f":2.5}`) // alone: what waited comes in any order
	r.until("a stranger is shown", func() bool { return r.ask("GET", at, nil, 200)["code"].(float64) == float64(errs.TopicUnknown.Code) })
	o.publish("site/HDA3-110742/data", `{"t":1700000120,"f":3.5}`)
	r.until("the problem has passed", func() bool { return r.ask("GET", at, nil, 200)["code"].(float64) == 0 })
	if frames, _, err := r.Intake.Frames(t.Context(), r.Collector.ID, journalEnd, 10); err != nil || len(frames) != 4 {
		t.Errorf("%d frames, %v", len(frames), err)
	}
}

func TestBrokerThatRefusesIsShown(t *testing.T) {
	o, r := openOutside(t), start(t, apptest.Engines()[0])
	body := r.broker(o.address)
	body["secrets"] = []any{map[string]string{"name": "password", "value": "wrong"}}
	at := r.create(body)
	shown := func(want *errs.Message) {
		t.Helper()
		if err := r.sources.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.ask("GET", at, nil, 200); got["code"].(float64) != float64(want.Code) {
			t.Errorf("state %v, want %s", got, want.Key)
		}
	}
	shown(errs.SignInRefused)
	body = r.broker("tls://" + strings.TrimPrefix(o.address, "tcp://"))
	r.ask("PUT", at, body, 200)
	shown(errs.SourceUnreachable)
	other := httptest.NewUnstartedServer(http.NotFoundHandler())
	other.Config.ErrorLog = log.New(io.Discard, "", 0)
	other.StartTLS()
	t.Cleanup(other.Close)
	r.ask("PUT", at, r.broker("tls://"+other.Listener.Addr().String()), 200)
	shown(errs.CertificateUntrusted)
	body = r.broker(o.address)
	body["settings"].(map[string]any)["broker"].(map[string]any)["topics"] = []any{map[string]any{"filter": "secret/+", "level": 2}}
	r.ask("PUT", at, body, 200)
	shown(errs.BrokerRefused)
	body = r.broker("tcp://10.9.8.7:1883")
	r.ask("PUT", at, body, 200)
	shown(errs.AddressForbidden)
}

func TestBrokersThatAreRefused(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	topic := func(filter string, level int) []any { return []any{map[string]any{"filter": filter, "level": level}} }
	for name, of := range map[string]struct {
		key     string
		value   any
		message *errs.Message
	}{
		"scheme":      {"url", "http://a.example:80", errs.BrokerAddress},
		"no port":     {"url", "tcp://a.example", errs.BrokerAddress},
		"account":     {"url", "tcp://me:pw@a.example:1883", errs.BrokerAddress},
		"certificate": {"ca", "none", errs.CertificateInvalid},
		"filter":      {"topics", topic("a/#/b", 1), errs.TopicInvalid},
		"level":       {"topics", topic("a/b", 3), errs.OutOfRange},
		"no device":   {"topics", topic("a/b", 0), errs.Empty},
	} {
		body := r.broker("tcp://127.0.0.1:1")
		body["settings"].(map[string]any)["broker"].(map[string]any)[of.key] = of.value
		if got := r.ask("POST", "", body, 422); got["code"].(float64) != float64(of.message.Code) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
