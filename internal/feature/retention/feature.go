package retention

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "retention", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
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
