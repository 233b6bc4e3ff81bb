package collecting

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

// sound is a source by which nothing goes wrong on a line.
type sound struct{}

func (sound) Uint64() uint64 { return math.MaxUint64 }

// Commands to instruments behind a DTU that is not connected hang until it dials in, or expire. A command that is kept
// sending is sent until it is cancelled, or nobody looks at its page any more.
func TestCommandsWaitForTheirLine(t *testing.T) {
	t.Parallel()
	f := &fleet{T: t}
	f.config = app.Config{Data: t.TempDir(), AdminPassword: "Start-2468!", Version: "test"}
	address := process.FreeAddress()
	f.seed(1, 2, []string{address})
	f.dtus[0].random = rand.New(sound{})
	ctx, stop := context.WithCancel(t.Context())
	s, end, err := begin(ctx, setup{Config: f.config, Lines: address})
	f.check(err)
	defer func() {
		stop()
		f.check(end())
	}()
	first, second := f.instrument(s, 0), f.instrument(s, 1)
	who := audit.Program("test")
	hanging, err := s.Commands.Send(ctx, who, first, command.Order{Kind: command.Read})
	f.check(err)
	if hanging.State != command.Hanging {
		t.Errorf("without a line the command is %s", hanging.State)
	}
	short, err := s.Commands.Send(ctx, who, second, command.Order{Kind: command.Read, Expire: time.Millisecond})
	f.check(err)
	if ended := f.reaches(s, short.ID, command.Failed); ended.Code != command.Expired || ended.Attempts != 0 {
		t.Errorf("the command that may not wait ended as %+v", ended)
	}

	defer connect(f.dtus)()
	if answered := f.reaches(s, hanging.ID, command.Answered); answered.Attempts != 1 {
		t.Errorf("the command that waited was sent %d times", answered.Attempts)
	}
	keep := func(kept time.Duration) command.Command {
		c, err := s.Commands.Prepare(ctx, who, first, command.Order{Kind: command.Read, Every: command.MinEvery})
		f.check(err)
		c.EveryMs, c.KeptUntil = 1, time.Now().Add(kept).UnixMilli()
		made, _, err := s.Store.CreateCommand(ctx, who, c, false)
		f.check(err)
		return made
	}
	cancelled := keep(time.Minute)
	for f.command(s, cancelled.ID).Answers < 2 {
		await.Pause()
	}
	if _, err := s.Commands.Cancel(ctx, who, cancelled.ID); err != nil {
		t.Fatal(err)
	}
	left := keep(time.Second)
	if ended := f.reaches(s, left.ID, command.Cancelled, command.Answered, command.Failed); ended.Answers == 0 || f.command(s, cancelled.ID).State != command.Cancelled {
		t.Errorf("the command whose page was left ended as %+v", ended)
	}
}

// instrument returns an instrument of the first DTU.
func (f *fleet) instrument(s *app.Server, i int) device.Device {
	f.Helper()
	d, err := s.Devices.Get(f.Context(), access.Scope{All: true}, f.gauges[0][i])
	f.check(err)
	return d
}

func (f *fleet) command(s *app.Server, id int64) command.Command {
	f.Helper()
	c, err := s.Commands.Get(f.Context(), access.Scope{All: true}, id)
	f.check(err)
	return c
}

// reaches waits until a command has one of some states.
func (f *fleet) reaches(s *app.Server, id int64, states ...command.State) command.Command {
	f.Helper()
	for {
		c := f.command(s, id)
		for _, state := range states {
			if c.State == state {
				return c
			}
		}
		await.Pause()
	}
}
