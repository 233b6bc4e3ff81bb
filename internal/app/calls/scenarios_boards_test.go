package calls_test

import (
	"slices"
	"strings"
)

var scenarios = slices.Concat(boardScenarios, ruleScenarios, gradingScenarios, siteScenarios)

const aBoard = `{"name":"P2 gauge","rows":1,"columns":2,"range":"7d","linkedAxis":true,"linkedCursor":true,"limits":true,"events":false,` +
	`"panels":[{"measuringPointId":{level},"view":"hda-chart","query":"type=observed"}]}`

const aPreset = `{"name":"Last week","query":"range=7d","shared":false,"view":"hda-chart","deviceType":"Crack"}`

const aNote = `{"from":1699990000000,"to":1700000000000,"text":"anchor test"}`

const aSimulation = `"field":"width","valueType":"accumulated","start":1699900000000,"end":1700000000000`

// boardScenarios are those of what people save of views.
var boardScenarios = []scenario{
	{"createBoard", "POST", "/api/projects/{project}/boards", aBoard, 404, 403, "manager", 201, `"name":"P2 gauge"`, "board"},
	{"listBoards", "GET", "/api/projects/{project}/boards", "", 404, 200, "", 200, `"gone":false`, ""},
	{"getBoard", "GET", "/api/projects/{project}/boards/{board}", "", 404, 200, "", 200, `"range":"7d"`, ""},
	{"updateBoard", "PUT", "/api/projects/{project}/boards/{board}", aBoard, 404, 403, "manager", 200, `"columns":2`, ""},
	{"sortBoards", "POST", "/api/projects/{project}/boards/sort", `{"ids":[{board}]}`, 404, 403, "manager", 200, `{}`, ""},
	{"deleteBoard", "DELETE", "/api/projects/{project}/boards/{board}", "", 404, 403, "manager", 200, `{}`, ""},
	{"createViewPreset", "POST", "/api/projects/{project}/view-presets", aPreset, 404, 201, "manager", 201, `"own":true`, "preset"},
	{"listViewPresets", "GET", "/api/projects/{project}/view-presets?view=hda-chart&deviceType=Crack", "", 404, 200, "manager", 200, `"query":"range=7d"`, ""},
	{"updateViewPreset", "PUT", "/api/projects/{project}/view-presets/{preset}", `{"name":"Shared","query":"range=1d","shared":true}`, 404, 404, "manager", 200, `"shared":true`, ""},
	{"deleteViewPreset", "DELETE", "/api/projects/{project}/view-presets/{preset}", "", 404, 403, "manager", 200, `{}`, ""},
	{"createPointNote", "POST", aPoint + "/notes", aNote, 404, 403, "manager", 201, `"text":"anchor test"`, "note"},
	{"listPointNotes", "GET", "/api/projects/{project}/notes?start=1699000000000&end=1700000000000", "", 404, 200, "", 200, `"more":false`, ""},
	{"updatePointNote", "PUT", aPoint + "/notes/{note}", `{"from":1699990000000,"to":1699990000000,"text":"rain"}`, 404, 403, "manager", 200, `"withdrawn":false`, ""},
	{"withdrawPointNote", "DELETE", aPoint + "/notes/{note}", "", 404, 403, "manager", 200, `"withdrawn":true`, ""},
	{"simulateThresholds", "POST", aPoint + "/threshold-simulation", `{` + aSimulation + `,"sets":[` + someLevel + `]}`, 404, 200, "", 200, `"current":{`, ""},
	{"simulateThresholds", "POST", aPoint + "/threshold-simulation", `{` + aSimulation + `,"sets":[{"list":[]}]}`, 404, 422, "", 422, `"sets[0].list"`, ""},
	{"simulateProjectThresholds", "POST", "/api/projects/{project}/threshold-simulations", `{` + aSimulation + `,"measuringPointIds":[{point}],"factor":1.2}`, 404, 202, "", 202, `"kind":"simulateThresholds"`, "simulation"},
	{"exportReadings", "POST", "/api/exports/measuring-point-data", `{"projectId":{project},"measuringPointIds":[{point}],"start":1699900000000,"end":1700000000000,"format":"csv"}`, 404, 403, "manager", 202, `"status":"pending"`, "report"},
	{"exportSummary", "POST", "/api/exports/total-report", `{"projectId":{project},"start":1699900000000,"end":1700000000000}`, 404, 403, "manager", 202, `"kind":"total-report"`, ""},
	{"exportProjectReport", "POST", "/api/exports/project-report", `{"projectId":{project},"kind":"week","format":"pdf","start":1699900000000,"end":1700000000000}`, 404, 403, "manager", 202, `"kind":"project-report"`, ""},
	{"listReportPlaceholders", "GET", "/api/constants/report-placeholders", "", 200, 200, "", 200, `"project.name"`, ""},
	{"listReportTemplates", "GET", "/api/projects/{project}/report-templates", "", 404, 200, "", 200, `"id":"pit"`, ""},
	{"getShippedReportTemplate", "GET", "/api/projects/{project}/report-templates/shipped/slope?language=en", "", 404, 200, "", 200, "PK", ""},
	{"createProjectReport", "POST", someReports, `{"kind":"week","start":1699900000000,"end":1700000000000}`, 404, 403, "manager", 202, `"status":"making"`, "document"},
	{"listProjectReports", "GET", someReports + "?kind=week", "", 404, 200, "", 200, `"next":""`, ""},
	{"getProjectReport", "GET", someReports + "/{document}", "", 404, 200, "", 200, `"revision":0`, ""},
	{"updateProjectReport", "PATCH", someReports + "/{document}", `{"weather":"Rain"}`, 404, 403, "manager", 409, `8873`, ""},
	{"signProjectReport", "POST", someReports + "/{document}/sign", `{"role":"made","password":"x"}`, 404, 403, "manager", 409, `8874`, ""},
	{"returnProjectReport", "POST", someReports + "/{document}/return", `{"remark":"No weather"}`, 404, 403, "manager", 409, `8876`, ""},
	{"reviseProjectReport", "POST", someReports + "/{document}/revise", `{"reason":"Late data"}`, 404, 403, "manager", 409, `8877`, ""},
	{"retryProjectReport", "POST", someReports + "/{document}/retry", "", 404, 403, "manager", 409, `8803`, ""},
	{"linkProjectReport", "POST", someReports + "/{document}/files/pdf/link", "", 404, 409, "manager", 409, `8802`, ""},
	{"listProjectReportChanges", "GET", someReports + "/{document}/changes", "", 404, 409, "manager", 409, `8877`, ""},
	{"deleteProjectReport", "DELETE", someReports + "/{document}", "", 404, 403, "manager", 200, `{}`, ""},
	{"setProjectReportConfig", "PUT", "/api/projects/{project}/project-report-config", aCalendar, 404, 403, "manager", 200, `"timeZone":`, ""},
	{"getProjectReportConfig", "GET", "/api/projects/{project}/project-report-config", "", 404, 200, "", 200, `"numberPrefix":"K12-"`, ""},
	{"previewProjectReportConfig", "POST", "/api/projects/{project}/project-report-config/preview", `{"month":"2026-10","config":` + aCalendar + `}`, 404, 200, "", 200, `"date":"2026-10-31"`, ""},
	{"createReportSchedule", "POST", someSchedules, aSchedule, 404, 403, "manager", 201, `"nextMade":`, "reportSchedule"},
	{"listReportSchedules", "GET", someSchedules, "", 404, 200, "", 200, `"missed":"latest"`, ""},
	{"getReportSchedule", "GET", someSchedules + "/{reportSchedule}", "", 404, 200, "", 200, `"missed":"latest"`, ""},
	{"updateReportSchedule", "PUT", someSchedules + "/{reportSchedule}", aSchedule, 404, 403, "manager", 200, `"owner@example.com"`, ""},
	{"enableReportSchedule", "PUT", someSchedules + "/{reportSchedule}/enabled", `{"enabled":false}`, 404, 403, "manager", 200, `"nextMade":0`, ""},
	{"runReportSchedule", "POST", someSchedules + "/{reportSchedule}/run", "", 404, 403, "manager", 202, `"status":"making"`, "reportRun"},
	{"listReportRuns", "GET", "/api/projects/{project}/report-runs", "", 404, 200, "", 200, `"schedule":"Daily report"`, ""},
	{"listReportMails", "GET", "/api/projects/{project}/report-runs/{reportRun}/mails", "", 404, 200, "", 200, `"list":[]`, ""},
	{"deleteReportSchedule", "DELETE", someSchedules + "/{reportSchedule}", "", 404, 403, "manager", 200, `{}`, ""},
	{"exportPointReport", "POST", "/api/exports/measuring-point-report", `{"projectId":{project},"measuringPointIds":[{point}],"format":"xlsx"}`, 404, 403, "manager", 202, `"kind":"measuring-point-report"`, ""},
	{"exportLineReport", "POST", "/api/exports/hsl-settlement-report", `{"projectId":{project},"measuringPointId":{point},"format":"xlsx"}`, 404, 403, "manager", 422, `"measuringPointId"`, ""},
	{"exportSectionReport", "POST", "/api/exports/section-deformation-report", `{"projectId":{project},"structureId":{structure},"start":1699900000000,"end":1700000000000,"format":"csv"}`, 404, 403, "manager", 422, `"code":8811`, ""},
	{"exportDeviceResearch", "POST", "/api/exports/device-research", `{"projectId":{project},"start":1699900000000,"end":1700000000000,"format":"csv"}`, 404, 403, "manager", 202, `"kind":"device-research"`, ""},
	{"exportCompareReport", "POST", "/api/exports/compare-report", `{"projectId":{project},"times":{"first":1699900000000,"second":1700000000000},"format":"csv"}`, 404, 403, "manager", 202, `"kind":"compare-report"`, ""},
	{"exportNsbdReport", "POST", "/api/exports/nsbd-report", `{"projectId":{project},"format":"csv"}`, 404, 403, "manager", 202, `"kind":"nsbd-report"`, ""},
	{"listNsbdPoints", "GET", "/api/projects/{project}/nsbd-points", "", 404, 200, "", 200, `"measuringPointName"`, ""},
	{"updateNsbdPoints", "PUT", "/api/projects/{project}/nsbd-points", `{"list":[{"measuringPointId":{point},"designNumber":"P-1"}]}`, 404, 403, "manager", 200, `{}`, ""},
	{"listReports", "GET", "/api/projects/{project}/reports?status=pending", "", 404, 200, "", 200, `"keepDays":30`, ""},
	{"getReport", "GET", "/api/projects/{project}/reports/{report}", "", 404, 200, "", 200, `"progress":0`, ""},
	{"linkReport", "POST", "/api/projects/{project}/reports/{report}/link", "", 404, 409, "manager", 409, `8802`, ""},
	{"cancelReport", "POST", "/api/projects/{project}/reports/{report}/cancel", "", 404, 403, "manager", 200, `"reason":"`, ""},
	{"retryReport", "POST", "/api/projects/{project}/reports/{report}/retry", "", 404, 403, "manager", 200, `"status":"pending"`, ""},
	{"deleteReport", "DELETE", "/api/projects/{project}/reports/{report}", "", 404, 403, "manager", 200, `{}`, ""},
	{"getProjectSimulation", "GET", "/api/projects/{project}/threshold-simulations/{simulation}", "", 404, 200, "", 200, `"points":[`, ""},
}

const (
	someSchedules = "/api/projects/{project}/report-schedules"
	aCalendar     = `{"start":"2023-11-01","cutOffHour":8,"firstWeekday":1,"monthDay":1,"weekends":false,"onHoliday":"skip","numberPrefix":"K12-","holidays":[{"from":"2026-10-01","to":"2026-10-07","name":"National Day"}]}`
	aSchedule     = `{"name":"Daily report","kind":"day","enabled":true,"language":"en","makeMinute":510,"waitMinute":600,"missed":"latest","accountIds":[],"emailList":["owner@example.com"],"deliver":"attachment","files":"pdf","drafts":false}`
)

const someReports = "/api/projects/{project}/project-reports"

const aRule = `{"name":"Night","enable":true,"level":2,"types":["threshold"],"events":["raised"],"emailList":["shift@example.com"]}`

const aWebhook = `{"name":"Group","kind":"feishu","enable":true,"url":"https://192.0.2.10/hook?key=1","secret":"a long secret"}`

const aFieldRule = `{"name":"Denser","enable":true,"level":2,"deviceIds":[{gauge}],"action":"interval","intervalSeconds":600,"longestMinutes":60}`

const theTexts = `{"language":"en","subject":"","opened":"","restored":"","sms":"{point}","smsRestored":""}`

// ruleScenarios are those of alert rules and their messages.
var ruleScenarios = []scenario{
	{"createAlertRule", "POST", "/api/projects/{project}/alert-rules", aRule, 404, 403, "manager", 201, `"repeatHours":24`, "rule"},
	{"listAlertRules", "GET", "/api/projects/{project}/alert-rules", "", 404, 200, "", 200, `"shift@example.com"`, ""},
	{"alertQuality", "GET", "/api/projects/{project}/alert-quality?days=7", "", 404, 200, "", 200, `"timeZone":"Asia/Shanghai"`, ""},
	{"previewAlertRule", "POST", "/api/projects/{project}/alert-rules/preview", strings.Replace(aRule, "Night", "Day", 1), 404, 200, "", 200, `"people":1`, ""},
	{"updateAlertRule", "PATCH", "/api/projects/{project}/alert-rules/{rule}", `{"level":4}`, 404, 403, "manager", 200, `"level":4`, ""},
	{"getAlertChannels", "GET", "/api/projects/{project}/alert-channels", "", 404, 200, "", 200, `"sms":false`, ""},
	{"createAlertWebhook", "POST", "/api/projects/{project}/alert-webhooks", aWebhook, 404, 403, "manager", 201, `"address":"https://192.0.2.10/…?…"`, "webhook"},
	{"listAlertWebhooks", "GET", "/api/projects/{project}/alert-webhooks", "", 404, 200, "", 200, `"signed":true`, ""},
	{"testAlertWebhook", "POST", "/api/projects/{project}/alert-webhooks/{webhook}/test", "", 404, 403, "manager", 200, `"outcome":"failed"`, ""},
	{"updateAlertWebhook", "PATCH", "/api/projects/{project}/alert-webhooks/{webhook}", `{"name":"Shift"}`, 404, 403, "manager", 200, `"name":"Shift"`, ""},
	{"deleteAlertWebhook", "DELETE", "/api/projects/{project}/alert-webhooks/{webhook}", "", 404, 403, "manager", 200, `{}`, ""},
	{"createFieldRule", "POST", "/api/projects/{project}/field-rules", aFieldRule, 404, 403, "manager", 201, `"intervalSeconds":600`, "fieldRule"},
	{"listFieldRules", "GET", "/api/projects/{project}/field-rules", "", 404, 200, "", 200, `"longestMinutes":60`, ""},
	{"updateFieldRule", "PUT", "/api/projects/{project}/field-rules/{fieldRule}", strings.Replace(aFieldRule, "600", "900", 1), 404, 403, "manager", 200, `:900`, ""},
	{"testFieldRule", "POST", "/api/projects/{project}/field-rules/{fieldRule}/test", `{"deviceId":{gauge},"turn":"on"}`, 404, 403, "manager", 200, `"why":"test"`, ""},
	{"listFieldActions", "GET", "/api/projects/{project}/field-actions?fieldRuleId={fieldRule}", "", 404, 200, "", 200, `"state":"pending"`, ""},
	{"deleteFieldRule", "DELETE", "/api/projects/{project}/field-rules/{fieldRule}", "", 404, 403, "manager", 200, `{}`, ""},
	{"saveAlertTexts", "PUT", "/api/corporations/{ours}/alert-texts", theTexts, 404, 403, "admin", 200, `"sms":"{point}"`, ""},
	{"listAlertTexts", "GET", "/api/corporations/{ours}/alert-texts", "", 404, 403, "admin", 200, `"placeholders":["platform"`, ""},
	{"previewAlertTexts", "POST", "/api/corporations/{ours}/alert-texts/preview", `{"alertId":1,"event":"raised",` + theTexts[1:], 404, 403, "admin", 404, `"alertId"`, ""},
	{"getAlertTextPictures", "GET", "/api/corporations/{ours}/alert-texts/pictures?alertId=1", "", 404, 403, "admin", 404, `"alertId"`, ""},
	{"getDutyRoster", "GET", "/api/projects/{project}/duty", "", 404, 200, "", 200, `"exists":false`, ""},
	{"saveDutyRoster", "PUT", "/api/projects/{project}/duty", `{"accountIds":[{member}],"firstDate":"2026-01-05","hour":8}`, 404, 403, "manager", 200, `"hour":8`, ""},
	{"createDutySwap", "POST", "/api/projects/{project}/duty/swaps", `{"from":1767600000000,"to":1767686400000,"accountId":{member}}`, 404, 403, "manager", 201, `"withdrawnAt":0`, "swap"},
	{"withdrawDutySwap", "DELETE", "/api/projects/{project}/duty/swaps/{swap}", "", 404, 403, "manager", 200, `{}`, ""},
	{"createSilence", "POST", "/api/projects/{project}/silences", `{"minutes":60,"note":"Cleaning"}`, 404, 403, "manager", 201, `"state":"holding"`, "silence"},
	{"listSilences", "GET", "/api/projects/{project}/silences", "", 404, 200, "", 200, `"note":"Cleaning"`, ""},
	{"endSilence", "POST", "/api/projects/{project}/silences/{silence}/end", "", 404, 403, "manager", 200, `{}`, ""},
	{"previewDrill", "GET", "/api/projects/{project}/drills/preview?level=3", "", 404, 200, "", 200, `"messages":0`, ""},
	{"startDrill", "POST", "/api/projects/{project}/drills", `{"level":4}`, 404, 403, "manager", 201, `"id":`, ""},
	{"listDrills", "GET", "/api/projects/{project}/drills", "", 404, 200, "", 200, `"rules":1`, ""},
	{"getDrillProof", "GET", "/api/projects/{project}/drills/proof", "", 404, 200, "", 200, `"state":"never"`, ""},
	{"saveDrillPlan", "PUT", "/api/projects/{project}/drills/plan", `{"weekly":true,"weekday":3,"minute":570,"level":4,"warnDays":14}`, 404, 403, "manager", 200, `"weekly":true`, ""},
	{"deleteAlertRule", "DELETE", "/api/projects/{project}/alert-rules/{rule}", "", 404, 403, "manager", 200, `{}`, ""},
	{"listAlertMessages", "GET", "/api/projects/{project}/alert-messages?state=sent", "", 404, 200, "", 200, `"total":0`, ""},
	{"listMessagesOfAlert", "GET", "/api/alerts/1/messages", "", 404, 404, "", 404, `"code":2002`, ""},
	{"listAlertComments", "GET", "/api/alerts/1/comments", "", 404, 404, "", 404, `"code":2002`, ""},
	{"listAlertAnswers", "GET", "/api/alerts/1/answers", "", 404, 404, "", 404, `"code":2002`, ""},
	{"answerAlert", "POST", "/api/alerts/1/answers", `{"answer":"seen"}`, 404, 404, "", 404, `"code":2002`, ""},
	{"createAlertComment", "POST", "/api/alerts/1/comments", `{"text":"seen"}`, 404, 404, "", 404, `"code":2002`, ""},
	{"assignAlert", "PUT", "/api/alerts/1/assignee", `{"accountId":0}`, 404, 404, "", 404, `"code":2002`, ""},
	{"listAlertAssignments", "GET", "/api/alerts/1/assignments", "", 404, 404, "", 404, `"code":2002`, ""},
	{"listAlertAssignees", "GET", "/api/projects/{project}/alert-assignees", "", 404, 403, "", 200, `"name":"member"`, ""},
	{"listIncidents", "GET", "/api/projects/{project}/incidents?open=true&level=2", "", 404, 200, "", 200, `"total":0`, ""},
	{"listIncidents", "GET", "/api/projects/{project}/incidents?from=2&to=1", "", 404, 422, "", 422, `"code":`, ""},
	{"getIncident", "GET", "/api/alerts/1/incident", "", 404, 404, "", 404, `"code":2002`, ""},
	{"getIncidentTimeline", "GET", "/api/alerts/1/incident/timeline", "", 404, 404, "", 404, `"code":2002`, ""},
	{"assignIncident", "PUT", "/api/alerts/1/incident/owner", `{"accountId":0}`, 404, 404, "", 404, `"code":2002`, ""},
	{"getProjectAlertHandling", "GET", "/api/projects/{project}/alert-handling", "", 404, 200, "", 200, `"en":"Rainfall"`, ""},
	{"saveAlertHandling", "PUT", "/api/corporations/{ours}/alert-handling", `{"causes":[{"en":"Ice"}],"measures":[{"en":"Salt"}]}`, 404, 403, "admin", 200, `"en":"Salt"`, ""},
	{"getAlertHandling", "GET", "/api/corporations/{ours}/alert-handling", "", 404, 403, "admin", 200, `"en":"Ice"`, ""},
	{"resetAlertHandling", "DELETE", "/api/corporations/{ours}/alert-handling", "", 404, 403, "admin", 200, `"updatedAt":0`, ""},
}

const aGrading = `{"name":"Cracks","enable":true,"measurement":"Crack","field":"width","levels":[
	{"level":2,"enable":true,"alternatives":[{"conditions":[{"valueType":"observed","value":1}]}]}]}`

const aMultiGrading = `{"name":"Both","enable":true,"level":3,"conditions":[{"measuringPointId":{level},"field":"level","valueType":"observed","value":1},
	{"measurement":"Crack","field":"width","valueType":"rate","value":1}]}`

const aPlan = `{"name":"Orange","measures":"","responseMinutes":120,"responders":[{"accountId":{member}}]}`

// gradingScenarios are those of graded early warning.
var gradingScenarios = []scenario{
	{"createAlertGrading", "POST", "/api/projects/{project}/alert-gradings", aGrading, 404, 403, "manager", 201, `"name":"Cracks"`, "grading"},
	{"listAlertGradings", "GET", "/api/projects/{project}/alert-gradings", "", 404, 200, "", 200, `"active":false`, ""},
	{"updateAlertGrading", "PUT", "/api/projects/{project}/alert-gradings/{grading}", aGrading, 404, 403, "manager", 200, `"versions":[{`, ""},
	{"deleteAlertGrading", "DELETE", "/api/projects/{project}/alert-gradings/{grading}", "", 404, 403, "manager", 200, `{}`, ""},
	{"createMultAlertGrading", "POST", "/api/projects/{project}/mult-alert-gradings", aMultiGrading, 404, 403, "manager", 201, `"name":"Both"`, "multi"},
	{"listMultAlertGradings", "GET", "/api/projects/{project}/mult-alert-gradings", "", 404, 200, "", 200, `"active":false`, ""},
	{"updateMultAlertGrading", "PUT", "/api/projects/{project}/mult-alert-gradings/{multi}", aMultiGrading, 404, 403, "manager", 200, `"name":"Both"`, ""},
	{"deleteMultAlertGrading", "DELETE", "/api/projects/{project}/mult-alert-gradings/{multi}", "", 404, 403, "manager", 200, `{}`, ""},
	{"saveEmergencyPlan", "PUT", "/api/projects/{project}/emergency-plans/3", aPlan, 404, 403, "manager", 200, `"responseMinutes":120`, ""},
	{"listEmergencyPlans", "GET", "/api/projects/{project}/emergency-plans", "", 404, 200, "", 200, `"level":3`, ""},
	{"deleteEmergencyPlan", "DELETE", "/api/projects/{project}/emergency-plans/3", "", 404, 403, "manager", 200, `{}`, ""},
	{"getContingencyPlan", "GET", "/api/projects/{project}/contingency-plan", "", 404, 200, "", 200, `"exists":false`, ""},
	{"saveContingencyPlan", "PUT", "/api/projects/{project}/contingency-plan", `{"title":"Pit","text":"Stop"}`, 404, 403, "manager", 200, `"exists":true`, ""},
	{"listGradedWarnings", "GET", "/api/projects/{project}/graded-warnings", "", 404, 200, "", 200, `"total":0`, ""},
	{"getGradedResponse", "GET", "/api/alerts/1/graded-response", "", 404, 404, "", 404, `"code":2002`, ""},
	{"acknowledgeGradedWarning", "POST", "/api/alerts/1/graded-response/acknowledgement", "", 404, 404, "", 404, `"code":2002`, ""},
	{"createGradedAction", "POST", "/api/alerts/1/graded-response/actions", `{"text":"seen"}`, 404, 404, "", 404, `"code":2002`, ""},
}
