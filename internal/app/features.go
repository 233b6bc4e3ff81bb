package app

import (
	"context"
	"fmt"
	"io/fs"

	"plumbline/internal/app/calls"
	"plumbline/internal/app/tables"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature"
	"plumbline/internal/feature/admi"
	"plumbline/internal/feature/basemap"
	"plumbline/internal/feature/board"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/decision"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/receipt"
	"plumbline/internal/feature/delivery/reply"
	"plumbline/internal/feature/drill"
	"plumbline/internal/feature/duty"
	"plumbline/internal/feature/fieldaction"
	"plumbline/internal/feature/grading"
	"plumbline/internal/feature/guide"
	"plumbline/internal/feature/handling"
	"plumbline/internal/feature/note"
	"plumbline/internal/feature/notify"
	"plumbline/internal/feature/picture"
	"plumbline/internal/feature/preset"
	"plumbline/internal/feature/push"
	"plumbline/internal/feature/quality"
	"plumbline/internal/feature/report/certificate"
	"plumbline/internal/feature/report/document"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/library"
	"plumbline/internal/feature/report/nsbd"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/schedule"
	"plumbline/internal/feature/report/signing"
	"plumbline/internal/feature/retention"
	"plumbline/internal/feature/silence"
	"plumbline/internal/feature/simulation"
	"plumbline/internal/feature/source"
	"plumbline/internal/feature/survey"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/sqlkit"
)

// features lists the features of the product, in the order of their migrations.
func features(config Config, store *tables.Store) []feature.Feature {
	studio := picture.NewStudio()
	return []feature.Feature{
		notify.Feature(store),
		basemap.Feature(config.Map),
		guide.Feature(),
		picture.Feature(studio),
		source.Feature(config.WatchDirs()),
		retention.Feature(),
		admi.Feature(),
		survey.Feature(),
		board.Feature(),
		preset.Feature(),
		note.Feature(),
		simulation.Feature(),
		duty.Feature(),
		grading.Feature(store, store),
		push.Feature(config.NoPush),
		drill.Feature(func(t *sqlkit.Tables) *drill.Store { return Drills(store, t) }),
		silence.Feature(),
		delivery.Feature(ledger, func(host feature.Host) delivery.Pusher { return push.NewSender(host, config.NoPush) },
			func(host feature.Host) gallery.Drawer { return drawer(studio, host) }),
		decision.Feature(ledger),
		receipt.Feature(ledger),
		reply.Feature(),
		handling.Feature(store, post),
		quality.Feature(store),
		fieldaction.Feature(actions),
		download.Feature(ready{store}, makers(config.Version, studio)),
		library.Feature(),
		signing.Feature(),
		certificate.Feature(certificates{store}),
		document.Feature(func(host feature.Host) *projectreport.Press { return press(host, config.Version, studio) }),
		schedule.Feature(ReportInbox(store)),
		nsbd.Feature(),
	}
}

// drawer returns what draws the pictures of mails; nil: the program was built without the web app.
func drawer(studio *picture.Studio, host feature.Host) gallery.Drawer {
	if !studio.Works() {
		return nil
	}
	return studio.Alerts(host)
}

// ledger returns what writes messages about alerts. Readings are asked only by what sends and previews them.
func ledger(t *sqlkit.Tables, readings delivery.Readings) delivery.Ledger {
	return delivery.Ledger{
		Tables: t, Rosters: &duty.Store{Tables: t}, Silences: &silence.Store{Tables: t}, Plans: &grading.Store{Tables: t}, Readings: readings,
	}
}

// actions returns what writes what devices do because of alerts.
func actions(t *sqlkit.Tables) fieldaction.Ledger {
	return fieldaction.Ledger{Tables: t, Plans: &grading.Store{Tables: t}}
}

// post returns what knows what else happened because of alerts, for timelines.
func post(t *sqlkit.Tables) handling.Post {
	return courses{delivery.Ledger{Tables: t}, actions(t), reply.Store{Tables: t}}
}

type courses struct {
	ledger  delivery.Ledger
	field   fieldaction.Ledger
	replies reply.Store
}

func (l courses) SwitchedBy(ctx context.Context, alerts []int64) ([]handling.Switched, error) {
	list, err := l.field.About(ctx, alerts)
	made := make([]handling.Switched, len(list))
	for i := range list {
		a := &list[i]
		made[i] = handling.Switched{
			ID: a.ID, AlertID: a.AlertID, Device: a.DeviceName, Rule: a.RuleName, Turn: string(a.Turn), State: string(a.State),
			CreatedAt: a.CreatedAt, EndedAt: a.EndedAt,
		}
	}
	return made, err
}

func (l courses) SaidAbout(ctx context.Context, alerts []int64) ([]handling.Said, error) {
	list, err := l.replies.About(ctx, alerts)
	made := make([]handling.Said, len(list))
	for i, r := range list {
		made[i] = handling.Said{AlertID: r.AlertID, AccountID: r.AccountID, Name: r.Name, Answer: r.Answer, CreatedAt: r.CreatedAt}
	}
	return made, err
}

func (l courses) LettersOf(ctx context.Context, alerts []int64) ([]handling.Letters, error) {
	list, err := l.ledger.WrittenAbout(ctx, alerts)
	made := make([]handling.Letters, len(list))
	for i, w := range list {
		made[i] = handling.Letters(w)
	}
	return made, err
}

// notifier returns what writes messages about alerts.
func notifier(store *tables.Store) alarm.Notifier {
	return alarm.Notifiers{notify.NewAlerts(store), ledger(store.Tables, nil), actions(store.Tables)}
}

// migrateFeatures migrates the tables of features, after those of the product.
func migrateFeatures(ctx context.Context, db *database.DB, config Config, store *tables.Store) error {
	for _, f := range features(config, store) {
		if f.Migrations == nil {
			continue
		}
		files, err := fs.Sub(f.Migrations, "migrations")
		if err == nil {
			err = db.Migrate(ctx, files, f.Name+"_version")
		}
		if err != nil {
			return fmt.Errorf("tables of the feature %s: %w", f.Name, err)
		}
	}
	return nil
}

func partsOf(list []feature.Feature, host feature.Host) ([]feature.Parts, error) {
	parts := make([]feature.Parts, len(list))
	var err error
	for i, f := range list {
		if parts[i], err = f.New(host); err != nil {
			return nil, fmt.Errorf("feature %s: %w", f.Name, err)
		}
	}
	return parts, nil
}

// openFeatures creates the parts of all features and registers their jobs.
func (s *Server) openFeatures(ctx context.Context) (err error) {
	s.features, err = partsOf(features(s.Config, s.Store), feature.Host{
		Log: s.Log, Folder: s.Config.Data, Tables: s.Store.Tables, Bus: s.Bus, Secrets: s.Secrets, Blobs: s.Blobs,
		Identity: s.Identity, Corporations: s.Corporations, Users: s.Users, Codes: s.Verification, Projects: s.Projects, Drawings: s.Drawings, Points: s.Points,
		Devices: s.Devices, Alerts: s.Alerts, Read: s.Read, Previewer: s.Previewer, Uploads: s.Uploads, Jobs: s.Jobs,
		Commands: s.Commands, Intake: s.Intake, Imports: s.Imports, Trials: s.Previewer, Outbound: s.Outbound, Mail: s.Mail, SMS: s.SMS,
		PublicURL: s.Config.PublicURL, Resting: s.resting, Notifier: notifier(s.Store), CatchUp: s.Following.CatchUp,
		AsKnown: s.AsKnown,
	})
	if err != nil {
		return err
	}
	for _, parts := range s.features {
		if parts.HasBlob != nil {
			s.Uploads.Spare(parts.HasBlob)
		}
		for _, job := range parts.Jobs {
			s.Jobs.Handle(job.Kind, job.Run)
			if job.Most > 0 {
				s.Jobs.Limit(job.Kind, job.Most)
			}
			if job.Every == 0 {
				continue
			}
			if err := s.Jobs.Schedule(ctx, jobs.Schedule{Name: job.Kind, Kind: job.Kind, Every: job.Every}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Calls returns the calls without services, for documentation and tests.
func Calls() (*calls.API, error) {
	parts, err := partsOf(features(Config{}, nil), feature.Host{})
	if err != nil {
		return nil, err
	}
	return calls.New(calls.Config{Version: "1.0", Features: parts})
}

// Document returns the API's document (OpenAPI 3.1) as YAML, as printed by plumbline openapi and stored in
// api/openapi.yaml.
func Document() ([]byte, error) {
	api, err := Calls()
	if err != nil {
		return nil, err
	}
	return api.Document()
}
