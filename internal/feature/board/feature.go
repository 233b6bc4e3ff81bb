package board

import (
	"embed"
	"io/fs"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic("board: " + err.Error())
	}
	return feature.Feature{Name: "board", Migrations: files, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, boards: New(host.Tables, host.Points, host.Read)}).register()
			return nil
		}}, nil
	}}
}
