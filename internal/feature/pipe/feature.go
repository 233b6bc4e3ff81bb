package pipe

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/device"
)

func init() {
	audit.Register(audit.Names{Actions: map[string]i18n.Label{
		device.SurveyFile: {Zh: "导入管道测次", En: "Import survey of a pipe", Tw: "匯入管道測次"},
	}})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "pipe", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, Host: host}).register()
			return nil
		}}, nil
	}}
}
