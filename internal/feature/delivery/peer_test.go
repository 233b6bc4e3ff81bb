package delivery_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/sms"
	"plumbline/internal/testing/apptest"
)

// peer is a real HTTP server that answers as a test says.
type peer struct {
	*httptest.Server
	mu     sync.Mutex
	answer http.HandlerFunc
	got    []asked
	asked  chan struct{} // one for each request
}

// asked is a request as the peer got it.
type asked struct {
	header http.Header
	body   string
}

func newPeer(t testing.TB) *peer {
	p := &peer{asked: make(chan struct{}, 1000)}
	p.say(200, `{"errcode":0}`)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		p.mu.Lock()
		p.got = append(p.got, asked{r.Header, string(body)})
		answer := p.answer
		p.mu.Unlock()
		p.asked <- struct{}{}
		answer(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *peer) answers(how http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = how
}

func (p *peer) say(status int, body string, header ...string) {
	p.answers(func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// drop breaks the connection after the whole request.
func (p *peer) drop(t testing.TB) {
	p.answers(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.Close()
	})
}

// hang answers nothing until the client gives up.
func (p *peer) hang() {
	p.answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}

func (p *peer) requests() []asked {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]asked{}, p.got...)
}

// texter configures text messages through a peer.
func (r *rig) texter() *peer {
	r.Helper()
	p := newPeer(r.TB)
	provider, err := sms.New(sms.Config{Provider: sms.Webhook, URL: p.URL, Secret: "a long secret"})
	r.must(err)
	r.sender.SMS = provider
	return p
}

// hook saves a webhook with its own peer.
func (r *rig) hook(name string, kind hook.Kind) (*hook.Hook, *peer) {
	r.Helper()
	p := newPeer(r.TB)
	w := &hook.Hook{ProjectID: r.Project.ID, Name: name, Kind: kind, Enabled: true, URL: p.URL + "/hook/token", Secret: "a long secret"}
	switch kind {
	case hook.WeCom:
		w.Secret = ""
	case hook.Phone:
		w.Mobiles = []string{"13800000001"}
	}
	r.must(r.webhooks.Save(r.Context(), apptest.Actor(r.Admin), w, nil))
	return w, p
}

// only is a rule with webhooks and nobody else.
func only(list ...*hook.Hook) func(*delivery.Rule) {
	return func(rule *delivery.Rule) {
		rule.Accounts, rule.Addresses = nil, nil
		for _, w := range list {
			rule.Webhooks = append(rule.Webhooks, w.ID)
		}
	}
}

// sendUntilAsked sends what is due and stops as soon as a peer has a request.
func (r *rig) sendUntilAsked(p *peer) {
	r.Helper()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() {
		<-p.asked
		cancel()
	}()
	if err := r.sender.SendDue(ctx, r.now); err == nil {
		r.Error("it was not stopped")
	}
}
