package source

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds:   map[string]i18n.Label{"dataSource": {Zh: "数据源", En: "Data source", Tw: "資料來源"}},
		Fields:  map[string]i18n.Label{"enabled": {Zh: "启用", En: "Enabled", Tw: "啟用"}},
		Actions: map[string]i18n.Label{"run": {Zh: "立即运行", En: "Run now", Tw: "立即執行"}},
	})
}
