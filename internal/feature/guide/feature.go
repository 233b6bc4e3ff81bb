package guide

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "guide", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, Corporations: host.Corporations}).documents()
			return nil
		}}, nil
	}}
}
