package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/killtest"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/s3test"
)

// said collects the log of several servers.
type said struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// asked makes a call of a server.
func asked(server *Server, method, path, token, kind string, body []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", kind)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	server.API.ServeHTTP(w, r)
	return w
}

// A picture uploaded to one server is shown by another that shares only the database and the bucket. While the bucket is
// away both refuse pictures for a while, a third starts, and all show and store pictures when it is back.
func TestPictureOfOneServerIsShownByAnother(t *testing.T) {
	bucket := s3test.New(t)
	var log said
	s := &several{T: t, url: pgtest.URL(t), blobs: bucket.Bucket(t), s3: bucket.Config(), log: &log}
	first := s.join()
	s.seed(1, 1)
	second := s.join()
	var session struct{ Token string }
	signed := asked(first, "POST", "/api/sessions/signin", "", "application/json", []byte(`{"name":"admin","password":"Start-2468!"}`))
	if err := json.Unmarshal(signed.Body.Bytes(), &session); err != nil {
		t.Fatal(err)
	}
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	file, err := parts.CreateFormFile("file", "picture.png")
	if err == nil {
		err = png.Encode(file, image.NewGray(image.Rect(0, 0, 40, 30)))
	}
	if err != nil || parts.Close() != nil {
		t.Fatal(err)
	}
	upload := func(server *Server) *httptest.ResponseRecorder {
		return asked(server, "POST", "/api/upload/images?scope=avatar", session.Token, parts.FormDataContentType(), form.Bytes())
	}
	shows := func(server *Server, uploaded *httptest.ResponseRecorder) {
		t.Helper()
		var made struct{ URL string }
		if err := json.Unmarshal(uploaded.Body.Bytes(), &made); err != nil || uploaded.Code != http.StatusOK {
			t.Fatalf("upload: %d %s", uploaded.Code, uploaded.Body)
		}
		shown := asked(server, "GET", made.URL, "", "", nil)
		if _, err := png.Decode(shown.Body); shown.Code != http.StatusOK || err != nil {
			t.Errorf("the picture: %d %v", shown.Code, err)
		}
	}
	made := upload(first)
	shows(second, made)

	bucket.Stop()
	third := s.join()
	var url struct{ URL string }
	if err := json.Unmarshal(made.Body.Bytes(), &url); err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for _, server := range s.servers {
		calls.Go(func() {
			if refused := upload(server); refused.Code != http.StatusServiceUnavailable || refused.Header().Get("Retry-After") == "" {
				t.Errorf("upload without a bucket: %d %s", refused.Code, refused.Body)
			}
		})
		calls.Go(func() {
			if refused := asked(server, "GET", url.URL, "", "", nil); refused.Code != http.StatusServiceUnavailable {
				t.Errorf("a picture without a bucket: %d %s", refused.Code, refused.Body)
			}
		})
	}
	calls.Wait()
	bucket.Start(t)
	shows(second, made)
	shows(first, upload(third))
	if strings.Contains(log.String(), s3test.SecretKey) || !strings.Contains(log.String(), "until the blob store is back") {
		t.Errorf("the log:\n%s", log.String())
	}

	other := Config{Data: t.TempDir(), Key: strings.Repeat("6b", 32), Blobs: s.blobs, S3: s.s3}
	refuses(t, "another installation in the same prefix", other, "it belongs to the installation with the key")
	other.Blobs += "/other"
	if err := openOnce(t.Context(), other); err != nil {
		t.Error("another installation in another prefix:", err)
	}
}

// jobsForEver is a server that runs jobs until it is killed.
func jobsForEver(argument string, ready func()) error {
	var config Config
	if err := json.Unmarshal([]byte(argument), &config); err != nil {
		return err
	}
	in, err := Open(context.Background(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if _, err := in.Start(context.Background(), StartOptions{}); err != nil {
		return err
	}
	ready()
	select {}
}

// An import that a killed server has begun is finished by another server with another data folder: the file is in the
// bucket. Every row is stored once.
func TestImportOfKilledServerContinuesOnAnother(t *testing.T) {
	location, config := s3test.Bucket(t)
	s := &several{T: t, url: pgtest.URL(t), blobs: location, s3: config}
	survivor := s.join()
	s.seed(1, 1)
	const rows = 150_000 // so many that the job does not end before it is seen to run
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d.25\n", began+int64(i)*1000, i%100)
	}
	gauge := s.gauges[0]
	layout := loggerfile.Layout{
		Separator: loggerfile.Comma, Time: []loggerfile.TimeColumn{{Role: loggerfile.RoleUnixMs}}, Columns: []loggerfile.Mapping{{Column: 1, Field: "disp"}},
	}
	upload, err := survivor.Imports.Keep(t.Context(), gauge.CorporationID, gauge.ID, "logger.csv", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	args, err := survivor.Imports.Prepare(t.Context(), gauge.ID, upload.ID, nil, layout)
	if err != nil {
		t.Fatal(err)
	}
	job, err := survivor.Jobs.Enqueue(t.Context(), jobs.New{Kind: files.Job, Args: args, CorporationID: gauge.CorporationID})
	if err != nil {
		t.Fatal(err)
	}
	argument, err := json.Marshal(s.config())
	if err != nil {
		t.Fatal(err)
	}
	reached := func(enough func(jobs.Job) bool) jobs.Job {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; {
			now, err := survivor.Jobs.Get(t.Context(), program("test").Scope, job.ID)
			if err != nil {
				t.Fatal(err)
			}
			if enough(now) {
				return now
			}
			if time.Now().After(deadline) {
				t.Fatalf("the job stays at %+v", now)
			}
			await.Pause()
		}
	}
	server := killtest.Start(t, "jobs "+string(argument))
	begun := reached(func(j jobs.Job) bool { return len(j.Progress.Checkpoint) > 0 })
	server.Kill()
	if begun.State != jobs.Running {
		t.Fatalf("the job was %s before the kill", begun.State)
	}
	if err := survivor.DB.Write(t.Context(), func(tx *database.Tx) error { // as if 30 s had passed
		_, err := tx.ExecContext(t.Context(), "UPDATE job SET lease_until = 0 WHERE id = $1", job.ID)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go survivor.Jobs.Run(ctx)
	done := reached(func(j jobs.Job) bool { return j.State == jobs.Done || j.State == jobs.Failed })
	var report files.Report
	if err := json.Unmarshal(done.Progress.Result, &report); err != nil || done.Attempt < 2 || report.Rows != rows || report.Stored != rows {
		t.Errorf("the job ended as %+v: %+v, %v", done, report, err)
	}
	for deadline, stored := time.Now().Add(2*time.Minute), 0; stored != rows; { // some are in the lane of the killed server until it is adopted
		stored = 0
		if err := survivor.Series.Scan(t.Context(), series.RawID(gauge.ID, 0), 0, 1<<50, nil, func(b *series.Block) error {
			stored += len(b.Times)
			return nil
		}); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d readings stored of %d, %v", stored, rows, err)
		}
	}
}
