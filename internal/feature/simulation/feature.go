package simulation

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{Actions: map[string]i18n.Label{
		simulateJob: {Zh: "推演阈值", En: "Simulate thresholds", Tw: "推演門檻值"},
	}})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "simulation", New: func(host feature.Host) (feature.Parts, error) {
		s := &server{Host: host, engine: host.Previewer}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				s.Kernel = k
				s.register()
				return nil
			},
			Jobs: []feature.Job{{Kind: simulateJob, Run: s.run}},
		}, nil
	}}
}
