package board

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "board", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, boards: New(host.Tables, host.Points, host.Read)}).register()
			return nil
		}}, nil
	}}
}
