// Package killtest kills the server process under load repeatedly, and checks that every acknowledged reading is
// stored once and nothing else (design core.md section 6, property 5). It contains only tests.
package killtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/testing/process"
)

const serveIn = "PLUMBLINE_KILLTEST_FOLDER" // makes this test binary the server

func TestMain(m *testing.M) {
	if folder := os.Getenv(serveIn); folder != "" {
		if err := serve(folder, os.Args[len(os.Args)-2], os.Args[len(os.Args)-1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

const devices = 40

// serve runs the server, both listeners with one intake, until it is killed or its parent exits.
func serve(folder, mqttAddress, httpAddress string) error {
	ctx := context.Background()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	in, err := intaketest.Open(ctx, folder, intaketest.Options{Devices: intaketest.NewDevices(devices), Log: log})
	if err != nil {
		return err
	}
	if _, err := mqtt.Listen(mqtt.Config{Address: mqttAddress, Intake: in, Log: log}); err != nil {
		return err
	}
	web, err := net.Listen("tcp", httpAddress)
	if err != nil {
		return err
	}
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
	go func() { _ = http.Serve(web, httppush.New(in, nil, refuse)) }()
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

type server struct {
	t                *testing.T
	folder           string
	mqttAddr, webURL string
	webAddr          string
	process          *exec.Cmd
	parent           io.WriteCloser
}

func newServer(t *testing.T, folder string) *server {
	s := &server{t: t, folder: folder, mqttAddr: process.FreeAddress(), webAddr: process.FreeAddress()}
	s.webURL = "http://" + s.webAddr
	return s
}

func (s *server) start() {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	s.process = exec.Command(self, s.mqttAddr, s.webAddr)
	s.process.Env = append(os.Environ(), serveIn+"="+s.folder)
	s.process.Stderr = os.Stderr
	if s.parent, err = s.process.StdinPipe(); err != nil {
		s.t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		s.t.Fatalf("the server did not start: %q %v", line, err)
	}
}

// kill is kill -9.
func (s *server) kill() {
	if err := s.process.Process.Kill(); err != nil {
		s.t.Error(err)
	}
	_ = s.process.Wait() // killed
	_ = s.parent.Close()
}

// ledger records what one device sent and what was acknowledged, by number of the reading, which determines its time
// and value.
type ledger struct {
	mu           sync.Mutex
	sent         map[int]bool
	acknowledged map[int]bool
}

func (l *ledger) note(list map[int]bool, n int) {
	l.mu.Lock()
	list[n] = true
	l.mu.Unlock()
}

const base = 1795134600000

func timeOf(n int) int64    { return base + int64(n)*1000 }
func valueOf(n int) float64 { return float64(n)*0.5 + 1 }

func message(n int) []byte {
	return fmt.Appendf(nil, `{"t":%d,"v":{"n":%v}}`, timeOf(n), valueOf(n))
}

// order returns numbers of readings as a real device sends them: mostly in order, some late, some twice.
type order struct {
	random *rand.Rand
	next   int
	late   []int
	last   int
}

func (o *order) take() int {
	switch o.random.IntN(10) {
	case 0: // once more
		return o.last
	case 1: // later
		o.late = append(o.late, o.next)
		o.next++
	case 2:
		if len(o.late) > 0 {
			i := o.random.IntN(len(o.late))
			o.last = o.late[i]
			o.late = append(o.late[:i], o.late[i+1:]...)
			return o.last
		}
	}
	o.last = o.next
	o.next++
	return o.last
}

func TestKilledUnderLoad(t *testing.T) {
	folder := t.TempDir()
	s := newServer(t, folder)
	s.start()
	ctx, stop := context.WithCancel(t.Context())
	ledgers := make([]*ledger, devices+1)
	var running sync.WaitGroup
	kinds := []func(context.Context, *server, int, *order, *ledger){window, byPaho3, byPaho5, byMosquitto, byHTTP}
	for id := 1; id <= devices; id++ {
		ledgers[id] = &ledger{sent: map[int]bool{}, acknowledged: map[int]bool{}}
		kind := kinds[0] // most clients are light, for more load
		if id <= 12 {
			kind = kinds[1+id%4]
		}
		running.Go(func() {
			kind(ctx, s, id, &order{random: rand.New(rand.NewPCG(uint64(id), 7))}, ledgers[id])
		})
	}
	kills := 6
	if testing.Short() {
		kills = 2
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for range kills {
		// Wait for a number of messages, not for time.
		target := acknowledgements(ledgers) + 500 + random.IntN(3000)
		deadline := time.Now().Add(30 * time.Second)
		for acknowledgements(ledgers) < target && time.Now().Before(deadline) {
			<-time.After(time.Duration(1+random.IntN(20)) * time.Millisecond)
		}
		s.kill()
		s.start()
	}
	stop()
	running.Wait()
	s.kill()

	in, err := intaketest.Open(t.Context(), folder, intaketest.Options{Devices: intaketest.NewDevices(devices)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	marker, err := in.Commit(t.Context(), ingest.Frame{
		Device: 1, Register: "REG-1", Transport: ingest.MQTT, Kind: ingest.Status, Received: base, Payload: []byte(`{"online":false}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := in.WaitStored(t.Context(), marker); err != nil {
		t.Fatal(err)
	}
	total, stored := 0, 0
	for id := 1; id <= devices; id++ {
		there := check(t, in, int64(id), ledgers[id])
		total += len(ledgers[id].acknowledged)
		stored += there
		if len(ledgers[id].acknowledged) == 0 {
			t.Errorf("device %d got no acknowledgement: the test proves nothing", id)
		}
	}
	t.Logf("%d kills, %d readings acknowledged, %d stored", kills+1, total, stored)
}

func acknowledgements(ledgers []*ledger) (n int) {
	for _, l := range ledgers[1:] {
		l.mu.Lock()
		n += len(l.acknowledged)
		l.mu.Unlock()
	}
	return n
}

// check compares the stored readings of a device with what was sent.
func check(t *testing.T, in *intaketest.Installation, id int64, l *ledger) (stored int) {
	t.Helper()
	there := map[int]bool{}
	err := in.Series.Scan(t.Context(), series.RawID(id, 0), 0, 1<<62, nil, func(b *series.Block) error {
		column := b.Columns.Index(reading.Column{Field: "n"})
		for i, at := range b.Times {
			n := int((at - base) / 1000)
			switch {
			case !l.sent[n] || timeOf(n) != at:
				t.Errorf("device %d: a reading at %d that was never sent", id, at)
			case there[n]:
				t.Errorf("device %d: reading %d is stored twice", id, n)
			case b.Values[column][i] != valueOf(n):
				t.Errorf("device %d: reading %d has the value %v", id, n, b.Values[column][i])
			}
			there[n] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for n := range l.acknowledged {
		if !there[n] {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("device %d: %d of %d acknowledged readings are lost", id, lost, len(l.acknowledged))
	}
	if n, err := in.DeadCount(t.Context(), id); err != nil || n != 0 {
		t.Errorf("device %d: %d dead frames (%v)", id, n, err)
	}
	return len(there)
}
