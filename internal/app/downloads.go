package app

import (
	"context"
	"database/sql"

	"plumbline/internal/app/tables"
	"plumbline/internal/feature"
	"plumbline/internal/feature/note"
	"plumbline/internal/feature/notify"
	"plumbline/internal/feature/picture"
	"plumbline/internal/feature/report/compare"
	"plumbline/internal/feature/report/devices"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/monitoring"
	"plumbline/internal/feature/report/nsbd"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/readings"
	"plumbline/internal/feature/report/sections"
	"plumbline/internal/platform/access"
)

// makers returns what makes files in the background.
func makers(version string, studio *picture.Studio) func(feature.Host) []download.Maker {
	return func(host feature.Host) []download.Maker {
		noted := notesOf(note.Store{Tables: host.Tables})
		return []download.Maker{
			readings.NewMaker(host, version), readings.NewSummary(host, version),
			monitoring.NewReports(host, version, noted), monitoring.NewLines(host, version, noted),
			sections.New(host, version), devices.New(host, version), compare.New(host, version), nsbd.NewReports(host, version),
			projectreport.NewMaker(press(host, version, studio)),
		}
	}
}

// notesOf returns what reads the notes on the points of a report.
func notesOf(store note.Store) monitoring.Notes {
	return func(ctx context.Context, scope access.Scope, project int64, points []int64, from, to, known int64) ([]monitoring.Note, bool, error) {
		list, more, err := store.Notes(ctx, scope, note.Filter{ProjectID: project, PointIDs: points, From: from, To: to, KnownAt: known})
		made := make([]monitoring.Note, len(list))
		for i := range list {
			n := &list[i]
			now := n.Last()
			made[i] = monitoring.Note{Point: n.PointName, From: now.From, To: now.To, Text: now.Text}
		}
		return made, more, err
	}
}

// ready writes the in-app messages about files.
type ready struct{ store *tables.Store }

func (r ready) FileEnded(ctx context.Context, tx *sql.Tx, f *download.File) error {
	kind := notify.FileMade
	if f.State == download.Error {
		kind = notify.FileFailed
	}
	return r.store.FileEnded(ctx, tx, f.CorporationID, f.ProjectID, f.AccountID, kind, f.Title)
}
