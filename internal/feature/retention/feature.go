package retention

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
		panic("retention: " + err.Error())
	}
	return feature.Feature{Name: "retention", Migrations: files, New: func(host feature.Host) (feature.Parts, error) {
		s := New(host)
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, retention: s}).register()
				return nil
			},
			Jobs: []feature.Job{{Kind: Job, Run: s.Run, Every: every}},
		}, nil
	}}
}
