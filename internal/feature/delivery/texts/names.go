package texts

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{Kinds: map[string]i18n.Label{
		"alertText": {Zh: "告警消息模板", En: "Texts of alert messages", Tw: "告警訊息範本"},
	}, Fields: map[string]i18n.Label{
		"mailsubject":      {Zh: "标题", En: "Subject", Tw: "標題"},
		"textopened":       {Zh: "告警正文", En: "Text of an alert", Tw: "告警內文"},
		"textrestored":     {Zh: "恢复正文", En: "Text of a restore", Tw: "恢復內文"},
		"textsms":          {Zh: "告警短信", En: "Text message of an alert", Tw: "告警簡訊"},
		"textsmsrestored":  {Zh: "恢复短信", En: "Text message of a restore", Tw: "恢復簡訊"},
		"textpushtitle":    {Zh: "推送标题", En: "Title in browsers", Tw: "推播標題"},
		"textpush":         {Zh: "告警推送", En: "Text in browsers of an alert", Tw: "告警推播"},
		"textpushrestored": {Zh: "恢复推送", En: "Text in browsers of a restore", Tw: "恢復推播"},
	}})
}
