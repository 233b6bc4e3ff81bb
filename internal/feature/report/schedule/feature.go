package schedule

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/document"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. inbox notifies people in the app.
func Feature(inbox Inbox) feature.Feature {
	return feature.Feature{Name: "schedule", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		scheduler := New(host, inbox)
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{k, scheduler}).register()
				return nil
			},
			Run: scheduler.Run,
		}, nil
	}}
}

// New returns what makes the reports of schedules.
func New(host feature.Host, inbox Inbox) *Scheduler {
	return &Scheduler{
		Store: &Store{host.Tables}, Host: host, Documents: &document.Store{Tables: host.Tables}, Inbox: inbox, Log: host.Log,
	}
}
