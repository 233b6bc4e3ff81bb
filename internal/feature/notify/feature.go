package notify

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

// Feature returns the feature. Its tables belong to the core schema, because accounts and the fold write to them.
func Feature(store Store) feature.Feature {
	return feature.Feature{Name: "notify", New: func(feature.Host) (feature.Parts, error) {
		service := New(store)
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, Notifications: service}).notifications()
				return nil
			},
			Forget: service.Forget,
		}, nil
	}}
}
