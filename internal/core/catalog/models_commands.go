package catalog

import (
	"math"

	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/i18n"
)

// Commands that the domain files state for a model, and only those: protocols.md sections 5, 6, 11 and 12.1.

func command(code string, label i18n.Label, form, send string) modelcommand.Command {
	return modelcommand.Command{Code: code, Label: label, Form: form, Send: send}
}

// rionCommands are those of RION inclinometers (section 11). The sum counts from the byte behind 68.
var rionCommands = []modelcommand.Command{
	{
		Code: "setZero", Label: label("设置零点", "Set zero", "設定零點"), Form: modelcommand.Hex, Send: "68 05 {address} 05 {mode} {sum:1}",
		Params: []modelcommand.Param{{
			Name: "mode", Label: label("零点方式", "Zero", "零點方式"), Max: 1,
			Choices: []modelcommand.Choice{
				{Value: 0, Label: label("绝对零点", "Absolute zero", "絕對零點")},
				{Value: 1, Label: label("相对零点", "Relative zero", "相對零點")},
			},
		}},
	},
	command("readZero", label("读取零点方式", "Read the kind of zero", "讀取零點方式"), modelcommand.Hex, "68 04 {address} 0D {sum:1}"),
}

// degrees are sent as radians.
var degrees = math.Pi / 180

// geocomCommands are procedures of Leica total stations (section 12.1). A turn takes about 8 s.
var geocomCommands = []modelcommand.Command{
	command("readSerial", label("读取序列号", "Read the serial number", "讀取序號"), modelcommand.Text, "%R1Q,5003:"),
	{
		Code: "turn", Label: label("转到方向并照准", "Turn and aim", "轉到方向並照準"), Form: modelcommand.Text, Send: "%R1Q,9027:{hz:7},{v:7},0,1,0", Timeout: 30,
		Params: []modelcommand.Param{
			{Name: "hz", Label: label("水平角", "Horizontal angle", "水平角"), Unit: "°", Max: 360, Factor: &degrees},
			{Name: "v", Label: label("竖直角", "Vertical angle", "垂直角"), Unit: "°", Max: 360, Factor: &degrees},
		},
	},
	{
		Code: "measureDistance", Label: label("测距", "Measure the distance", "測距"), Form: modelcommand.Text,
		Send: "%R1Q,2008:1,1", Timeout: 20,
	},
	{
		Code: "readDistance", Label: label("读取角度和距离", "Read angles and distance", "讀取角度和距離"), Form: modelcommand.Text,
		Send: "%R1Q,2108:5000,1", Timeout: 20,
	},
	command("readAngles", label("读取角度和倾斜", "Read angles and inclination", "讀取角度和傾斜"), modelcommand.Text, "%R1Q,2003:1"),
	command("clearDistance", label("清除测距结果", "Clear the distance", "清除測距結果"), modelcommand.Text, "%R1Q,2008:3,1"),
}

// sl651Commands are functions of SL 651 stations without a body (section 6); the protocol adds the rest of the frame.
var sl651Commands = []modelcommand.Command{
	command("readVersion", label("查询软件版本", "Read the software version", "查詢軟體版本"), modelcommand.Hex, "45"),
	command("readState", label("查询测站状态", "Read the state of the station", "查詢測站狀態"), modelcommand.Hex, "46"),
	command("readClock", label("查询时钟", "Read the clock", "查詢時鐘"), modelcommand.Hex, "51"),
}

// hj212Commands are commands of HJ 212 stations without content (section 5); the protocol adds the rest of the segment.
var hj212Commands = []modelcommand.Command{
	command("readClock", label("读取时钟", "Read the clock", "讀取時鐘"), modelcommand.Text, "CN=1011"),
	command("readRealTimeInterval", label("读取实时数据间隔", "Read the interval of real-time data", "讀取即時資料間隔"), modelcommand.Text, "CN=1061"),
	command("readMinuteInterval", label("读取分钟数据间隔", "Read the interval of minute data", "讀取分鐘資料間隔"), modelcommand.Text, "CN=1063"),
	command("stopRealTime", label("停止发送实时数据", "Stop sending real-time data", "停止傳送即時資料"), modelcommand.Text, "CN=2012"),
}
