package files_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"plumbline/internal/app/tables"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
)

// The sample of domain protocols.md section 9.
const toa5 = `"TOA5","CR1000X_BR1","CR1000X","9285","CR1000X.Std.04.02","CPU:bridge.CR1X","8690","Hourly"
"TIMESTAMP","RECORD","BattV_Min","VW_Freq(1)","VW_Temp(1)","Crack_mm_Avg"
"TS","RN","Volts","Hz","Deg C","mm"
"","","Min","Smp","Smp","Avg"
"2026-11-20 08:00:00",1523,12.61,2671.8,15.7,2.428
"2026-11-20 09:00:00",1524,12.60,2671.7,15.8,"NAN"
`

// look previews a file.
func look(t *testing.T, content []byte, wish files.Wish) files.Preview {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := files.OpenLocal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if wish.Zone == "" {
		wish.Zone = "UTC"
	}
	p, err := file.Preview(t.Context(), wish)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// timed is a time in the first column.
func timed(format string) []loggerfile.TimeColumn {
	return []loggerfile.TimeColumn{{Role: loggerfile.RoleTime, Format: format}}
}

func layout() loggerfile.Layout {
	return loggerfile.Layout{
		Separator: loggerfile.Comma, HeaderLines: 4, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "+08:00",
		Columns: []loggerfile.Mapping{
			{Column: 2, Field: "voltage"},
			{Column: 3, Channel: 1, Field: "freq"},
			{Column: 4, Channel: 1, Field: "temp"},
			{Column: 5, Channel: 2, Field: "disp"},
		},
	}
}

// importing is an intake with its job store and runner.
type importing struct {
	*intaketest.Installation
	t     *testing.T
	files *files.Service
	jobs  *jobs.Service
	wake  chan struct{}
	left  chan struct{} // closed when the job's handler has returned
	stop  func()
}

func startImporting(t *testing.T, into func(*intaketest.Installation) files.Importer) *importing {
	t.Helper()
	in, err := intaketest.Open(t.Context(), t.TempDir(), intaketest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := tables.Open(t.Context(), in.Data, tables.Options{Bus: events.NewLocal(), Series: in.Series})
	if err != nil {
		t.Fatal(err)
	}
	service := files.NewService(tables, into(in), blob.NewDirectory(t.TempDir()), in.Series)
	i := &importing{Installation: in, t: t, files: service}
	i.wake = make(chan struct{}, 1)
	i.jobs = jobs.NewService(tables, 0, i.wake, 1, slog.New(slog.DiscardHandler))
	i.left = make(chan struct{}, 1)
	i.jobs.Handle(files.Job, func(ctx context.Context, run *jobs.Run) error {
		defer func() {
			select {
			case i.left <- struct{}{}:
			default:
			}
		}()
		return service.Run(ctx, run)
	})
	i.start()
	t.Cleanup(func() {
		i.stop()
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return i
}

// start runs jobs until stop; a second start simulates another process.
func (i *importing) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		i.jobs.Run(ctx)
	}()
	i.stop = func() {
		cancel()
		<-ended
		select {
		case <-i.left: // of the stopped job
		default:
		}
	}
}

func (i *importing) queue(text string, layout loggerfile.Layout) jobs.Job {
	i.t.Helper()
	upload, err := i.files.Keep(i.t.Context(), 1, 3, "logger.csv", strings.NewReader(text))
	if err != nil {
		i.t.Fatal(err)
	}
	args, err := i.files.Prepare(i.t.Context(), 3, upload.ID, nil, layout)
	if err != nil {
		i.t.Fatal(err)
	}
	job, err := i.jobs.Enqueue(i.t.Context(), jobs.New{Kind: files.Job, Args: args})
	if err != nil {
		i.t.Fatal(err)
	}
	select {
	case i.wake <- struct{}{}:
	default:
	}
	return job
}

// ended waits for the end of a job. Its handler returns just before, so the database is queried only a few times.
func (i *importing) ended(id int64) jobs.Job {
	i.t.Helper()
	for waited := false; ; {
		job, err := i.jobs.Get(i.t.Context(), access.Scope{All: true}, id)
		if err != nil {
			i.t.Fatal(err)
		}
		if job.State != jobs.Waiting && job.State != jobs.Running {
			return job
		}
		if !waited {
			<-i.left
			waited = true
		}
		runtime.Gosched()
	}
}

func (i *importing) report(job jobs.Job) (report files.Report) {
	i.t.Helper()
	if job.State != jobs.Done {
		i.t.Fatalf("%s: %s", job.State, job.Error)
	}
	if err := json.Unmarshal(job.Progress.Result, &report); err != nil {
		i.t.Fatal(err)
	}
	return report
}

func direct(in *intaketest.Installation) files.Importer { return in }
