package download

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

// reportEvery is the time between two reports of progress.
const reportEvery = time.Second

// args are the arguments of the job of a file.
type args struct {
	ID int64 `json:"id"`
}

// Worker makes files.
type Worker struct {
	Store  *Store
	Blobs  blob.Store
	makers map[string]Maker
}

// Run is the handler of jobs. A file that a stopped server has begun is made again from the start: nothing of it was stored.
func (w *Worker) Run(ctx context.Context, run *jobs.Run) error {
	var a args
	if err := json.Unmarshal(run.Job.Args, &a); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the job: %w", err))
	}
	f, wanted, err := w.Store.Wanted(ctx, a.ID)
	if err != nil || !wanted {
		return err
	}
	maker := w.makers[f.Kind]
	if maker == nil {
		return jobs.Final(fmt.Errorf("no maker of files of the kind %q", f.Kind))
	}
	err = w.make(ctx, run, maker, &f)
	if reason, known := errs.As(err); known && reason.Kind != errs.Internal && reason.Kind != errs.Unavailable {
		f.State, f.Reason = Error, reason
		_, err = w.Store.End(ctx, &f)
	} else if err != nil && run.Job.Attempt >= jobs.MaxAttempts {
		f.State = Error
		_, storing := w.Store.End(ctx, &f)
		err = errors.Join(err, storing)
	}
	return err
}

// make writes the file into the blob store, which keeps nothing of one that was not finished, and then says that it is done.
func (w *Worker) make(ctx context.Context, run *jobs.Run, maker Maker, f *File) error {
	var last time.Time
	progress := func(done, total int64) error {
		if now := clock.Now(); now.Sub(last) >= reportEvery {
			last = now
			return run.Report(ctx, jobs.Progress{Done: done, Total: total})
		}
		return ctx.Err()
	}
	f.Blob = blob.NewKey(f.CorporationID)
	reader, writer := io.Pipe()
	counted := &counter{to: writer, hash: sha256.New()}
	made := make(chan error, 1)
	go func() {
		var err error
		f.Lines, err = maker.Make(ctx, counted, f, progress)
		made <- err
		_ = writer.CloseWithError(err) // never fails
	}()
	err := w.Blobs.Put(ctx, f.Blob, reader)
	_ = reader.CloseWithError(errors.New("the file was not stored")) // ends the maker, never fails
	if failed := <-made; failed != nil {
		return failed // the cause of an error of Put
	}
	if err != nil {
		return err
	}
	f.Size, f.SHA256, f.State = counted.size, hex.EncodeToString(counted.hash.Sum(nil)), Done
	kept, err := w.Store.End(ctx, f)
	if err != nil || !kept {
		return errors.Join(err, w.Blobs.Delete(context.WithoutCancel(ctx), f.Blob))
	}
	return nil
}

// counter counts and hashes what is written.
type counter struct {
	to   io.Writer
	hash hash.Hash
	size int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.size += int64(n)
	c.hash.Write(p[:n])
	return n, err
}
