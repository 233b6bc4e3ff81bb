package tables_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/app/tables"
	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/pgtest"
)

// migrationsUntil returns the migrations of the store up to a number.
func migrationsUntil(t *testing.T, last string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := filepath.Glob("../../platform/schema/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if filepath.Base(name) <= last+"~" {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(name)] = &fstest.MapFile{Data: content}
		}
	}
	return files
}

// In a database of the previous version, records about devices are blue alerts.
func TestMigrationRemovesLevelOfDeviceRecords(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			ctx := context.Background()
			var db *database.DB
			var err error
			if engine == database.Postgres {
				db, err = database.OpenPostgres(ctx, pgtest.URL(t))
			} else {
				db, err = database.OpenSQLite(ctx, filepath.Join(t.TempDir(), "data.db"))
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			if err := db.Migrate(ctx, migrationsUntil(t, "00018"), "store_version"); err != nil {
				t.Fatal(err)
			}
			if err := db.Write(ctx, func(tx *database.Tx) error {
				for _, statement := range []string{
					alertBefore(10, "lowVoltage", 7), alertBefore(11, "threshold", 0),
					`INSERT INTO alert_transition (id, alert_id, kind, from_status, to_status, level, value, limit_value, side, node, time, recorded_at, recorded_by, correction_id, note)
						VALUES (20, 10, 'raised', 'Pending', 'Pending', 1, 11.2, 11.5, 'lower', 0, 5, 5, 0, 0, ''), (21, 11, 'raised', 'Pending', 'Pending', 1, 3, 2, 'upper', 0, 5, 5, 0, 0, '')`,
					`INSERT INTO notification (id, corporation_id, project_id, kind, level, alert_id, point_id, device_id, args, created_at)
						VALUES (30, 1, 1, 'alarm.raised', 1, 10, 0, 7, '{"kind":"lowVoltage","step":{"level":1,"time":5}}', 5), (31, 1, 1, 'alarm.raised', 1, 11, 5, 0, '{"kind":"threshold","step":{"level":1,"time":5}}', 5)`,
				} {
					if _, err := tx.ExecContext(ctx, statement); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatalf("seed: %v", err)
			}
			s, err := tables.Open(ctx, db, tables.Options{Bus: events.NewLocal()})
			if err != nil {
				t.Fatal(err)
			}
			all := access.Scope{All: true}
			var got []any
			for _, id := range []int64{10, 11} {
				alert, err := s.Alert(ctx, all, id)
				if err != nil {
					t.Fatal(err)
				}
				history, err := s.Transitions(ctx, all, id)
				if err != nil {
					t.Fatal(err)
				}
				news, err := s.Notification(ctx, all, 1, id+20)
				if err != nil {
					t.Fatal(err)
				}
				args, _ := news.Alert()
				got = append(got, alert.Kind.Type(), alert.Level, alert.CurrentLevel, alert.Last().Level,
					history[0].Level, news.Kind, news.Level, args.Step.Level)
			}
			want := []any{
				alarm.TypeDeviceHealth, alarm.Normal, alarm.Normal, alarm.Normal, alarm.Normal, "health.raised", 0, alarm.Normal,
				alarm.TypeThreshold, alarm.Blue, alarm.Blue, alarm.Blue, alarm.Blue, "alarm.raised", 1, alarm.Blue,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func alertBefore(id int64, kind string, device int64) string {
	return fmt.Sprintf(
		`INSERT INTO alert (id, corporation_id, project_id, structure_id, item_id, point_id, device_id, kind, field, value_type, node_from, node_to, node_limited,
		measurement, status, level, current_level, opened, steps, ended, restore_value, found_late, withdrawn_at, correction_id, processed_at, processed_by, processed_level,
		seen_until, note, recorded_at, changed_at) VALUES (%d, 1, 1, 0, 0, 0, %d, '%s', '', '', 0, 0, FALSE, '', 'Pending', 1, 1, 5, '[{"level":1,"time":5,"value":11.2,"limit":11.5,"side":"lower"}]',
		0, 0, FALSE, 0, 0, 0, 0, 0, 0, '', 5, 5)`, id, device, kind)
}
