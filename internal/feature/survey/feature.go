package survey

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/device"
)

func init() {
	audit.Register(audit.Names{Actions: map[string]i18n.Label{
		device.SurveyFile: {Zh: "导入测次", En: "Import survey", Tw: "匯入測次"},
	}})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "survey", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, Host: host}).register()
			return nil
		}}, nil
	}}
}
