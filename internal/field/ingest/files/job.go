package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

// Job is the kind of the job that imports an upload.
const Job = "import"

// KeepRefusals is how long the refused rows of a job are kept: as long as the job. KeepUploads is how long an upload
// can be previewed and imported.
const (
	KeepRefusals = 30 * 24 * time.Hour
	KeepUploads  = 7 * 24 * time.Hour
)

// Args are the arguments of the job.
type Args struct {
	Upload  int64             `json:"upload"`
	Device  int64             `json:"device"`
	Entries []string          `json:"entries"` // of the upload, in order
	Layout  loggerfile.Layout `json:"layout"`
}

// tally is the part of the counts that depends on the readings stored before.
type tally struct{ Stored, Equal, Revised int }

// checkpoint is the progress of a job. It is saved before a batch is sent, with the counts after it, so that a batch
// sent just before a crash is counted as it was before.
type checkpoint struct {
	Batches int   `json:"batches"` // finished batches
	Done    tally `json:"done"`
	Next    tally `json:"next"` // including the batch being sent
}

// Run handles the job. It resumes where an earlier attempt stopped and, when cancelled, stops between two batches;
// what was sent stays.
func (s *Service) Run(ctx context.Context, run *jobs.Run) error {
	var args Args
	w := work{Service: s, run: run, refused: newRefusals()}
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the import: %w", err))
	}
	if at := run.Job.Progress.Checkpoint; len(at) > 0 {
		if err := json.Unmarshal(at, &w.reached); err != nil {
			return jobs.Final(fmt.Errorf("checkpoint of the import: %w", err))
		}
		w.resumed = true
	}
	w.args = args
	report, err := w.importAll(ctx)
	var refusal *errs.Error
	switch {
	case errors.Is(err, blob.ErrUnavailable): // although the file may look damaged
		return fmt.Errorf("import into device %d: %w", args.Device, err)
	case errors.As(err, &refusal) && refusal.Kind != errs.Internal: // trying again cannot help
		report.Problem = problemOf(refusal)
		result, err := json.Marshal(report)
		if err != nil {
			return err
		}
		return errors.Join(run.Report(ctx, jobs.Progress{Total: w.total, Result: result}), jobs.Final(refusal))
	case err != nil:
		return fmt.Errorf("import into device %d: %w", args.Device, err)
	}
	if w.last.Seq != 0 {
		if err := s.into.WaitStored(ctx, w.last); err != nil {
			return fmt.Errorf("import into device %d: %w", args.Device, err)
		}
	}
	list, err := w.refused.pack()
	if err != nil {
		return err
	}
	if err := s.store.SaveImportRefusals(ctx, run.Job.ID, list); err != nil {
		return err
	}
	result, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return run.Report(ctx, jobs.Progress{Done: w.total, Total: w.total, Result: result})
}

// work is one attempt of a job.
type work struct {
	*Service
	run     *jobs.Run
	args    Args
	reached checkpoint
	resumed bool
	refused *refusals
	last    ingest.Entry
	batches int
	at      tally // current counts
	read    int64 // bytes
	total   int64
}

func (w *work) importAll(ctx context.Context) (Report, error) {
	a, err := w.openUpload(ctx, w.args.Device, w.args.Upload)
	if err != nil {
		return Report{}, err
	}
	defer a.source.Close()
	for _, e := range a.entries {
		w.total += max(e.Size, 1)
	}
	report := Report{Files: []FileReport{}}
	layouts := make([]loggerfile.Layout, len(w.args.Entries))
	found := make([]repeats, len(w.args.Entries))
	for i, entry := range w.args.Entries { // check all files before sending anything
		if layouts[i], err = a.fitted(entry, w.args.Layout); err != nil {
			return report, err
		}
		if found[i], err = w.conversion(a, entry, &layouts[i], func(loggerfile.Refused) {}).scan(); err != nil {
			return report, err
		}
		if err := refuseSame(&layouts[i], found[i]); err != nil {
			return report, err
		}
	}
	for i, entry := range w.args.Entries {
		counts, err := w.importOne(ctx, a, entry, &layouts[i], found[i])
		if err != nil {
			return report, err
		}
		report.add(counts)
		report.Files = append(report.Files, FileReport{entry, counts})
	}
	return report, nil
}

func (w *work) conversion(a *archive, entry string, layout *loggerfile.Layout, refuse func(loggerfile.Refused)) *conversion {
	// The time of the request, so that another attempt produces the same rows.
	return &conversion{layout: layout, now: w.run.Job.CreatedAt, refuse: refuse, open: func() (io.ReadCloser, error) {
		file, err := a.open(entry)
		return &measured{ReadCloser: file, read: &w.read}, err
	}}
}

func (w *work) importOne(ctx context.Context, a *archive, entry string, layout *loggerfile.Layout, found repeats) (Counts, error) {
	before := w.at
	w.read = 0
	counts, err := w.conversion(a, entry, layout, func(r loggerfile.Refused) { w.refused.add(Refused{entry, r}) }).run(found, func(b *batch) error {
		return w.send(ctx, b, layout)
	})
	counts.Stored, counts.Equal, counts.Revised = w.at.Stored-before.Stored, w.at.Equal-before.Equal, w.at.Revised-before.Revised
	return counts, err
}

// send writes a batch to the journal, unless an earlier attempt did.
func (w *work) send(ctx context.Context, b *batch, layout *loggerfile.Layout) error {
	w.batches++
	if w.resumed && w.batches <= w.reached.Batches {
		w.at = w.reached.Done
		return nil
	}
	if err := b.compare(ctx, w.readings, w.args.Device, layout); err != nil {
		return err
	}
	if w.resumed && w.batches == w.reached.Batches+1 {
		w.at = w.reached.Next // as counted when it was sent
	} else {
		next := w.at
		next.count(b)
		at, err := json.Marshal(checkpoint{Batches: w.batches - 1, Done: w.at, Next: next})
		if err != nil {
			return err
		}
		if err := w.run.Report(ctx, jobs.Progress{Done: min(w.read, w.total), Total: w.total, Checkpoint: at}); err != nil {
			return err
		}
		w.at = next
	}
	for _, frame := range b.frames(layout) {
		var err error
		if w.last, err = w.into.Commit(ctx, ingest.Frame{
			Device: w.args.Device, Transport: ingest.File, Kind: ingest.Up, Received: w.run.Job.CreatedAt, Payload: frame,
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t *tally) count(b *batch) {
	for i := range b.rows {
		switch row := &b.rows[i]; {
		case row.over:
			t.Revised++
			t.Stored++
		case row.isNew:
			t.Stored++
		default:
			t.Equal++
		}
	}
}

// measured counts the bytes that were read.
type measured struct {
	io.ReadCloser
	read *int64
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	*m.read += int64(n)
	return n, err
}
