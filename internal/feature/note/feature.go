package note

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
		panic("note: " + err.Error())
	}
	return feature.Feature{Name: "note", Migrations: files, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, notes: &Store{host.Tables}}).register()
			return nil
		}}, nil
	}}
}
