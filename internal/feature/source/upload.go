package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// UploadPath is where files are sent, with the secret of the device as bearer.
const UploadPath = "/ingest/v1/{register}/files/{name}"

// Limits of uploads.
const (
	maxUpload  = 16 << 20
	maxUploads = 4   // at once
	maxFile    = 200 // bytes of a name
)

func deviceList(device int64) string { return "[" + strconv.FormatInt(device, 10) + "]" }

// uploads takes files.
type uploads struct {
	*Service
	slots chan struct{}
}

func (u *uploads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	counts, err := u.take(w, r)
	if err != nil {
		if errs.IsKind(err, errs.Unavailable) {
			w.Header().Set("Retry-After", "5")
		}
		httpapi.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(counts) // the client is gone when this fails
}

func (u *uploads) take(w http.ResponseWriter, r *http.Request) (files.Counts, error) {
	register := r.PathValue("register")
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	device, known, proven := u.intake.Directory().Recognize(r.Context(), register, func(d *ingest.Device) bool {
		return bearer && d.Accepts([]byte(given), clock.Now().UnixMilli())
	})
	if !known || !proven {
		reason := ingest.UnknownRegister
		if known {
			reason = ingest.WrongSecret
		}
		u.intake.Refused(ingest.HTTP, register, reason, r.RemoteAddr, nil)
		return files.Counts{}, errs.New(errs.RegisterUnknown)
	}
	src, found, err := u.store.UploadOf(r.Context(), device.ID)
	switch name := r.PathValue("name"); {
	case err != nil:
		return files.Counts{}, err
	case !found:
		return files.Counts{}, errs.New(errs.UploadsOff)
	case u.intake.Refusing():
		return files.Counts{}, ingest.ErrFull
	case name == "" || len(name) > maxFile || strings.ContainsAny(name, "/\\\x00"):
		return files.Counts{}, errs.OnField("name", errs.FormatWrong)
	}
	u.slots <- struct{}{}
	defer func() { <-u.slots }()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxUpload))
	if err != nil {
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			return files.Counts{}, errs.New(errs.BodyTooLarge)
		}
		return files.Counts{}, errs.Wrap(err, errs.BadRequest)
	}
	if len(body) == 0 {
		return files.Counts{}, errs.New(errs.FileRead, "reason", "empty")
	}
	return u.upload(r, src, body)
}

// upload imports an uploaded file. The log of the source shows it as a run.
func (u *uploads) upload(r *http.Request, src Source, body []byte) (files.Counts, error) {
	ctx, name := r.Context(), r.PathValue("name")
	known, err := u.store.FilesOf(ctx, src.ID)
	if err != nil {
		return files.Counts{}, err
	}
	run := Run{BeganAt: clock.Now().UnixMilli(), Requests: 1}
	f := listed{name: name, size: int64(len(body)), modified: run.BeganAt}
	after, counts, err := u.follow(ctx, &src, f, bytes.NewReader(body), known, &run)
	if err == nil {
		err = u.store.SaveFile(ctx, &src, after)
	}
	u.finish(ctx, &src, run, err, false)
	return counts, err
}
