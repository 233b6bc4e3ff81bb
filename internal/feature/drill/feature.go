package drill

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. drills returns its store, with what writes messages and what notifies people in the app.
func Feature(drills func(*sqlkit.Tables) *Store) feature.Feature {
	return feature.Feature{Name: "drill", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := drills(host.Tables)
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
