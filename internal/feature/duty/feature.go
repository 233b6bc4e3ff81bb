package duty

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "duty", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, rosters: &Store{host.Tables}}).register()
			return nil
		}}, nil
	}}
}
