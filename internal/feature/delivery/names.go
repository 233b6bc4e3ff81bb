package delivery

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// answered is an action in the audit log.
const answered = "answer"

func init() {
	audit.Register(audit.Names{Actions: map[string]i18n.Label{
		answered: {Zh: "通过消息链接回复", En: "Answer by the link in a message", Tw: "透過訊息連結回覆"},
	}, Fields: map[string]i18n.Label{
		"rulemeasurements":  {Zh: "监测项", En: "Measurements", Tw: "監測項"},
		"ruletypes":         {Zh: "告警类型", En: "Types of alerts", Tw: "告警類型"},
		"ruleevents":        {Zh: "通知事件", En: "Events", Tw: "通知事件"},
		"repeathours":       {Zh: "重复通知间隔 (h)", En: "Interval of reminders (h)", Tw: "重複通知間隔 (h)"},
		"rulelate":          {Zh: "迟到数据也通知", En: "Also late data", Tw: "遲到資料也通知"},
		"rulebycode":        {Zh: "接收人可凭验证码处理", En: "Recipients may decide with a code", Tw: "接收人可憑驗證碼處理"},
		"accountids":        {Zh: "接收人", En: "Recipients", Tw: "接收人"},
		"quietfrom":         {Zh: "免打扰开始 (min)", En: "Quiet hours from (min)", Tw: "免打擾開始 (min)"},
		"quietto":           {Zh: "免打扰结束 (min)", En: "Quiet hours to (min)", Tw: "免打擾結束 (min)"},
		"quietlevel":        {Zh: "免打扰最高等级", En: "Highest level in quiet hours", Tw: "免打擾最高等級"},
		"conditionreached":  {Zh: "达到等级的读数个数", En: "Readings that reach the level", Tw: "達到等級的讀數個數"},
		"conditionreadings": {Zh: "连续读数个数", En: "Of consecutive readings", Tw: "連續讀數個數"},
		"conditionminutes":  {Zh: "持续时间 (min)", En: "Duration (min)", Tw: "持續時間 (min)"},
		"conditionpoints":   {Zh: "同时达到等级的测点数", En: "Points at the level", Tw: "同時達到等級的測點數"},
		"conditionwithin":   {Zh: "测点时间窗 (min)", En: "Window of the points (min)", Tw: "測點時間窗 (min)"},
		"ladder":            {Zh: "升级通知", En: "Escalation ladder", Tw: "升級通知"},
		"afterminutes":      {Zh: "无人响应时间 (min)", En: "Time without a reaction (min)", Tw: "無人回應時間 (min)"},
		"ruleduty":          {Zh: "值班人", En: "Person on duty", Tw: "值班人"},
		"rulechannels":      {Zh: "通知方式", En: "Channels", Tw: "通知方式"},
		"mobilelist":        {Zh: "手机号", En: "Mobiles", Tw: "手機號碼"},
		"webhookids":        {Zh: "Webhook", En: "Webhooks", Tw: "Webhook"},
		"linkanswer":        {Zh: "回复", En: "Answer", Tw: "回覆"},
		"linkrecipient":     {Zh: "接收人", En: "Recipient", Tw: "接收人"},
		"emaillist":         {Zh: "邮箱", En: "E-mail addresses", Tw: "電子郵件"},
	}})
}
