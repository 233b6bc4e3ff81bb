// Package download makes files in the background and keeps them for a while: exports of any size, with progress, cancellation and
// a link that resumes. What a file contains is decided by its maker; subpackages are makers.
package download

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

// State is the state of a file (specification section 4).
type State string

// States.
const (
	Pending State = "pending"
	Done    State = "done"
	Error   State = "error"
)

const (
	keep       = 30 * 24 * time.Hour
	mostOpen   = 500      // pending files of a project
	mostBytes  = 20 << 30 // of the files of a corporation
	linkLife   = 10 * time.Minute
	lostAfter  = time.Minute // without a job
	kindOfJobs = "download"
)

// File is a file that somebody asked for.
type File struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	Kind          string
	Format        string
	Title         string
	Language      string
	Request       json.RawMessage
	State         State
	Reason        *errs.Error // of Error; nil: unexpected
	JobID         int64
	Blob          string
	Extension     string // with its dot
	Size          int64
	SHA256        string
	Lines         int64
	CreatedAt     int64 // UTC ms
	FinishedAt    int64
	ExpiresAt     int64

	// Of lists.
	Account     string // name of who asked for it
	Running     bool   // a server works on it
	Made, Total int64  // progress
}

// Maker makes files of a kind.
type Maker interface {
	// Kind is part of the path of the call that asks for a file, such as measuring-point-data.
	Kind() string
	// Register registers the call that asks for a file.
	Register(k *httpapi.Kernel, center *Center)
	// Make writes a file and returns how many lines of data it has. An error with a message ends it; others are tried again.
	Make(ctx context.Context, w io.Writer, f *File, progress Progress) (lines int64, err error)
}

// Progress takes how much of a file is made. It returns an error if the maker must stop.
type Progress func(done, total int64) error

// settle sets the state of a file whose job has not stored its end.
func (f *File) settle(job jobs.State, now int64) {
	if f.State != Pending {
		return
	}
	f.Running = job == jobs.Running
	switch {
	case job == jobs.Waiting, job == jobs.Running:
	case job == jobs.Cancelled:
		f.State, f.Reason = Error, errs.New(errs.DownloadCancelled)
	case job == jobs.Failed, job == jobs.Done, f.CreatedAt < now-lostAfter.Milliseconds():
		f.State = Error
	}
}
