package delivery

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{Fields: map[string]i18n.Label{
		"rulemeasurements": {Zh: "监测项", En: "Measurements", Tw: "監測項"},
		"ruletypes":        {Zh: "告警类型", En: "Types of alerts", Tw: "告警類型"},
		"ruleevents":       {Zh: "通知事件", En: "Events", Tw: "通知事件"},
		"repeathours":      {Zh: "重复通知间隔 (h)", En: "Interval of reminders (h)", Tw: "重複通知間隔 (h)"},
		"rulelate":         {Zh: "迟到数据也通知", En: "Also late data", Tw: "遲到資料也通知"},
		"accountids":       {Zh: "接收人", En: "Recipients", Tw: "接收人"},
		"emaillist":        {Zh: "邮箱", En: "E-mail addresses", Tw: "電子郵件"},
	}})
}
