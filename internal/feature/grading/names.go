package grading

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// Kinds of entries in the operation log.
const (
	logKind         = "alertGrading"
	planKind        = "emergencyPlan"
	contingencyKind = "contingencyPlan"
	warningKind     = "gradedWarning"
	actionKind      = "gradedAction"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			logKind:         {Zh: "分级预警规则", En: "Grading", Tw: "分級預警規則"},
			planKind:        {Zh: "处置方案", En: "Emergency plan", Tw: "處置方案"},
			contingencyKind: {Zh: "应急预案", En: "Contingency plan", Tw: "應急預案"},
			warningKind:     {Zh: "分级预警", En: "Graded early warning", Tw: "分級預警"},
			actionKind:      {Zh: "处置措施", En: "Action on a warning", Tw: "處置措施"},
		},
		Fields: map[string]i18n.Label{
			"single":              {Zh: "单项条件", En: "Conditions", Tw: "單項條件"},
			"multi":               {Zh: "多指标条件", En: "Conditions of several indices", Tw: "多指標條件"},
			"measures":            {Zh: "处置措施", En: "Measures", Tw: "處置措施"},
			"responders":          {Zh: "响应人", En: "Responders", Tw: "回應人員"},
			"responseminutes":     {Zh: "响应时限 (min)", En: "Response time (min)", Tw: "回應時限 (min)"},
			"escalatetolevel":     {Zh: "超时升级到", En: "Then asks grade", Tw: "逾時升級到"},
			"monitoringfrequency": {Zh: "监测频率", En: "Monitoring frequency", Tw: "監測頻率"},
			"raiseinterval":       {Zh: "加密采集", En: "Shorter collection interval", Tw: "加密採集"},
			"acknowledged":        {Zh: "已响应", En: "Acknowledged", Tw: "已回應"},
			"actiontext":          {Zh: "措施", En: "Action", Tw: "措施"},
			"plantitle":           {Zh: "预案名称", En: "Title", Tw: "預案名稱"},
			"planbody":            {Zh: "预案内容", En: "Text", Tw: "預案內容"},
			"organisation":        {Zh: "组织机构", En: "Organisation", Tw: "組織機構"},
			"plandocuments":       {Zh: "文档", En: "Documents", Tw: "文件"},
			"materials":           {Zh: "应急物资", En: "Materials", Tw: "應急物資"},
		},
	})
}
