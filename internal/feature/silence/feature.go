package silence

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "silence", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, silences: &Store{host.Tables}}).register()
			return nil
		}}, nil
	}}
}
