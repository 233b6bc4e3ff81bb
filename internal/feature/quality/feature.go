package quality

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

// Feature returns the feature. It has no tables: its figures are computed from alerts and thresholds when asked for.
func Feature(store Store) feature.Feature {
	return feature.Feature{Name: "quality", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, store: store, newest: host.Read, projects: host.Projects}).register()
			return nil
		}}, nil
	}}
}
