package placeholder

import (
	"slices"
	"strings"

	"plumbline/internal/platform/i18n"
)

// Kind is what a word stands for.
type Kind string

// Kinds.
const (
	Value   Kind = "value"   // a text or a number
	List    Kind = "list"    // a row, or rows up to its end, for each of its things
	Block   Kind = "block"   // a group of rows or paragraphs, in which lists may stand, for each of its things
	Picture Kind = "picture" // a picture
	View    Kind = "view"    // what a chart shows, after its name
	Filter  Kind = "filter"  // what a list is limited to, as in structure=North
)

// Word is a word of placeholders.
type Word struct {
	Name    string     `json:"name"` // canonical
	Kind    Kind       `json:"kind"`
	Within  []string   `json:"within"`  // the lists and blocks in which it stands; empty: anywhere
	Label   i18n.Label `json:"label"`   // its name in each language; all are accepted in every template
	Explain i18n.Label `json:"explain"` // what it is replaced with
	Example i18n.Label `json:"example"` // as it is written
	also    []string   // further names that are accepted
}

// Names of lists, blocks and pictures.
const (
	Points       = "points"
	Nodes        = "nodes"
	Maxima       = "maxima"
	Alarms       = "alarms"
	Devices      = "devices"
	Absent       = "missing"
	Stations     = "weather"
	Measurements = "measurements"
	Holes        = "holes"
	Chart        = "chart"
	Charts       = "charts"
	Plan         = "plan"
	Plans        = "plans"
	Signature    = "signature"
)

// Vocabulary returns all words in the order in which they are listed.
func Vocabulary() []Word { return slices.Clone(words) }

// words are all words.
var words = complete(slices.Concat(general, blocks, lists, rows, pictures, filters))

// complete fills in what words leave out.
func complete(list []Word) []Word {
	for i := range list {
		w := &list[i]
		if w.Within == nil {
			w.Within = []string{} // a list in the API
		}
		if w.Example == (i18n.Label{}) {
			w.Example = i18n.Label{Zh: "{{" + w.Label.Zh + "}}", En: "{{" + w.Label.En + "}}", Tw: "{{" + w.Label.Tw + "}}"}
		}
	}
	return list
}

// value returns a word that is a value, anywhere.
func value(name, zh, tw string, explain i18n.Label, also ...string) Word {
	return Word{Name: name, Kind: Value, Label: i18n.Label{Zh: zh, En: name, Tw: tw}, Explain: explain, also: also}
}

// text is a text in three languages.
func text(zh, en, tw string) i18n.Label { return i18n.Label{Zh: zh, En: en, Tw: tw} }

// general are the values of the whole report.
var general = []Word{
	value("project.name", "项目.名称", "專案.名稱", text("项目名称", "Name of the project", "專案名稱"), "工程.名称", "工程.名稱"),
	value("project.address", "项目.地址", "專案.地址", text("项目地址", "Address of the project", "專案地址")),
	value("project.remarks", "项目.备注", "專案.備註", text("项目备注", "Remarks on the project", "專案備註")),
	value("project.corporation", "项目.单位", "專案.單位", text("所属单位", "Corporation that owns the project", "所屬單位"), "监测单位", "監測單位"),
	value("project.zone", "项目.时区", "專案.時區", text("报表时间所用时区", "Time zone of all times of the report", "報表時間所用時區")),
	value("report.title", "报表.标题", "報表.標題", text("报表标题", "Title of the report", "報表標題")),
	value("report.kind", "报表.类型", "報表.類型", text("日报、周报、月报等", "Daily, weekly, monthly report and so on", "日報、週報、月報等")),
	value("report.number", "报表.编号", "報表.編號", text("报表编号，未签发时写明", "Number of the report; says so if it is not issued", "報表編號，未簽發時寫明"), "编号", "編號"),
	value("report.revision", "报表.版次", "報表.版次", text("修订次数，首版为 0", "Number of revisions, 0 for the first issue", "修訂次數，首版為 0")),
	value("report.date", "报表.日期", "報表.日期", text("周期最后一天", "Last day of the period", "週期最後一天"), "日期"),
	value("report.from", "报表.开始", "報表.開始", text("周期开始时间", "Time at which the period begins", "週期開始時間")),
	value("report.to", "报表.结束", "報表.結束", text("周期结束时间", "Time at which the period ends", "週期結束時間")),
	value("report.period", "报表.周期", "報表.週期", text("周期起止时间", "Times at which the period begins and ends", "週期起訖時間")),
	value("report.known", "报表.数据时刻", "報表.資料時刻", text("数据截至该时刻收到的为准", "Moment up to which received data count", "資料以該時刻前收到者為準")),
	value("report.version", "报表.软件版本", "報表.軟體版本", text("生成报表的软件版本", "Version of the product that made the report", "產生報表的軟體版本")),
	value("report.points", "报表.测点数", "報表.測點數", text("报表涉及的测点数", "Number of points of the report", "報表涉及的測點數")),
	value("weather", "气象.天气", "氣象.天氣", text("填写的天气；未填写时为项目气象测站的数值", "Weather as typed in; else the values of the project's stations",
		"填寫的天氣；未填寫時為專案氣象測站的數值"), "天气", "天氣"),
	value("weather.stations", "气象.测站", "氣象.測站", text("项目气象测站在周期内的数值", "Values of the project's stations over the period", "專案氣象測站在週期內的數值")),
	value("weather.rain", "气象.降雨量", "氣象.降雨量", text("各雨量站在周期内的总降雨量", "Total rain of each station over the period", "各雨量站在週期內的總降雨量"), "气象.日降雨量", "氣象.日降雨量"),
	value("working", "工况.当日", "工況.當日", text("填写的工况", "Working condition as typed in", "填寫的工況"), "工况", "工況"),
	value("conclusion", "结论", "結論", text("填写的结论", "Conclusion as typed in", "填寫的結論")),
	value("advice", "建议", "建議", text("填写的建议", "Advice as typed in", "填寫的建議")),
	value("levels", "等级.汇总", "等級.彙總", text("各等级的测点数", "Number of points at each level", "各等級的測點數")),
	value("levels.worst", "等级.最高", "等級.最高", text("所有测点的最高等级", "Highest level of all points", "所有測點的最高等級")),
	value("alarms.count", "报警.数量", "警報.數量", text("周期内报警数", "Number of alarms in the period", "週期內警報數")),
	value("missing.count", "缺测.数量", "缺測.數量", text("缺测测点数", "Number of points without a reading", "缺測測點數")),
	value("signature.made", "签名.监测", "簽名.監測", text("监测人；未签名时留空", "Who made it; empty until it is signed", "監測人；未簽名時留空"), "签名.编制", "簽名.編製"),
	value("signature.made.time", "签名.监测.时间", "簽名.監測.時間", text("监测人签名时间", "When its maker signed", "監測人簽名時間")),
	value("signature.checked", "签名.审核", "簽名.審核", text("审核人；未签名时留空", "Who checked it; empty until it is signed", "審核人；未簽名時留空"), "签名.校核", "簽名.校核"),
	value("signature.checked.time", "签名.审核.时间", "簽名.審核.時間", text("审核人签名时间", "When its checker signed", "審核人簽名時間")),
	value("signature.approved", "签名.批准", "簽名.核准", text("批准人；未签名时留空", "Who approved it; empty until it is signed", "核准人；未簽名時留空")),
	value("signature.approved.time", "签名.批准.时间", "簽名.核准.時間", text("批准人签名时间", "When its approver signed", "核准人簽名時間")),
	within(value("measurement.name", "监测项.名称", "監測項.名稱", text("监测项名称", "Name of the measurement", "監測項名稱")), Measurements, Holes),
	within(value("measurement.code", "监测项.代码", "監測項.代碼", text("监测项代码", "Code of the measurement", "監測項代碼")), Measurements, Holes),
	within(value("measurement.points", "监测项.测点数", "監測項.測點數", text("有测值的测点数", "Number of points with readings", "有測值的測點數")), Measurements, Holes),
	within(value("measurement.instruments", "监测项.仪器", "監測項.儀器", text("所用仪器型号与编号", "Models and serial numbers of its instruments", "所用儀器型號與編號")), Measurements, Holes),
	within(value("hole.point", "测孔.名称", "測孔.名稱", text("测斜孔或阵列的测点名", "Point of the hole or array", "測斜孔或陣列的測點名")), Holes),
	within(value("hole.structure", "测孔.结构物", "測孔.結構物", text("所在结构物", "Its structure", "所在結構物")), Holes),
	within(value("hole.quantity", "测孔.监测量", "測孔.監測量", text("表中监测量", "Quantity of its table", "表中監測量")), Holes),
	within(value("hole.instrument", "测孔.仪器", "測孔.儀器", text("仪器型号与编号", "Model and serial number of its instrument", "儀器型號與編號")), Holes),
	within(value("hole.count", "测孔.次数", "測孔.次數", text("初始值以来的有效测次", "Number of valid readings since the initial value", "初始值以來的有效測次")), Holes),
	within(value("hole.time", "测孔.时间", "測孔.時間", text("本次测值时间", "Time of its reading", "本次測值時間")), Holes),
	within(value("hole.unit", "测孔.单位", "測孔.單位", text("测值单位", "Unit of its values", "測值單位")), Holes),
	within(value("hole.maximum", "测孔.最大值", "測孔.最大值", text("绝对值最大的累计变化", "Accumulated change with the largest absolute value", "絕對值最大的累計變化")), Holes),
	within(value("hole.maximum.depth", "测孔.最大值深度", "測孔.最大值深度", text("最大值所在深度", "Depth of that value", "最大值所在深度")), Holes),
	within(value("hole.level", "测孔.等级", "測孔.等級", text("各节点最高等级", "Highest level of its nodes", "各節點最高等級")), Holes),
}

// within limits a word to lists and blocks.
func within(w Word, names ...string) Word {
	w.Within = names
	return w
}

// key is a name in the form in which names are compared.
func key(name string) string {
	return strings.ToLower(folded.Replace(strings.Join(strings.Fields(name), " ")))
}

// folded are characters that Chinese keyboards give for those of placeholders.
var folded = strings.NewReplacer("．", ".", "。", ".", "＃", "#", "／", "/", "＝", "=", "×", "x", "＊", "*", "？", "?", "\u3000", " ", "\u00a0", " ",
	"，", ",", "、", ",", "“", `"`, "”", `"`, "「", `"`, "」", `"`)
