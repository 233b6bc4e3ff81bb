package wording

import (
	"cmp"

	"plumbline/internal/core/alarm"
)

// Drill is the event of messages of drills. It differs from those of alerts, so that nothing that acts on alerts takes a
// drill for one.
const Drill alarm.Event = "drill"

// Texts of drills. Those of the corporation are about alerts, and are not used.
var (
	drillSubject = Phrase{
		Zh: "【演练】【{platform}】告警规则“{rule}”演练：{project}", En: "[Drill] [{platform}] Drill of the alert rule “{rule}”: {project}",
		Tw: "【演練】【{platform}】告警規則「{rule}」演練：{project}",
	}
	drillHappened = Phrase{
		Zh: "【演练】这是项目“{project}”告警规则“{rule}”的演练（{level}），{by}，时间 {time}。现场没有告警，无需处置，收到后请确认。",
		En: "[Drill] This is a drill of the alert rule “{rule}” of the project “{project}” ({level}), {by}, at {time}. There is no alert and nothing to do but to confirm that you have got it.",
		Tw: "【演練】這是專案「{project}」告警規則「{rule}」的演練（{level}），{by}，時間 {time}。現場沒有告警，無需處置，收到後請確認。",
	}
	drillTexted = Phrase{
		Zh: "【演练】【{platform}】项目“{project}”告警规则“{rule}”演练，时间 {time}。没有告警，无需处置。",
		En: "[Drill] [{platform}] Drill of the alert rule “{rule}”, project “{project}”, at {time}. There is no alert.",
		Tw: "【演練】【{platform}】專案「{project}」告警規則「{rule}」演練，時間 {time}。沒有告警，無需處置。",
	}
	drillTitle  = Phrase{Zh: "【演练】{project}", En: "[Drill] {project}", Tw: "【演練】{project}"}
	drillPushed = Phrase{
		Zh: "告警规则“{rule}”演练，没有告警，收到后请确认", En: "Drill of the alert rule “{rule}”. There is no alert: confirm that you have got it",
		Tw: "告警規則「{rule}」演練，沒有告警，收到後請確認",
	}
	drillPlace   = Phrase{Zh: "【演练】{project}", En: "[Drill] {project}", Tw: "【演練】{project}"}
	drillReason  = Phrase{Zh: "告警规则“{rule}”演练，没有告警", En: "drill of the alert rule “{rule}”, no alert", Tw: "告警規則「{rule}」演練，沒有告警"}
	drillStarted = Phrase{Zh: "由 {who} 发起", En: "started by {who}", Tw: "由 {who} 發起"}
	drillPlanned = Phrase{Zh: "每周计划", En: "by the weekly plan", Tw: "每週計畫"}
	drillMark    = Phrase{Zh: "【演练】", En: "[Drill]", Tw: "【演練】"}
)

// drillValues are the values of placeholders, also those of approved templates of text messages, which say place and reason.
func (c Content) drillValues() map[string]string {
	by := drillPlanned.In(c.Language)
	if c.DrillBy != "" {
		by = c.In(drillStarted, "who", c.DrillBy)
	}
	mark := drillMark.In(c.Language)
	return map[string]string{
		"platform": cmp.Or(c.Platform, Product.In(c.Language)), "project": c.Project, "structure": "", "item": "", "point": mark,
		"place": c.In(drillPlace, "project", c.Project), "heading": mark, "what": mark, "reason": c.In(drillReason, "rule", c.Rule), "quantity": "",
		"value": "", "time": c.time(), "rule": c.Rule, "level": c.Step.Level.Name().In(c.Language), "by": by,
	}
}
