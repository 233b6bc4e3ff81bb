package drill

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature, with what writes the messages of drills and what notifies people in the app.
func Feature(messenger func(*sqlkit.Tables) Messenger, inbox Inbox) feature.Feature {
	return feature.Feature{Name: "drill", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{Tables: host.Tables, Messages: messenger(host.Tables), Inbox: inbox}
		weekly := &Weekly{Store: store, Log: host.Log, Resting: host.Resting}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, store: store, linked: host.PublicURL != ""}).register()
				return nil
			},
			Run: weekly.Run,
		}, nil
	}}
}
