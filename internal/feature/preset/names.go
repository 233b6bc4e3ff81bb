package preset

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kind: {Zh: "视图预设", En: "View preset", Tw: "檢視預設"}},
		Fields: map[string]i18n.Label{
			"presetview":   {Zh: "视图", En: "View", Tw: "檢視"},
			"presetquery":  {Zh: "视图设置", En: "Settings of the view", Tw: "檢視設定"},
			"presetshared": {Zh: "企业共享", En: "Shared with the corporation", Tw: "企業共享"},
		},
	})
}
