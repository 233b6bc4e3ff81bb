package source

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature; folders are those of the server in which sources may look for files.
func Feature(folders []string) feature.Feature {
	return feature.Feature{Name: "source", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		s := New(host, folders)
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, sources: s, trials: host.Trials, points: host.Points}).register()
				k.Ingests(UploadPath, &uploads{s, make(chan struct{}, maxUploads)})
				return nil
			},
			Run: s.Run,
		}, nil
	}}
}
