package download

import (
	"context"
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. messages writes the in-app messages; makers make the files.
func Feature(messages Messenger, makers func(feature.Host) []Maker) feature.Feature {
	return feature.Feature{Name: "download", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{host.Tables, messages}
		worker := &Worker{Store: store, Blobs: host.Blobs, makers: map[string]Maker{}}
		for _, m := range makers(host) {
			worker.makers[m.Kind()] = m
		}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				s := &server{&Center{store, host.Jobs}, k, host.Blobs, host.Secrets}
				return s.register(makers(host))
			},
			Jobs:    []feature.Job{{Kind: kindOfJobs, Run: worker.Run, Most: 1}},
			Forget:  func(ctx context.Context) error { return store.Forget(ctx, clock.Now().UnixMilli()) },
			HasBlob: store.HasBlob,
		}, nil
	}}
}
