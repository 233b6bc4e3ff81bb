package tcp_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/tcp"
)

func TestPortWithTLS(t *testing.T) {
	web := httptest.NewUnstartedServer(nil)
	web.StartTLS()
	t.Cleanup(web.Close)
	r := open(t, tcp.Port{TLS: web.TLS})
	conn, err := tls.Dial("tcp", r.server.Addresses()[0], &tls.Config{RootCAs: web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patience))
	t.Cleanup(func() { _ = conn.Close() })
	p := &peer{r, conn}
	p.send(realTime).receive(realTimeAnswer)
	if list := r.Attempts().List(station); len(list) != 1 || !list[0].TLS {
		t.Errorf("%+v", list)
	}
	r.dial().send(realTime).ends()
	r.refused("", ingest.TLSExpected)
}
