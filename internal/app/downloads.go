package app

import (
	"context"
	"database/sql"

	"plumbline/internal/app/tables"
	"plumbline/internal/feature"
	"plumbline/internal/feature/notify"
	"plumbline/internal/feature/picture"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/readings"
)

// makers returns what makes files in the background.
func makers(version string, studio *picture.Studio) func(feature.Host) []download.Maker {
	return func(host feature.Host) []download.Maker {
		return []download.Maker{
			readings.NewMaker(host, version), readings.NewSummary(host, version), projectreport.NewMaker(press(host, version, studio)),
		}
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
