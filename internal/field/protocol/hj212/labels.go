package hj212

import (
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/i18n"
)

// The words are those of HJ 212-2017 sections 3 and 6.

// labels are those of the frame itself.
var labels = struct{ unknown, start, length, content, contentEnd, checksum, end i18n.Label }{
	unknown:    i18n.Label{Zh: "未知内容", En: "Unknown", Tw: "未知內容"},
	start:      i18n.Label{Zh: "包头", En: "Start", Tw: "封包起始"},
	length:     i18n.Label{Zh: "数据段长度", En: "Length of the data segment", Tw: "資料段長度"},
	content:    i18n.Label{Zh: "指令参数开始", En: "Content begins", Tw: "指令參數開始"},
	contentEnd: i18n.Label{Zh: "指令参数结束", En: "Content ends", Tw: "指令參數結束"},
	checksum:   i18n.Label{Zh: "CRC校验", En: "Checksum", Tw: "CRC校驗"},
	end:        i18n.Label{Zh: "包尾", En: "Line end", Tw: "封包結尾"},
}

// known is how a name of the protocol is shown.
type known struct {
	kind  protocol.FieldKind
	label i18n.Label
}

var headers = map[string]known{
	"QN":   {protocol.Time, i18n.Label{Zh: "请求编码", En: "Request number", Tw: "請求編號"}},
	"ST":   {protocol.Identity, i18n.Label{Zh: "系统编码", En: "System", Tw: "系統編碼"}},
	"CN":   {protocol.Control, i18n.Label{Zh: "命令编码", En: "Command", Tw: "命令編碼"}},
	"PW":   {protocol.Identity, i18n.Label{Zh: "访问密码", En: "Password", Tw: "存取密碼"}},
	"MN":   {protocol.Identity, i18n.Label{Zh: "设备唯一标识", En: "Device", Tw: "設備唯一識別碼"}},
	"Flag": {protocol.Control, i18n.Label{Zh: "拆分包及应答标志", En: "Flags", Tw: "分包及應答旗標"}},
	"PNUM": {protocol.Control, i18n.Label{Zh: "总包数", En: "Number of frames", Tw: "總包數"}},
	"PNO":  {protocol.Control, i18n.Label{Zh: "包号", En: "Number of this frame", Tw: "包序號"}},
}

var contents = map[string]known{
	"DataTime":    {protocol.Time, i18n.Label{Zh: "数据时间", En: "Time of the data", Tw: "資料時間"}},
	"SystemTime":  {protocol.Time, i18n.Label{Zh: "系统时间", En: "Clock", Tw: "系統時間"}},
	"BeginTime":   {protocol.Time, i18n.Label{Zh: "开始时间", En: "Begin", Tw: "開始時間"}},
	"EndTime":     {protocol.Time, i18n.Label{Zh: "截止时间", En: "End", Tw: "截止時間"}},
	"RestartTime": {protocol.Time, i18n.Label{Zh: "数采仪开机时间", En: "Time of the start", Tw: "資料收集器開機時間"}},
	"QnRtn":       {protocol.Control, i18n.Label{Zh: "请求回应代码", En: "Answer to the request", Tw: "請求回應代碼"}},
	"ExeRtn":      {protocol.Control, i18n.Label{Zh: "执行结果回应代码", En: "Result", Tw: "執行結果代碼"}},
	"RtdInterval": {protocol.Value, i18n.Label{Zh: "实时数据上报间隔（秒）", En: "Interval of real-time data (s)", Tw: "即時資料傳送間隔（秒）"}},
	"MinInterval": {protocol.Value, i18n.Label{Zh: "分钟数据上报间隔（分）", En: "Interval of minute data (min)", Tw: "分鐘資料傳送間隔（分）"}},
	"OverTime":    {protocol.Value, i18n.Label{Zh: "超时时间（秒）", En: "Timeout (s)", Tw: "逾時時間（秒）"}},
	"ReCount":     {protocol.Value, i18n.Label{Zh: "重发次数", En: "Retries", Tw: "重送次數"}},
	"PolId":       {protocol.Identity, i18n.Label{Zh: "污染物编码", En: "Factor", Tw: "污染物編碼"}},
}

var commands = map[string]i18n.Label{
	"1000":          {Zh: "设置超时时间及重发次数", En: "set timeout and retries", Tw: "設定逾時時間及重送次數"},
	readClock:       {Zh: "提取现场机时间", En: "read the clock", Tw: "讀取現場機時間"},
	setClock:        {Zh: "设置现场机时间", En: "set the clock", Tw: "設定現場機時間"},
	clockRequest:    {Zh: "现场机时间校准请求", En: "request for the time", Tw: "現場機時間校準請求"},
	readRealTime:    {Zh: "提取实时数据间隔", En: "read the interval of real-time data", Tw: "讀取即時資料間隔"},
	setRealTime:     {Zh: "设置实时数据间隔", En: "set the interval of real-time data", Tw: "設定即時資料間隔"},
	readMinutes:     {Zh: "提取分钟数据间隔", En: "read the interval of minute data", Tw: "讀取分鐘資料間隔"},
	setMinutes:      {Zh: "设置分钟数据间隔", En: "set the interval of minute data", Tw: "設定分鐘資料間隔"},
	"1072":          {Zh: "设置现场机访问密码", En: "change the password", Tw: "設定現場機存取密碼"},
	realTime:        {Zh: "污染物实时数据", En: "real-time data", Tw: "污染物即時資料"},
	stopRealTime:    {Zh: "停止察看实时数据", En: "stop real-time data", Tw: "停止查看即時資料"},
	minutes:         {Zh: "污染物分钟数据", En: "minute data", Tw: "污染物分鐘資料"},
	"2061":          {Zh: "污染物小时数据", En: "hour data", Tw: "污染物小時資料"},
	"2031":          {Zh: "污染物日历史数据", En: "day data", Tw: "污染物日歷史資料"},
	started:         {Zh: "数采仪开机时间", En: "the device has started", Tw: "資料收集器開機時間"},
	requestAnswer:   {Zh: "请求应答", En: "answer to a request", Tw: "請求應答"},
	executionResult: {Zh: "执行结果", En: "result of a command", Tw: "執行結果"},
	noticeAnswer:    {Zh: "通知应答", En: "answer to a notice", Tw: "通知應答"},
	dataAnswer:      {Zh: "数据应答", En: "answer to data", Tw: "資料應答"},
}

var systems = map[string]i18n.Label{
	"21":    {Zh: "地表水质量监测", En: "surface water", Tw: "地表水品質監測"},
	"22":    {Zh: "空气质量监测", En: "air", Tw: "空氣品質監測"},
	"23":    {Zh: "声环境质量监测", En: "environmental noise", Tw: "環境噪音監測"},
	"31":    {Zh: "大气环境污染源", En: "source of air pollution", Tw: "空氣污染源"},
	"32":    {Zh: "地表水体环境污染源", En: "source of water pollution", Tw: "地表水體污染源"},
	"37":    {Zh: "振动环境污染源", En: "source of vibration", Tw: "振動污染源"},
	"39":    {Zh: "工地扬尘污染源", En: "construction dust", Tw: "工地揚塵污染源"},
	answers: {Zh: "系统交互", En: "answers", Tw: "系統互動"},
}

var kinds = map[string]i18n.Label{
	"Rtd":        {Zh: "实时值", En: "real-time value", Tw: "即時值"},
	"Avg":        {Zh: "平均值", En: "mean", Tw: "平均值"},
	"Min":        {Zh: "最小值", En: "minimum", Tw: "最小值"},
	"Max":        {Zh: "最大值", En: "maximum", Tw: "最大值"},
	"Cou":        {Zh: "累计值", En: "total", Tw: "累計值"},
	"ZsRtd":      {Zh: "折算实时值", En: "converted real-time value", Tw: "折算即時值"},
	"ZsAvg":      {Zh: "折算平均值", En: "converted mean", Tw: "折算平均值"},
	"ZsMin":      {Zh: "折算最小值", En: "converted minimum", Tw: "折算最小值"},
	"ZsMax":      {Zh: "折算最大值", En: "converted maximum", Tw: "折算最大值"},
	"Flag":       {Zh: "数据标记", En: "data flag", Tw: "資料標記"},
	"EFlag":      {Zh: "设备标志", En: "flag of the instrument", Tw: "設備標誌"},
	"SampleTime": {Zh: "采样时间", En: "time of the sample", Tw: "採樣時間"},
}

// flags are the data flags (HJ 212-2017 table 8; domain protocols.md section 5).
var flags = map[string]i18n.Label{
	"N": {Zh: "正常", En: "normal", Tw: "正常"},
	"F": {Zh: "停运", En: "stopped", Tw: "停止運轉"},
	"M": {Zh: "维护", En: "maintenance", Tw: "維護"},
	"S": {Zh: "手工输入", En: "set by hand", Tw: "人工輸入"},
	"D": {Zh: "故障", En: "fault", Tw: "故障"},
	"C": {Zh: "校准", En: "calibration", Tw: "校正"},
	"T": {Zh: "超过测定上限", En: "over range", Tw: "超過測定上限"},
	"B": {Zh: "通讯异常", En: "communication fault", Tw: "通訊異常"},
}

// flagLabel explains the bits of a Flag.
func flagLabel(flag int) i18n.Label {
	label := i18n.Label{Zh: "2005版", En: "edition 2005", Tw: "2005版"}
	if flag>>2 == 1 {
		label = i18n.Label{Zh: "2017版", En: "edition 2017", Tw: "2017版"}
	}
	if flag&hasParts != 0 {
		label.Zh, label.En, label.Tw = label.Zh+"，有包号", label.En+", numbered frames", label.Tw+"，有包序號"
	}
	if flag&wantsAnswer != 0 {
		label.Zh, label.En, label.Tw = label.Zh+"，需应答", label.En+", wants an answer", label.Tw+"，需應答"
	}
	return label
}
