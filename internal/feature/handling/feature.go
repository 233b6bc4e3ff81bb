package handling

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. messages writes the in-app messages of assignments.
func Feature(messages Messenger) feature.Feature {
	return feature.Feature{Name: "handling", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, store: &Store{host.Tables, messages}, uploads: host.Uploads}).register()
			return nil
		}}, nil
	}}
}
