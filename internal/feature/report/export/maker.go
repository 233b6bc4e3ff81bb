package export

import (
	"context"
	"io"
	"net/http"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/httpapi"
)

// Tables makes files of tables from requests R.
type Tables[R any] struct {
	Host    feature.Host
	Version string // of the product
	// Name is the kind: the last part of the path of the call that asks for a file.
	Name string
	Call httpapi.Operation
	// Ask checks a request and returns its file.
	Ask func(ctx context.Context, host feature.Host, r *R) (download.File, error)
	// Known is the time of which the knowledge is asked for.
	Known func(r *R) httpapi.AskedTime
	// Write writes the file of a request and returns how many lines of data it has.
	Write func(ctx context.Context, s *Subject, w io.Writer, r *R, progress download.Progress) (lines int64, err error)
}

// Kind is the name of the specification.
func (m *Tables[R]) Kind() string { return m.Name }

// Register registers the call that asks for a file.
func (m *Tables[R]) Register(k *httpapi.Kernel, center *download.Center) {
	call := m.Call
	call.Method, call.Path, call.Tag, call.Need, call.Held = http.MethodPost, "/exports/"+m.Name, "reports", Create, httpapi.InBody
	call.Status, call.Unmeasured = http.StatusAccepted, "a row and a job"
	call.Detail = "Made in the background: see listReports. Needs Data:Retrieve too. " + call.Detail
	httpapi.Register(k, call, func(ctx context.Context, in *struct{ Body R }) (*httpapi.Output[download.Report], error) {
		f, err := m.Ask(ctx, m.Host, &in.Body)
		if err != nil {
			return nil, err
		}
		return center.Ask(ctx, f)
	})
}

// Make writes the file of a request.
func (m *Tables[R]) Make(ctx context.Context, w io.Writer, f *download.File, progress download.Progress) (int64, error) {
	request, err := RequestOf[R](f)
	if err != nil {
		return 0, err
	}
	subject, err := Open(ctx, m.Host, m.Version, f, m.Known(&request))
	if err != nil {
		return 0, err
	}
	return m.Write(ctx, subject, w, &request, progress)
}
