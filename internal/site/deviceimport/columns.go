package deviceimport

import (
	"regexp"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/i18n"
)

type label = i18n.Label

// cellKind is the type of a cell.
type cellKind int

const (
	plainText cellKind = iota
	number
	whole // a whole number
	yesNo
)

// column is one column of a sheet.
type column struct {
	key      string
	label    label
	note     label
	kind     cellKind
	required bool
	list     string // name of a list, if any
	width    float64
}

// Keys of columns of the first sheet that are used elsewhere.
const (
	keyName      = "name"
	keyType      = "type"
	keyModel     = "model"
	keySN        = "sncode"
	keyProject   = "project"
	keyCollector = "collector"
	keyChannel   = "channelNo"
	keyNodes     = "nodeCount"
	keyRegister  = "register"
	keyNodeSN    = "sn"           // of the sheet of nodes
	keyValue     = "value"        // of the sheet of blocks
	coefficient  = "coefficient:" // prefix of a coefficient's name
)

var columns = append([]column{
	{
		keyName,
		label{Zh: "设备名称", En: "Name", Tw: "設備名稱"},
		label{Zh: "必填，最多20个字符", En: "Required, at most 20 characters", Tw: "必填，最多20個字元"},
		plainText, true, "", 18,
	},
	{
		keySN,
		label{Zh: "序列号", En: "Serial number", Tw: "序號"},
		label{
			Zh: "必填，全平台唯一。序列号为 " + ExampleSN + " 的示例行不会导入",
			En: "Required, unique on the platform. The example row, " + ExampleSN + ", is not imported",
			Tw: "必填，全平台唯一。序號為 " + ExampleSN + " 的範例列不會匯入",
		},
		plainText, true, "", 18,
	},
	{
		keyModel,
		label{Zh: "型号", En: "Model", Tw: "型號"},
		label{
			Zh: "必填，从列表选择或填写自定义型号", En: "Required: choose from the list or enter a custom model", Tw: "必填，從清單選擇或填寫自訂型號",
		},
		plainText, true, listModels, 22,
	},
	{
		keyType,
		label{Zh: "设备类型", En: "Type", Tw: "設備類型"},
		label{Zh: "型号在列表中时可留空", En: "Can be left empty for models in the list", Tw: "型號在清單中時可留空"},
		plainText, false, listTypes, 22,
	},
	{
		keyRegister,
		label{Zh: "注册号", En: "Register ID", Tw: "註冊號"},
		label{
			Zh: "联网设备的网络标识；无网络的传感器留空",
			En: "Identifies the device on the network; empty for channel sensors", Tw: "連網設備的網路識別；無網路的感測器留空",
		},
		plainText, false, "", 18,
	},
	{
		keyProject,
		label{Zh: "项目", En: "Project", Tw: "專案"},
		label{Zh: "留空则为导入所在项目", En: "Empty: the project of the import", Tw: "留空則為匯入所在專案"},
		plainText, false, listProjects, 18,
	},
	{"manufacturer", label{Zh: "生产厂家", En: "Manufacturer", Tw: "製造商"}, label{}, plainText, false, "", 14},
	{
		"protocolCode",
		label{Zh: "协议", En: "Protocol", Tw: "協定"},
		label{Zh: "留空则采用型号的协议", En: "Empty: protocol of the model", Tw: "留空則採用型號的協定"},
		plainText, false, listProtocols, 14,
	},
	{
		keyCollector,
		label{Zh: "采集器序列号", En: "Collector serial number", Tw: "採集器序號"},
		label{
			Zh: "传感器所接的采集器，可以是本表中的设备",
			En: "Collector that the sensor is connected to; can be a row of this sheet", Tw: "感測器所接的採集器，可以是本表中的設備",
		},
		plainText, false, "", 18,
	},
	{
		keyChannel,
		label{Zh: "通道号", En: "Channel", Tw: "通道號"},
		label{Zh: "填写采集器时必填", En: "Required with a collector", Tw: "填寫採集器時必填"},
		whole, false, "", 8,
	},
	{
		"timeZone",
		label{Zh: "设备时区", En: "Time zone", Tw: "設備時區"},
		label{
			Zh: "如 Asia/Shanghai；留空则采用项目时区", En: "For example Asia/Shanghai; empty: the project time zone", Tw: "如 Asia/Taipei；留空則採用專案時區",
		},
		plainText, false, "", 14,
	},
	{
		"voltageThreshold",
		label{Zh: "低电压阈值 (V)", En: "Low-voltage threshold (V)", Tw: "低電壓門檻值 (V)"},
		label{Zh: "0 到 36；留空不判断", En: "0 to 36; empty: not judged", Tw: "0 到 36；留空不判斷"},
		number, false, "", 12,
	},
	{
		"lostThreshold",
		label{Zh: "缺失容忍次数", En: "Missed collections allowed", Tw: "缺失容忍次數"},
		label{
			Zh: "连续缺失达到该次数判为数据缺失；留空为 3",
			En: "Missed collections in a row after which data counts as lost; empty: 3", Tw: "連續缺失達到該次數判為資料缺失；留空為 3",
		},
		whole, false, "", 12,
	},
	{
		keyNodes,
		label{Zh: "节点数", En: "Nodes", Tw: "節點數"},
		label{
			Zh: "阵列设备的节点数；节点有各自的序列号或长度时改填“节点”表",
			En: "For arrays. If nodes have individual serial numbers or lengths, fill in the Nodes sheet instead",
			Tw: "陣列設備的節點數；節點有各自的序號或長度時改填「節點」表",
		},
		whole, false, "", 8,
	},
	{
		"segmentLen",
		label{Zh: "节段长度 (mm)", En: "Segment length (mm)", Tw: "節段長度 (mm)"},
		label{Zh: "阵列设备必填，不小于 500", En: "Required for arrays, at least 500", Tw: "陣列設備必填，不小於 500"},
		number, false, "", 12,
	},
	{"minDepth", label{Zh: "最小深度 (m)", En: "Minimum depth (m)", Tw: "最小深度 (m)"}, label{}, number, false, "", 10},
	{"markAngle", label{Zh: "标记角 (°)", En: "Mark angle (°)", Tw: "標記角 (°)"}, label{}, number, false, "", 10},
	{"initTwist", label{Zh: "初始扭转 (°)", En: "Initial twist (°)", Tw: "初始扭轉 (°)"}, label{}, number, false, "", 10},
}, coefficientColumns()...)

func coefficientColumns() []column {
	var list []column
	for _, c := range catalog.Coefficients() {
		list = append(list, coefficientColumn(c.Name))
	}
	return list
}

// coefficientColumn returns the column of a coefficient; its name is in brackets.
func coefficientColumn(name string) column {
	words := label{}
	if c, ok := catalog.CoefficientOf(name); ok {
		words = c.Label
		if c.Unit != "" {
			unit := " (" + c.Unit + ")"
			words = label{Zh: words.Zh + unit, En: words.En + unit, Tw: words.Tw + unit}
		}
	}
	in := " [" + name + "]"
	return column{coefficient + name, label{Zh: words.Zh + in, En: words.En + in, Tw: words.Tw + in}, label{}, number, false, "", 14}
}

var (
	nodeColumns = []column{
		{
			keySN,
			label{Zh: "设备序列号", En: "Device serial number", Tw: "設備序號"},
			label{Zh: "“设备”表中的序列号", En: "Serial number in the Devices sheet", Tw: "「設備」表中的序號"},
			plainText, true, "", 20,
		},
		{
			"no",
			label{Zh: "节点号", En: "Node", Tw: "節點號"},
			label{Zh: "1 为最靠近电缆端的节点", En: "1 is the node nearest the cable end", Tw: "1 為最靠近電纜端的節點"},
			whole, true, "", 8,
		},
		{keyNodeSN, label{Zh: "节点序列号", En: "Node serial number", Tw: "節點序號"}, label{}, plainText, false, "", 20},
		{"len", label{Zh: "长度 (mm)", En: "Length (mm)", Tw: "長度 (mm)"}, label{}, number, false, "", 12},
		{"twist", label{Zh: "扭转 (°)", En: "Twist (°)", Tw: "扭轉 (°)"}, label{}, number, false, "", 10},
		{"used", label{Zh: "使用", En: "Used", Tw: "使用"}, label{Zh: "留空为“是”", En: "Empty: yes", Tw: "留空為「是」"}, yesNo, false, listYesNo, 8},
	}
	channelColumns = []column{
		nodeColumns[0],
		{keyChannel, label{Zh: "通道号", En: "Channel", Tw: "通道號"}, label{}, whole, true, "", 8},
		{"name", label{Zh: "通道名称", En: "Channel name", Tw: "通道名稱"}, label{}, plainText, false, "", 16},
		{"signal", label{Zh: "信号", En: "Signal", Tw: "訊號"}, label{}, plainText, false, listSignals, 16},
		{"used", label{Zh: "使用", En: "Used", Tw: "使用"}, label{Zh: "留空为“是”", En: "Empty: yes", Tw: "留空為「是」"}, yesNo, false, listYesNo, 8},
		{"rate", label{Zh: "采样率 (Hz)", En: "Sampling rate (Hz)", Tw: "取樣率 (Hz)"}, label{}, number, false, "", 12},
		{"address", label{Zh: "总线地址", En: "Bus address", Tw: "匯流排位址"}, label{}, whole, false, "", 10},
		{"baud", label{Zh: "波特率", En: "Baud rate", Tw: "鮑率"}, label{}, whole, false, "", 10},
		{"fMin", label{Zh: "激励下限 (Hz)", En: "Min frequency (Hz)", Tw: "激勵下限 (Hz)"}, label{}, number, false, "", 12},
		{"fMax", label{Zh: "激励上限 (Hz)", En: "Max frequency (Hz)", Tw: "激勵上限 (Hz)"}, label{}, number, false, "", 12},
		{"mode", label{Zh: "激励方式", En: "Excitation mode", Tw: "激勵方式"}, label{}, plainText, false, "", 12},
	}
	blockColumns = []column{
		nodeColumns[0],
		{
			"aspect",
			label{Zh: "配置项", En: "Block", Tw: "設定項"},
			label{Zh: "导出时写入；可原样导入", En: "Written by the export; can be imported unchanged", Tw: "匯出時寫入；可原樣匯入"},
			plainText, true, "", 16,
		},
		{keyValue, label{Zh: "内容 (JSON)", En: "Value (JSON)", Tw: "內容 (JSON)"}, label{}, plainText, true, "", 60},
	}
)

// sheet is one sheet of the workbook.
type sheet struct {
	name    label
	columns []column
}

// The sheets in order.
const (
	deviceSheet = iota
	nodeSheet
	channelSheet
	blockSheet
)

var sheets = []sheet{
	{label{Zh: "设备", En: "Devices", Tw: "設備"}, columns},
	{label{Zh: "节点", En: "Nodes", Tw: "節點"}, nodeColumns},
	{label{Zh: "通道", En: "Channels", Tw: "通道"}, channelColumns},
	{label{Zh: "更多配置", En: "More configuration", Tw: "更多設定"}, blockColumns},
}

var bracketed = regexp.MustCompile(`\[([A-Za-z][A-Za-z0-9_.]{0,39})\]$`)

// columnOf returns the column with a heading in any language.
func (s sheet) columnOf(heading string) (column, bool) {
	heading = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(heading), "*＊"))
	for _, c := range s.columns {
		if is(c.label, heading) || strings.EqualFold(c.key, heading) {
			return c, true
		}
	}
	if name, ok := strings.CutPrefix(heading, coefficient); ok {
		return coefficientColumn(name), true
	}
	if found := bracketed.FindStringSubmatch(heading); found != nil && s.name == sheets[deviceSheet].name {
		return coefficientColumn(found[1]), true
	}
	return column{}, false
}

func is(l label, word string) bool {
	return strings.EqualFold(l.Zh, word) || strings.EqualFold(l.En, word) || strings.EqualFold(l.Tw, word)
}

// heading returns the heading of a column.
func (c column) heading(language string) string {
	if c.required {
		return c.label.In(language) + " *"
	}
	return c.label.In(language)
}

// ColumnLabel returns the label of a column of the first sheet, or its key.
func ColumnLabel(key, language string) string {
	for _, c := range columns {
		if c.key == key {
			return c.label.In(language)
		}
	}
	if name, ok := strings.CutPrefix(key, coefficient); ok {
		return strings.TrimSpace(coefficientColumn(name).label.In(language))
	}
	return key
}
