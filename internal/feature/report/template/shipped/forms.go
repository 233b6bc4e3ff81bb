package shipped

import "plumbline/internal/platform/i18n"

// column is a column of a table: its head and the value of its rows.
type column struct {
	head  i18n.Label
	value string
	span  int // columns of the sheet; 0: one
	look  int // of its rows
}

// section is a table of a workbook.
type section struct {
	title   i18n.Label
	list    string
	columns []column
}

// form is a workbook that comes with the product.
type form struct {
	id      string
	title   i18n.Label
	basis   i18n.Label // what it follows
	heads   []field    // in pairs
	points  []column   // of each measurement
	first   []section  // before the measurements
	further []section  // after them
	holes   bool       // a sheet with the tables by depth
}

// field is a label with a value.
type field struct {
	label i18n.Label
	value string
}

// Labels that several tables have.
var (
	pointHead       = text("测点", "Point", "測點")
	structureHead   = text("断面", "Section", "斷面")
	quantityHead    = text("监测量", "Quantity", "監測量")
	unitHead        = text("单位", "Unit", "單位")
	initialHead     = text("初始值", "Initial", "初始值")
	previousHead    = text("上次值", "Previous", "上次值")
	thisHead        = text("本次值", "This", "本次值")
	changeHead      = text("本次变化", "Change", "本次變化")
	accumulatedHead = text("累计变化", "Accumulated", "累計變化")
	rateHead        = text("变化速率", "Rate per day", "變化速率")
	controlHead     = text("控制值", "Control value", "控制值")
	levelHead       = text("评价", "Level", "評價")
	remarkHead      = text("备注", "Remark", "備註")
	timeHead        = text("时间", "Time", "時間")
	depthHead       = text("深度 m", "Depth, m", "深度 m")
	reasonHead      = text("原因", "Reason", "原因")
)

// sheetColumns are the widths of the columns of all sheets, in characters.
var sheetColumns = []float64{13, 12, 8, 12, 10, 10, 10, 11, 11, 14, 11, 14}

// rowColumns are the columns of a report row (domain measurements.md 0.3).
var rowColumns = []column{
	{pointHead, "point", 0, words},
	{quantityHead, "quantity", 0, words},
	{unitHead, "unit", 0, middle},
	{initialHead, "initial", 0, figures},
	{previousHead, "previous", 0, figures},
	{thisHead, "this", 0, figures},
	{changeHead, "change", 0, figures},
	{accumulatedHead, "accumulated", 0, figures},
	{rateHead, "rate", 0, figures},
	{controlHead, "control", 0, middle},
	{levelHead, "level", 0, middle},
	{remarkHead, "remark", 0, words},
}

// sectionColumns are those of a tunnel: by section.
var sectionColumns = append([]column{{structureHead, "structure", 0, words}, {pointHead, "point", 0, words}},
	append([]column{{quantityHead, "quantity", 0, words}}, rowColumns[3:12]...)...)

var extremeSection = section{text("极值", "Extreme values", "極值"), "maxima", []column{
	{text("监测项", "Measurement", "監測項"), "measurement", 2, words},
	{text("极值", "Extreme", "極值"), "of", 0, words},
	{quantityHead, "quantity", 0, words},
	{text("数值", "Value", "數值"), "value", 0, figures},
	{unitHead, "unit", 0, middle},
	{pointHead, "point", 2, words},
	{depthHead, "depth", 0, figures},
	{timeHead, "time", 2, middle},
	{levelHead, "level", 0, middle},
}}

var alarmSection = section{text("报警", "Alarms", "警報"), "alarms", []column{
	{text("测点或设备", "Point or device", "測點或設備"), "name", 0, words},
	{levelHead, "level", 0, middle},
	{reasonHead, "reason", 4, words},
	{text("开始", "Began", "開始"), "opened", 2, middle},
	{text("结束", "Ended", "結束"), "ended", 2, middle},
	{text("处理", "Handling", "處理"), "handled", 2, words},
}}

var missingSection = section{text("缺测", "Missing readings", "缺測"), "missing", []column{
	{pointHead, "point", 0, words},
	{text("监测项", "Measurement", "監測項"), "measurement", 2, words},
	{text("最后一次测值", "Last reading", "最後一次測值"), "last", 3, middle},
	{reasonHead, "reason", 6, words},
}}

var deviceSection = section{text("设备", "Devices", "設備"), "devices", []column{
	{text("设备", "Device", "設備"), "name", 2, words},
	{text("型号", "Model", "型號"), "model", 2, words},
	{text("编号", "Serial number", "編號"), "sncode", 2, words},
	{text("应收", "Expected", "應收"), "expected", 0, figures},
	{text("实收", "Received", "實收"), "received", 0, figures},
	{text("到报率 %", "Arrival, %", "到報率 %"), "arrival", 0, figures},
	{text("状态", "State", "狀態"), "health", 3, words},
}}

var weatherSection = section{text("气象", "Weather", "氣象"), "weather", []column{
	{text("测站", "Station", "測站"), "point", 2, words},
	{text("要素", "Value", "要素"), "element", 3, words},
	{unitHead, "unit", 0, middle},
	{text("最小", "Least", "最小"), "least", 2, figures},
	{text("最大", "Most", "最大"), "most", 2, figures},
	{text("合计", "Total", "合計"), "total", 2, figures},
}}

var (
	numberField  = field{text("编号", "Number", "編號"), "report.number"}
	dateField    = field{text("日期", "Date", "日期"), "report.date"}
	periodField  = field{text("周期", "Period", "週期"), "report.period"}
	addressField = field{text("地址", "Address", "地址"), "project.address"}
	companyField = field{text("单位", "Corporation", "單位"), "project.corporation"}
	weatherField = field{text("天气", "Weather", "天氣"), "weather"}
	rainField    = field{text("降雨量", "Rain", "降雨量"), "weather.rain"}
	workingField = field{text("工况", "Working condition", "工況"), "working"}
	levelsField  = field{text("测点等级", "Levels of points", "測點等級"), "levels"}
	countsField  = field{text("报警数", "Alarms", "警報數"), "alarms.count"}
)

// forms are the workbooks.
var forms = []form{
	{
		id: "pit", title: text("基坑监测报表", "Monitoring report of a foundation pit", "基坑監測報表"),
		basis:   text("按 GB 50497 附录的日报表样式", "In the form of the appendix of GB 50497", "依 GB 50497 附錄的日報表樣式"),
		heads:   []field{numberField, dateField, periodField, companyField, addressField, workingField, weatherField, levelsField},
		points:  rowColumns,
		further: []section{extremeSection, missingSection, alarmSection, deviceSection}, holes: true,
	},
	{
		id: "tunnel", title: text("隧道监测报表", "Monitoring report of a tunnel", "隧道監測報表"),
		basis: text("按断面列出收敛、沉降与位移", "Convergence, settlement and displacement by section", "依斷面列出收斂、沉降與位移"),
		heads: []field{numberField, dateField, periodField, companyField, workingField, levelsField}, points: sectionColumns,
		further: []section{extremeSection, missingSection, alarmSection, deviceSection},
	},
	{
		id: "slope", title: text("边坡监测报表", "Monitoring report of a slope", "邊坡監測報表"),
		basis: text("降雨与位移对照", "Rain and displacement together", "降雨與位移對照"),
		heads: []field{numberField, dateField, periodField, companyField, weatherField, rainField, levelsField, countsField}, points: rowColumns,
		first: []section{weatherSection}, further: []section{extremeSection, alarmSection, missingSection, deviceSection}, holes: true,
	},
}
