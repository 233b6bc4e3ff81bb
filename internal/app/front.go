package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/platform/webui"
)

// front keeps the HTTP ports open for the life of the process. The server behind them comes and goes with the
// database; meanwhile pages are served and everything else gets 503.
type front struct {
	config   Config
	log      *slog.Logger
	tls      *tls.Config
	web      http.Handler
	servers  []*http.Server
	address  string // address of HTTP; "" until open
	ops      string // address of operations; "": not served
	mqtt     string // first address of MQTT
	greeted  bool
	password string         // of the first administrator, if created by this process
	former   int64          // id of the last server behind the ports; 0: none
	drain    *cluster.Drain // what an operator asked of it; nil: nothing
	failed   chan error
	running  sync.WaitGroup

	mu      sync.RWMutex
	working *working  // nil: no server behind the ports
	away    time.Time // when the database became unavailable; zero: it is available
}

// working is the handlers of a running server.
type working struct {
	routes, ops http.Handler
	ctx         context.Context // of all running requests
	cancel      context.CancelFunc
	inHand      sync.WaitGroup
}

func newFront(config Config, log *slog.Logger) (*front, error) {
	web, err := webui.New()
	return &front{config: config, log: log, web: web, failed: make(chan error, 2)}, err
}

// open opens the ports if necessary.
func (f *front) open() error {
	if f.address != "" {
		return nil
	}
	if f.config.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(f.config.TLSCert, f.config.TLSKey)
		if err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
		f.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	listener, err := net.Listen("tcp", f.config.HTTP)
	if err != nil {
		return fmt.Errorf("open the HTTP port: %w", err)
	}
	f.address = listener.Addr().String()
	if proxies := f.config.proxyProtocol("http"); proxies != nil {
		listener = proxies(listener)
	}
	if f.tls != nil {
		listener = tls.NewListener(listener, f.tls)
	}
	f.serve(listener, withSecurity(f.config.proxies().behind(http.HandlerFunc(f.answer))))
	f.openOps()
	return nil
}

// openOps opens the port of operations. If it is taken, the server runs without it.
func (f *front) openOps() {
	if f.config.Ops == "" {
		return
	}
	listener, err := net.Listen("tcp", f.config.Ops)
	if err != nil {
		f.log.Error("figures and readiness are not served: the port of operations cannot be opened", "error", err)
		return
	}
	f.ops = listener.Addr().String()
	f.serve(listener, http.HandlerFunc(f.answerOps))
}

func (f *front) serve(listener net.Listener, handler http.Handler) {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headersWithin, IdleTimeout: idleWithin, ErrorLog: slog.NewLogLogger(f.log.Handler(), slog.LevelWarn),
	}
	f.servers = append(f.servers, server)
	f.running.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			f.failed <- fmt.Errorf("HTTP: %w", err)
		}
	})
}

// enter puts a server behind the ports.
func (f *front) enter(routes, ops http.Handler) {
	ctx, cancel := context.WithCancel(context.Background())
	f.mu.Lock()
	defer f.mu.Unlock()
	f.working = &working{routes: routes, ops: ops, ctx: ctx, cancel: cancel}
	if !f.away.IsZero() {
		f.log.Warn("the database is back: readings are accepted again", "after", time.Since(f.away).Round(time.Millisecond))
		f.away = time.Time{}
	}
}

// isAway records that the database is unavailable; began reports whether it was available until now.
func (f *front) isAway(now time.Time) (since time.Time, began bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if began = f.away.IsZero(); began {
		f.away = now
	}
	return f.away, began
}

// leave removes the server: running requests finish, or end with ctx.
func (f *front) leave(ctx context.Context) {
	f.mu.Lock()
	w := f.working
	f.working = nil
	f.mu.Unlock()
	if w == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		w.inHand.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	w.cancel()
	<-done
}

// mqttAddress returns the address for MQTT: after an outage the same as before.
func (f *front) mqttAddress() string {
	if f.mqtt != "" {
		return f.mqtt
	}
	return f.config.MQTT
}

// greet prints the server's address and the first administrator's password, once.
func (f *front) greet(out io.Writer, mqtt string, dialled []string) {
	if f.greeted {
		return
	}
	f.greeted = true
	scheme := "http"
	if f.tls != nil {
		scheme = "https"
	}
	text := fmt.Sprintf("\n  Plumbline %s is up: %s://%s   (devices: MQTT at %s)\n", f.config.Version, scheme, f.address, mqtt)
	if len(dialled) > 0 {
		text += fmt.Sprintf("  devices that dial in: %s\n", strings.Join(dialled, ", "))
	}
	if f.ops != "" {
		text += fmt.Sprintf("  figures: http://%s/metrics\n", f.ops)
	}
	switch {
	case f.password == "":
		text += "  sign in with your account; a lost password: plumbline admin reset-password admin\n\n"
	case f.config.AdminPassword != "":
		text += "  account: admin   password: as given\n\n"
	default:
		text += fmt.Sprintf("  account: admin   password, shown only once: %s\n\n", f.password)
	}
	_, _ = io.WriteString(out, text) // best effort
}

// close closes the ports.
func (f *front) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	var failures []error
	for _, server := range f.servers {
		if server.Shutdown(ctx) != nil {
			failures = append(failures, server.Close())
		}
	}
	f.running.Wait()
	return errors.Join(failures...)
}

// acquire returns the handler of a request and keeps the server until done is called.
func (f *front) acquire() (w *working, done func()) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.working == nil {
		return nil, nil
	}
	f.working.inHand.Add(1)
	return f.working, f.working.inHand.Done
}

func (f *front) answer(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" {
		telemetry.Healthz().ServeHTTP(w, r)
		return
	}
	if unclean(r.URL.Path) { // otherwise the library redirects with an HTML page
		httpapi.Refuse(w, r, errs.New(errs.NothingHere))
		return
	}
	at, done := f.acquire()
	if at == nil {
		f.answerAway(w, r)
		return
	}
	defer done()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(at.ctx, cancel)()
	at.routes.ServeHTTP(w, r.WithContext(ctx))
}

// unclean reports whether a path has empty or ".." parts.
func unclean(p string) bool {
	return p != path.Clean("/"+p) && p != path.Clean("/"+p)+"/"
}

// answerAway responds while the database is unavailable: the pages show it themselves.
func (f *front) answerAway(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/readyz":
		telemetry.Readyz(databaseAway).ServeHTTP(w, r)
	case path == heartbeat.Path:
		heartbeat.Write(w, heartbeat.Away(time.Now()))
	case strings.HasPrefix(path, "/api/"), strings.HasPrefix(path, httppush.Path):
		httpapi.Refuse(w, r, errs.New(errs.NotAvailable))
	default:
		f.web.ServeHTTP(w, r)
	}
}

func (f *front) answerOps(w http.ResponseWriter, r *http.Request) {
	at, done := f.acquire()
	if at != nil {
		defer done()
		at.ops.ServeHTTP(w, r)
		return
	}
	switch r.URL.Path {
	case "/healthz":
		telemetry.Healthz().ServeHTTP(w, r)
	case "/readyz":
		telemetry.ReadyzInDetail(databaseAway).ServeHTTP(w, r)
	case heartbeat.Path:
		heartbeat.Write(w, heartbeat.Away(time.Now()))
	default:
		http.Error(w, "the database is unreachable", http.StatusServiceUnavailable)
	}
}

var databaseAway = telemetry.Check{Name: "database", Run: func(context.Context) error { return database.ErrAway }}

// shortDrain is how long requests may run that wait for an unavailable database.
const shortDrain = time.Second
