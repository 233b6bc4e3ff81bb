package files

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"plumbline/internal/fault"
	"plumbline/internal/intake"
	"plumbline/internal/jobs"
	"plumbline/internal/protocol/loggerfile"
)

// Job is the kind of the job that brings a file into the readings of a device.
const Job = "import"

// KeepFiles is how long a file and its refused rows are kept: as long as its job.
const KeepFiles = 30 * 24 * time.Hour

// Args are the arguments of the job.
type Args struct {
	File   int64             `json:"file"` // of Store
	Device int64             `json:"device"`
	Layout loggerfile.Layout `json:"layout"`
}

// Store keeps files while their jobs run, and what was refused of them.
type Store interface {
	AddImportFile(ctx context.Context, device int64, content []byte) (id int64, err error)
	// ImportFile gives the content of a file; fault.NotFound once it is forgotten.
	ImportFile(ctx context.Context, id int64) ([]byte, error)
	SaveImportRefusals(ctx context.Context, id int64, packed []byte) error
	ImportRefusals(ctx context.Context, id int64) ([]byte, error)
	// ForgetImports removes files that came before a time (UTC ms).
	ForgetImports(ctx context.Context, before int64) error
}

// Service brings files in by jobs.
type Service struct {
	store Store
	into  Importer
}

// NewService makes the service.
func NewService(store Store, into Importer) *Service { return &Service{store: store, into: into} }

// Keep stores a file for the job that is queued next.
func (s *Service) Keep(ctx context.Context, device intake.Device, text string, layout loggerfile.Layout) (Args, error) {
	if err := layout.Check(); err != nil {
		return Args{}, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, text); err != nil {
		return Args{}, err
	}
	if err := w.Close(); err != nil {
		return Args{}, err
	}
	id, err := s.store.AddImportFile(ctx, device.ID, packed.Bytes())
	return Args{File: id, Device: device.ID, Layout: layout}, err
}

// checkpoint is how far a job is: frames that were committed to the journal.
type checkpoint struct {
	Frames int `json:"frames"`
}

// Run is the handler of the job. It goes on behind the frames that an earlier attempt
// has sent, and stops between two frames when it is cancelled; what was sent stays.
func (s *Service) Run(ctx context.Context, run *jobs.Run) error {
	var args Args
	var reached checkpoint
	if err := json.Unmarshal(run.Job.Args, &args); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the import: %w", err))
	}
	if at := run.Job.Progress.Checkpoint; len(at) > 0 {
		if err := json.Unmarshal(at, &reached); err != nil {
			return jobs.Final(fmt.Errorf("checkpoint of the import: %w", err))
		}
	}
	packed, err := s.store.ImportFile(ctx, args.File)
	if fault.Is(err, fault.NothingHere) {
		return jobs.Final(err)
	}
	if err != nil {
		return err
	}
	file, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return jobs.Final(fmt.Errorf("the file of the import: %w", err))
	}
	source := &measured{Reader: file}
	size, err := unpackedSize(packed)
	if err != nil {
		return jobs.Final(err)
	}
	refused := newRefusals()
	// The time of the request, so that another attempt makes the same frames.
	now := run.Job.CreatedAt
	frames, last := 0, intake.Entry{}
	report, err := Convert(source, args.Layout, now, func(frame []byte, _ int) (err error) {
		if frames++; frames <= reached.Frames {
			return nil
		}
		last, err = s.into.Commit(ctx, intake.Frame{Device: args.Device, Transport: intake.File, Kind: intake.Up, Received: now, Payload: frame})
		if err != nil {
			return err
		}
		at, err := json.Marshal(checkpoint{frames})
		if err != nil {
			return err
		}
		return run.Report(ctx, jobs.Progress{Done: min(source.read, size), Total: size, Checkpoint: at})
	}, refused.add)
	var refusal *fault.Error
	switch {
	case errors.As(err, &refusal):
		return jobs.Final(err) // the file is what it is
	case err != nil:
		return fmt.Errorf("import into device %d: %w", args.Device, err)
	}
	if last.Seq != 0 {
		if err := s.into.WaitStored(ctx, last); err != nil {
			return fmt.Errorf("import into device %d: %w", args.Device, err)
		}
	}
	list, err := refused.pack()
	if err != nil {
		return err
	}
	if err := s.store.SaveImportRefusals(ctx, args.File, list); err != nil {
		return err
	}
	result, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return run.Report(ctx, jobs.Progress{Done: size, Total: size, Result: result})
}

// measured counts the bytes that were read.
type measured struct {
	io.Reader
	read int64
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.read += int64(n)
	return n, err
}

func unpackedSize(packed []byte) (int64, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0, fmt.Errorf("the file of the import: %w", err)
	}
	n, err := io.Copy(io.Discard, r)
	if err != nil {
		return 0, fmt.Errorf("the file of the import: %w", err)
	}
	return n, nil
}
