package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"testing"
	"time"

	"plumbline/internal/feature/report/document"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/jobs"
)

// filesForEver runs the server and repeatedly asks for an export and a report, each when the last one is made.
func filesForEver(argument string, begun func()) error {
	ctx := context.Background()
	k, s, err := serving(ctx, argument)
	if err != nil {
		return err
	}
	who := program("test")
	p, err := s.Points.Get(ctx, who.Scope, k.Point)
	if err != nil {
		return err
	}
	files := &download.Store{Tables: s.Store.Tables, Messages: ready{s.Store}}
	documents := &document.Store{Tables: s.Store.Tables}
	work := func(kind string, id int64, started func(context.Context, int64, int64) error) error {
		job, err := s.Jobs.Enqueue(ctx, jobs.New{
			Kind: kind, Args: map[string]int64{"id": id}, CorporationID: p.CorporationID, ProjectID: p.ProjectID,
		})
		if err != nil {
			return err
		}
		if err := started(ctx, id, job.ID); err != nil {
			return err
		}
		for job.State == jobs.Waiting || job.State == jobs.Running {
			if job, err = s.Jobs.Get(ctx, who.Scope, job.ID); err != nil {
				return err
			}
		}
		return nil
	}
	begun()
	for {
		f := download.File{
			ProjectID: p.ProjectID, Kind: "measuring-point-data", Format: "csv", Extension: ".zip", Language: "en", Title: "All",
			Request: fmt.Appendf(nil, `{"projectId":%d,"start":%d,"end":%d,"format":"csv"}`, p.ProjectID, began-100*hour, began+1000*hour),
		}
		if err := files.Add(ctx, who, &f); err != nil {
			return err
		}
		if err := work("download", f.ID, files.Started); err != nil {
			return err
		}
		d := document.Document{ProjectID: p.ProjectID, Kind: "day", Title: "Day", Language: "en", Settings: projectreport.ReportSettings{
			Kind: "day", Start: httpapi.AskedTime(began), End: httpapi.AskedTime(began + 24*hour),
			ReportForm: projectreport.ReportForm{Curves: -1},
		}}
		if err := documents.Add(ctx, who, &d); err != nil {
			return err
		}
		if err := work("document", d.ID, documents.Started); err != nil {
			return err
		}
	}
}

// A server killed while it makes files leaves none that is not whole, and each that is not made has a job that goes on.
func TestKilledWhileFilesAreMade(t *testing.T) {
	k := killed{Folder: t.TempDir()}
	t.Run("seed", func(t *testing.T) { k.Point = rehearseIn(t, k.Folder).point.ID })
	var found map[string]int
	const kills = 6
	k.again(t, "files", kills, 1500*time.Millisecond, func(t *testing.T) { found = k.files(t) })
	t.Logf("after %d kills: %v", kills, found)
}

// files reads every file that the installation says is made, and counts files by state.
func (k killed) files(t *testing.T) map[string]int {
	t.Helper()
	found := map[string]int{}
	in, err := k.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}()
	rows, err := in.DB.Reader().QueryContext(t.Context(), `
		SELECT 'download ' || d.state, d.blob, d.sha256, d.job_id = 0 OR COALESCE(j.state, '') IN ('waiting', 'running') FROM download d LEFT JOIN job j ON j.id = d.job_id
		UNION ALL SELECT 'report ' || d.state, COALESCE(f.blob, ''), COALESCE(f.sha256, ''), d.job_id = 0 OR COALESCE(j.state, '') IN ('waiting', 'running')
			FROM document d LEFT JOIN document_file f ON f.document_id = d.id LEFT JOIN job j ON j.id = d.job_id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var what, key, sum string
		var goesOn bool
		if err := rows.Scan(&what, &key, &sum, &goesOn); err != nil {
			t.Fatal(err)
		}
		found[what]++
		switch what {
		case "download pending", "report making":
			if key != "" || !goesOn {
				t.Errorf("%s: blob %q, its job goes on: %t", what, key, goesOn)
			}
		case "download done", "report draft":
			if got := hashOf(t, in.Blobs, key); got != sum {
				t.Errorf("%s: the file has the hash %s, not %s", what, got, sum)
			}
		default:
			t.Errorf("a file is %s", what)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func hashOf(t *testing.T, blobs blob.Store, key string) string {
	t.Helper()
	stored, err := blobs.Open(t.Context(), key)
	if err != nil {
		t.Errorf("blob %q: %v", key, err)
		return ""
	}
	defer stored.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, stored); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
