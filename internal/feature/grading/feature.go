package grading

import (
	"context"
	"embed"
	"fmt"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature, with what stores warnings and what writes in-app messages.
func Feature(alarms Alarms, messages Messenger) feature.Feature {
	return feature.Feature{Name: "grading", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := Store{host.Tables}
		worker := &Worker{
			Store: store, Alarms: alarms, Readings: host.Read, Notifier: host.Notifier, Messages: messages, CatchUp: host.CatchUp,
			Log: host.Log, Resting: host.Resting,
		}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, store: &store, alerts: host.Alerts, uploads: host.Uploads, corporations: host.Corporations}).register()
				return nil
			},
			Run:    worker.Run,
			Forget: store.forget,
		}, nil
	}}
}

// forget deletes what deleted points and gradings have left.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) forget(ctx context.Context) error {
	_, err := s.Bun.NewRaw(`DELETE FROM grading_checkpoint WHERE point_id <> 0 AND point_id NOT IN (SELECT id FROM point)
		OR grading_id IN (SELECT id FROM alert_grading WHERE deleted_at <> 0)`).Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget states of gradings: %w", err)
	}
	return nil
}
