package files_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/jobs"
)

// gate is an intake that pauses after a number of frames.
type gate struct {
	files.Importer
	frames  atomic.Int64
	at      int64
	reached chan struct{}
	open    chan struct{}
}

func (g *gate) Commit(ctx context.Context, frame ingest.Frame) (ingest.Entry, error) {
	if g.frames.Add(1) == g.at {
		close(g.reached)
		select {
		case <-g.open:
		case <-ctx.Done():
			return ingest.Entry{}, ctx.Err()
		}
	}
	return g.Importer.Commit(ctx, frame)
}

func longFile() (string, loggerfile.Layout) {
	var file strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&file, "%d,%d.25\n", 1705134600000+i*1000, i)
	}
	return file.String(), loggerfile.Layout{
		Separator: loggerfile.Comma, Time: []loggerfile.TimeColumn{{Role: loggerfile.RoleUnixMs}}, Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}},
	}
}

func TestImportResumesAndCanBeCancelled(t *testing.T) {
	var g *gate
	in := startImporting(t, func(in *intaketest.Installation) files.Importer {
		g = &gate{Importer: in, at: 5, reached: make(chan struct{}), open: make(chan struct{})}
		return g
	})
	text, l := longFile()
	job := in.queue(text, l)
	<-g.reached
	in.stop()
	if running, err := in.jobs.Get(t.Context(), access.Scope{All: true}, job.ID); err != nil ||
		running.State != jobs.Waiting || running.Progress.Done == 0 || running.Progress.Done >= running.Progress.Total {
		t.Fatalf("%+v, %v", running, err)
	}
	in.start()
	whole := in.report(in.ended(job.ID))
	if frames := g.frames.Load(); whole.Stored != 60_000 || whole.Equal != 0 || frames < 10 {
		t.Fatalf("%+v in %d frames", whole, frames)
	}
	if stats := in.Stats(); stats.Duplicates != 0 || stats.Readings != 60_000 {
		t.Errorf("%+v: something was sent twice", stats)
	}

	g.frames.Store(0)
	g.at, g.reached, g.open = 3, make(chan struct{}), make(chan struct{})
	again := in.queue(strings.ReplaceAll(text, ".25", ".5"), l)
	<-g.reached
	if _, err := in.jobs.Cancel(t.Context(), audit.Program("test"), again.ID); err != nil {
		t.Fatal(err)
	}
	close(g.open)
	in.stop()
	if ended := in.ended(again.ID); ended.State != jobs.Cancelled || g.frames.Load() != 3 {
		t.Errorf("%s after %d frames", ended.State, g.frames.Load())
	}
	in.start()
}
