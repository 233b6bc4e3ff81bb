// Package collecting tests the collection of readings over lines through everything that goes wrong there: cut lines,
// duplicate registers, exceptions, wrong checksums, late answers, and servers that are killed.
package collecting

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/definition"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/clock"
	"plumbline/internal/testing/killtest"
)

func TestMain(m *testing.M) { os.Exit(killtest.Main(m, serve)) }

// setup is a server whose intervals are shorter than people may set them.
type setup struct {
	app.Config
	Lines string        // address for devices
	Every time.Duration // of all devices
}

// schedule is that of a server, in accelerated time.
type schedule struct {
	*app.Server
	every time.Duration
}

func (s schedule) Requests(at int64) []definition.Request {
	list := slices.DeleteFunc(s.Directory.Requests(at), func(r definition.Request) bool { return !s.Worker.Holds(r.Device) })
	for i := range list {
		list[i].Every = s.every
	}
	return list
}

// noBroker is a server without devices on MQTT.
type noBroker struct{}

func (noBroker) Send(string, []byte) bool { return false }
func (noBroker) Listens(string) bool      { return false }

// serve runs a server in its own process until SIGTERM. argument is its setup as JSON.
func serve(argument string, ready func()) error {
	var config setup
	if err := json.Unmarshal([]byte(argument), &config); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.DiscardHandler)
	in, err := app.Open(ctx, config.Config, log)
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := in.Start(ctx, app.StartOptions{Held: true})
	if err != nil {
		return err
	}
	lines, err := tcp.Listen(tcp.Config{
		Ports: []tcp.Port{{Address: config.Lines}}, Intake: s.Intake, Log: log, Sessions: s.Connections, Current: s.Following.Reach,
		Arrived: s.Dispatcher.Connected, Answered: s.Intake.Answer, Released: s.Store.ReleaseCommand, Waiting: s.Dispatcher.Waiting,
	})
	if err != nil {
		return err
	}
	s.Dispatcher.SetLink(noBroker{})
	s.Dispatcher.SetLines(lines)
	var working sync.WaitGroup
	working.Go(func() { s.Dispatcher.Run(ctx) })
	working.Go(func() { collect(ctx, collection.New(s.Store, s.Commands, schedule{s, config.Every}, log)) })
	ready()
	<-ctx.Done()
	working.Wait()
	if err := lines.Close(); err != nil {
		return err
	}
	return s.Stop()
}

// collect looks for due requests as often, compared with an interval, as the server does.
func collect(ctx context.Context, c *collection.Collector) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		_ = c.Collect(ctx, clock.Now().UnixMilli()) // it is looked again at once
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
