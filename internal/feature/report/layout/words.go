package layout

import (
	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/i18n"
)

var kindNames = map[content.Kind]i18n.Label{
	content.Day:     {Zh: "监测日报", En: "Daily monitoring report", Tw: "監測日報"},
	content.Week:    {Zh: "监测周报", En: "Weekly monitoring report", Tw: "監測週報"},
	content.Month:   {Zh: "监测月报", En: "Monthly monitoring report", Tw: "監測月報"},
	content.Stage:   {Zh: "监测阶段报告", En: "Stage monitoring report", Tw: "監測階段報告"},
	content.Special: {Zh: "监测专项报告", En: "Special monitoring report", Tw: "監測專項報告"},
}

// KindName names a kind of report.
func KindName(kind content.Kind, lang string) string { return kindNames[kind].In(lang) }

var (
	projectWord  = i18n.Label{Zh: "项目", En: "Project", Tw: "專案"}
	addressWord  = i18n.Label{Zh: "地址", En: "Address", Tw: "地址"}
	makerWord    = i18n.Label{Zh: "监测单位", En: "Monitored by", Tw: "監測單位"}
	numberWord   = i18n.Label{Zh: "编号", En: "Number", Tw: "編號"}
	revisionWord = i18n.Label{Zh: "第 %d 版", En: "revision %d", Tw: "第 %d 版"}
	periodWord   = i18n.Label{Zh: "周期", En: "Period", Tw: "週期"}
	knownWord    = i18n.Label{Zh: "数据截至", En: "Data as known on", Tw: "資料截至"}
	zoneWord     = i18n.Label{Zh: "时区", En: "Time zone", Tw: "時區"}
	programWord  = i18n.Label{Zh: "生成程序", En: "Made with", Tw: "產生程式"}
	weatherWord  = i18n.Label{Zh: "天气", En: "Weather", Tw: "天氣"}
	workingWord  = i18n.Label{Zh: "工况", En: "Working condition", Tw: "工況"}
	draftWord    = i18n.Label{Zh: "未签发", En: "Not issued", Tw: "未簽發"}
	pageWord     = i18n.Label{Zh: "第 %d 页，共 %d 页", En: "Page %d of %d", Tw: "第 %d 頁，共 %d 頁"}
	notWritten   = i18n.Label{Zh: "未填写", En: "not entered", Tw: "未填寫"}

	overviewHead   = i18n.Label{Zh: "概述", En: "Overview", Tw: "概述"}
	conclusionHead = i18n.Label{Zh: "结论", En: "Conclusion", Tw: "結論"}
	adviceHead     = i18n.Label{Zh: "建议", En: "Advice", Tw: "建議"}
	plansHead      = i18n.Label{Zh: "测点布置与等级", En: "Measuring points on plans, with their levels", Tw: "測點佈置與等級"}
	maximaHead     = i18n.Label{Zh: "最大值", En: "Maxima", Tw: "最大值"}
	missingHead    = i18n.Label{Zh: "无测值的测点", En: "Measuring points without a reading", Tw: "無測值的測點"}
	holeHead       = i18n.Label{Zh: "%s %s 沿深度分布", En: "%s %s by depth", Tw: "%s %s 沿深度分佈"}
	alarmsHead     = i18n.Label{Zh: "本期告警", En: "Alerts of the period", Tw: "本期告警"}
	weatherHead    = i18n.Label{Zh: "气象", En: "Weather", Tw: "氣象"}
	devicesHead    = i18n.Label{Zh: "设备状态", En: "Devices", Tw: "設備狀態"}
	remarksHead    = i18n.Label{Zh: "说明", En: "Remarks", Tw: "說明"}
	nothingText    = i18n.Label{Zh: "本期无此内容。", En: "Nothing in this period.", Tw: "本期無此內容。"}
	noPointsText   = i18n.Label{Zh: "没有测点符合所选范围。", En: "No measuring point matches the selection.", Tw: "沒有測點符合所選範圍。"}
	moreAlarmsText = i18n.Label{Zh: "另有 %d 条较低等级的告警未列出。", En: "%d more alerts of lower levels are not listed.", Tw: "另有 %d 筆較低等級的告警未列出。"}
	moreCurvesText = i18n.Label{Zh: "另有 %d 条较低等级测点的曲线未列出。", En: "%d more curves, of points with lower levels, are not shown.", Tw: "另有 %d 條較低等級測點的曲線未列出。"}
	remarksText    = i18n.Label{
		Zh: "本期测值取周期末之前的最近一次有效测值，上期测值取周期开始之前的最近一次有效测值；变化速率为本次变化除以两次测值之间的天数。#N/A 表示无数值。等级由观测值、累计变化和变化速率中的最高等级确定，“未判定”表示未设阈值或无测值。",
		En: "The reading of this period is the last valid one before its end, that of the last period the last valid one before its start; the rate is the change divided by the days between the two. " +
			"#N/A means that there is no value. The level is the highest of observed value, accumulated change and rate; “not judged” means that there are no thresholds or no reading.",
		Tw: "本期測值取週期末之前的最近一次有效測值，上期測值取週期開始之前的最近一次有效測值；變化速率為本次變化除以兩次測值之間的天數。#N/A 表示無數值。等級由觀測值、累計變化和變化速率中的最高等級確定，「未判定」表示未設門檻值或無測值。",
	}

	pointWord       = i18n.Label{Zh: "测点", En: "Point", Tw: "測點"}
	structureWord   = i18n.Label{Zh: "结构物", En: "Structure", Tw: "結構物"}
	quantityWord    = i18n.Label{Zh: "监测量", En: "Quantity", Tw: "監測量"}
	depthWord       = i18n.Label{Zh: "深度 m", En: "Depth m", Tw: "深度 m"}
	initialWord     = i18n.Label{Zh: "初始值", En: "Initial", Tw: "初始值"}
	previousWord    = i18n.Label{Zh: "上次测值", En: "Previous", Tw: "上次測值"}
	thisWord        = i18n.Label{Zh: "本次测值", En: "This", Tw: "本次測值"}
	changeWord      = i18n.Label{Zh: "本次变化", En: "Change", Tw: "本次變化"}
	accumulatedWord = i18n.Label{Zh: "累计变化", En: "Accumulated", Tw: "累計變化"}
	rateWord        = i18n.Label{Zh: "变化速率", En: "Rate", Tw: "變化速率"}
	controlWord     = i18n.Label{Zh: "控制值", En: "Control", Tw: "控制值"}
	levelWord       = i18n.Label{Zh: "评价", En: "Level", Tw: "評價"}
	timeWord        = i18n.Label{Zh: "时间", En: "Time", Tw: "時間"}
	remarkWord      = i18n.Label{Zh: "备注", En: "Remark", Tw: "備註"}
	whatWord        = i18n.Label{Zh: "项目", En: "Maximum", Tw: "項目"}
	valueWord       = i18n.Label{Zh: "数值", En: "Value", Tw: "數值"}
	reasonWord      = i18n.Label{Zh: "原因", En: "Reason", Tw: "原因"}
	lastWord        = i18n.Label{Zh: "最近测值时间", En: "Last reading", Tw: "最近測值時間"}
	openedWord      = i18n.Label{Zh: "发生时间", En: "Raised", Tw: "發生時間"}
	endedWord       = i18n.Label{Zh: "结束时间", En: "Ended", Tw: "結束時間"}
	statusWord      = i18n.Label{Zh: "状态", En: "Status", Tw: "狀態"}
	handledWord     = i18n.Label{Zh: "处理情况", En: "Handling", Tw: "處理情況"}
	deviceWord      = i18n.Label{Zh: "设备", En: "Device", Tw: "設備"}
	modelWord       = i18n.Label{Zh: "型号", En: "Model", Tw: "型號"}
	serialWord      = i18n.Label{Zh: "序列号", En: "Serial number", Tw: "序號"}
	healthWord      = i18n.Label{Zh: "健康状态", En: "Health", Tw: "健康狀態"}
	arrivalWord     = i18n.Label{Zh: "到报率", En: "Arrival", Tw: "到報率"}
	elementWord     = i18n.Label{Zh: "要素", En: "Element", Tw: "要素"}
	leastWord       = i18n.Label{Zh: "最低", En: "Lowest", Tw: "最低"}
	mostWord        = i18n.Label{Zh: "最高", En: "Highest", Tw: "最高"}
	totalWord       = i18n.Label{Zh: "合计", En: "Total", Tw: "合計"}
	openWord        = i18n.Label{Zh: "未结束", En: "open", Tw: "未結束"}
	notJudgedWord   = i18n.Label{Zh: "未判定", En: "not judged", Tw: "未判定"}

	extremeNames = map[content.Extreme]i18n.Label{
		content.MostPositive: {Zh: "正向最大累计变化", En: "Largest positive change", Tw: "正向最大累計變化"},
		content.MostNegative: {Zh: "负向最大累计变化", En: "Largest negative change", Tw: "負向最大累計變化"},
		content.Fastest:      {Zh: "最大变化速率", En: "Highest rate", Tw: "最大變化速率"},
	}
	roleNames = map[content.Role]i18n.Label{
		content.Maker:    {Zh: "编制", En: "Made by", Tw: "編製"},
		content.Checker:  {Zh: "审核", En: "Checked by", Tw: "審核"},
		content.Approver: {Zh: "批准", En: "Approved by", Tw: "核准"},
	}
)
