package handling

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. messages writes the in-app messages of assignments and to owners; post knows the messages about alerts.
func Feature(messages Messenger, post func(*sqlkit.Tables) Post) feature.Feature {
	return feature.Feature{Name: "handling", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		watcher := &Watcher{Tables: host.Tables, Alerts: host.Alerts, Messages: messages, Log: host.Log, Resting: host.Resting}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, store: &Store{host.Tables, host.Alerts, messages, post(host.Tables)}, uploads: host.Uploads}).register()
				return nil
			},
			Run: watcher.Run,
		}, nil
	}}
}
