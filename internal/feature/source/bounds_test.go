package source_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"plumbline/internal/feature/source"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/mosquittotest"
)

// A broker that announces a message of 200 MB is left before it sends it, and the source says why.
func TestBrokerThatAnnouncesTooMuchIsLeft(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	left := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			left <- err
			return
		}
		defer conn.Close()
		packet := make([]byte, 1000)
		_, _ = conn.Read(packet)                            // CONNECT
		_, _ = conn.Write([]byte{0x20, 2, 0, 0})            // CONNACK
		_, _ = conn.Read(packet)                            // SUBSCRIBE
		_, _ = conn.Write([]byte{0x90, 3, 0, packet[3], 1}) // SUBACK
		_, _ = conn.Write([]byte{0x32, 0x80, 0x90, 0xaf, 0x5f})
		_, err = io.Copy(io.Discard, conn)
		left <- err
	}()
	at := r.create(r.broker("tcp://" + listener.Addr().String()))
	if err := r.sources.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-left
	if got := r.ask("GET", at, nil, 200); got["code"].(float64) != float64(errs.BodyTooLarge.Code) {
		t.Errorf("state %v", got)
	}
}

// A corporation with many slow sources leaves room for those of others.
func TestSlowSourcesOfOneCorporationLeaveRoom(t *testing.T) {
	const atOnce = 4 // of a corporation
	r := start(t, apptest.Engines()[0])
	var asked atomic.Int64
	goOn := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		<-goOn
		_, _ = fmt.Fprint(w, `{"code":0,"data":{"list":[]}}`)
	}))
	defer slow.Close()
	for n := range atOnce + 2 {
		body := r.pull(slow.URL)
		body["name"] = fmt.Sprint("slow ", n)
		r.create(body)
	}
	quick := openCloud(t)
	r.elsewhere(quick.URL)
	r.serve()
	r.until("the source of another corporation", func() bool { return quick.said() != "" })
	r.until("slow sources", func() bool { return asked.Load() == atOnce })
	close(goOn)
	r.until("the others", func() bool { return asked.Load() == atOnce+2 })
}

// A server that an operator drains begins nothing and ends its connections, and another one goes on.
func TestRestingServerHandsOver(t *testing.T) {
	o, r := reach(t, mosquittotest.Start(t, "")), start(t, apptest.Engines()[0])
	at := r.create(r.broker(o.address))
	r.serve()
	connected := func() float64 { return r.ask("GET", at, nil, 200)["lastRun"].(float64) }
	r.until("subscribed", func() bool { return connected() > 0 })
	first := connected()
	r.resting.Store(true)
	c := openCloud(t)
	body := r.pull(c.URL)
	delete(body, "mapping") // the device keeps that of the broker
	r.create(body)
	r.until("released", func() bool {
		runs := r.ask("GET", at+"/runs", nil, 200)
		return runs["total"].(float64) == 1
	})
	o.publish("site/HDA3-110742/data", `{"t":1700000000,"f":1.5}`)
	if got := r.readings(r.Collector.ID, 1); got != "" || c.said() != "" {
		t.Errorf("a resting server got %s", got)
	}
	r.resting.Store(false)
	r.until("subscribed again", func() bool { return connected() > first })
	r.until("what has come meanwhile", func() bool { return strings.HasPrefix(r.readings(r.Collector.ID, 1), "1700000000 freq=1.5") })
}

// elsewhere adds a source of another corporation.
func (r *rig) elsewhere(address string) {
	r.Helper()
	ctx, who := r.Context(), audit.Program("test")
	site, err := r.Projects.Create(ctx, who, project.Project{CorporationID: r.Other.ID, Name: "Elsewhere"})
	if err != nil {
		r.Fatal(err)
	}
	made, _, err := r.Devices.Create(ctx, who, device.Device{
		CorporationID: r.Other.ID, ProjectID: site.ID, Name: "Cloud", Kind: device.Collector, Type: "HDA3", Model: "HDA3-16", SNCode: "CLOUD-1", Register: "CLOUD-1",
	}, nil)
	if err != nil {
		r.Fatal(err)
	}
	if err := r.sources.Save(ctx, who, &source.Draft{Source: source.Source{
		CorporationID: r.Other.ID, ProjectID: site.ID, Name: "Cloud", Kind: source.Pull, Enabled: true, Devices: []int64{made.ID},
		Settings: source.Settings{Pull: &source.PullSettings{URL: address, Every: 30}},
	}}); err != nil {
		r.Fatal(err)
	}
}
