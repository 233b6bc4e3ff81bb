// Package collecting tests the collection of readings over lines through everything that goes wrong there: cut lines,
// duplicate registers, exceptions, wrong checksums, late answers, and servers that are killed.
package collecting

import (
	"context"
	"encoding/json"
	"errors"
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
	Every time.Duration // of all devices; 0: nothing is collected
}

// schedule is that of a server, in accelerated time.
type schedule struct {
	*app.Server
	every time.Duration
}

func (schedule) SwitchedOff(int64) []int64 { return nil }

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
	_, end, err := begin(ctx, config)
	if err != nil {
		return err
	}
	ready()
	<-ctx.Done()
	return end()
}

// begin starts a server. end returns once it has stopped; ctx must have ended.
func begin(ctx context.Context, config setup) (s *app.Server, end func() error, err error) {
	log := slog.New(slog.DiscardHandler)
	in, err := app.Open(ctx, config.Config, log)
	if err != nil {
		return nil, nil, err
	}
	if s, err = in.Start(ctx, app.StartOptions{Held: true}); err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	lines, err := tcp.Listen(tcp.Config{
		Ports: []tcp.Port{{Address: config.Lines}}, Intake: s.Intake, Log: log, Sessions: s.Connections, Current: s.Following.Reach,
		Arrived: s.Dispatcher.Connected, Answered: s.Intake.Answer, Released: s.Store.ReleaseCommand, Waiting: s.Dispatcher.Waiting,
	})
	if err != nil {
		return nil, nil, errors.Join(err, s.Stop(), in.Close())
	}
	s.Dispatcher.SetLink(noBroker{})
	s.Dispatcher.SetLines(lines)
	var working sync.WaitGroup
	working.Go(func() { s.Dispatcher.Run(ctx) })
	working.Go(func() { sources(s).Run(ctx) })
	if config.Every > 0 {
		working.Go(func() { collect(ctx, collection.New(s.Store, s.Commands, schedule{s, config.Every}, log)) })
	}
	return s, func() error {
		working.Wait()
		return errors.Join(lines.Close(), s.Stop(), in.Close())
	}, nil
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
