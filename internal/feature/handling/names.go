package handling

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			kind:         {Zh: "告警备注", En: "Comment on an alert", Tw: "告警備註"},
			incidentKind: {Zh: "告警事件", En: "Incident", Tw: "告警事件"},
			listsKind:    {Zh: "告警原因与处置措施", En: "Causes and measures of alerts", Tw: "告警原因與處置措施"},
		},
		Actions: map[string]i18n.Label{assign: {Zh: "指派", En: "Assign", Tw: "指派"}},
		Fields: map[string]i18n.Label{
			"commenttext":      {Zh: "备注内容", En: "Text of the comment", Tw: "備註內容"},
			"alertassignee":    {Zh: "负责人", En: "Assigned to", Tw: "負責人"},
			"pictures":         {Zh: "图片数", En: "Pictures", Tw: "圖片數"},
			"handlingcauses":   {Zh: "原因列表", En: "Causes", Tw: "原因清單"},
			"handlingmeasures": {Zh: "措施列表", En: "Measures", Tw: "措施清單"},
		},
	})
}
