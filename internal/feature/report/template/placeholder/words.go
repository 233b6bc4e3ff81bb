package placeholder

import "plumbline/internal/platform/i18n"

// list returns a word that is repeated.
func list(kind Kind, name, zh, tw string, explain, example i18n.Label, also ...string) Word {
	return Word{Name: name, Kind: kind, Label: i18n.Label{Zh: zh, En: name, Tw: tw}, Explain: explain, Example: example, also: also}
}

// blocks are groups of rows or paragraphs.
var blocks = []Word{
	list(Block, Measurements, "监测项", "監測項",
		text("对每个监测项重复到结束标记，其中可放测点、极值、缺测、测孔和图", "Repeated up to its end for each measurement; points, maxima, missing, holes and charts may stand in it",
			"對每個監測項重複到結束標記，其中可放測點、極值、缺測、測孔與圖"),
		text("{{#监测项}} … {{/监测项}}", "{{#measurements}} … {{/measurements}}", "{{#監測項}} … {{/監測項}}")),
	list(Block, Holes, "测孔", "測孔",
		text("对每个测斜孔或阵列重复到结束标记，其中可放节点和图", "Repeated up to its end for each hole or array; nodes and a chart may stand in it", "對每個測斜孔或陣列重複到結束標記，其中可放節點與圖"),
		text("{{#测孔 CX-*}} … {{/测孔}}", "{{#holes CX-*}} … {{/holes}}", "{{#測孔 CX-*}} … {{/測孔}}")),
}

// lists are rows.
var lists = []Word{
	list(List, Points, "测点", "測點",
		text("每个测点一行；后写测点名（* 代表任意字符）或条件", "A row for each point; names (* is any text) or conditions follow", "每個測點一列；後寫測點名（* 代表任意字元）或條件"),
		text("{{#测点 CX-* SW-09}}", "{{#points CX-* SW-09}}", "{{#測點 CX-* SW-09}}")),
	list(List, Nodes, "节点", "節點", text("阵列的每个深度一行", "A row for each depth of an array", "陣列的每個深度一列"),
		text("{{#节点 CX-07}}", "{{#nodes CX-07}}", "{{#節點 CX-07}}"), "深度表"),
	list(List, Maxima, "极值", "極值", text("各监测量的正、负累计最大与最大速率各一行", "A row for the most positive, most negative and fastest change of each quantity",
		"各監測量的正、負累計最大與最大速率各一列"), text("{{#极值}}", "{{#maxima}}", "{{#極值}}"), "最大值"),
	list(List, Alarms, "报警", "警報", text("周期内每个报警一行", "A row for each alarm of the period", "週期內每個警報一列"),
		text("{{#报警}}", "{{#alarms}}", "{{#警報}}"), "告警", "預警", "预警"),
	list(List, Devices, "设备", "設備", text("每台设备一行：到报率与状态", "A row for each device: arrival and state", "每台設備一列：到報率與狀態"),
		text("{{#设备}}", "{{#devices}}", "{{#設備}}")),
	list(List, Absent, "缺测", "缺測", text("每个缺测测点一行，写明原因", "A row for each point without a reading, with the reason", "每個缺測測點一列，寫明原因"),
		text("{{#缺测}}", "{{#missing}}", "{{#缺測}}")),
	list(List, Stations, "气象站", "氣象站", text("项目气象测站的每个要素一行", "A row for each value of the project's weather stations", "專案氣象測站的每個要素一列"),
		text("{{#气象站}}", "{{#weather}}", "{{#氣象站}}"), "stations", "气象", "氣象"),
}

// rows are the values of rows.
var rows = []Word{
	within(value("number", "序号", "序號", text("行号，从 1 开始", "Number of the row, from 1", "列號，從 1 開始")), Points, Nodes, Maxima, Alarms, Devices, Absent, Stations),
	within(value("point", "测点", "測點", text("测点名", "Name of the point", "測點名"), "测点.名称", "測點.名稱", "名称", "名稱", "name"), Points, Nodes, Maxima, Absent, Stations),
	within(value("structure", "结构物", "結構物", text("所在结构物", "Structure of the point", "所在結構物")), Points, Nodes),
	within(value("item", "子项", "子項", text("监测子项", "Item of the point", "監測子項")), Points, Nodes),
	within(value("measurement", "监测项", "監測項", text("监测项", "Measurement of the point", "監測項")), Points, Nodes, Maxima, Absent),
	within(value("quantity", "监测量", "監測量", text("监测量，例如 A 向位移", "Quantity, for example displacement along A", "監測量，例如 A 向位移")), Points, Nodes, Maxima, Alarms),
	within(value("depth", "深度", "深度", text("节点深度", "Depth of the node", "節點深度")), Points, Nodes, Maxima),
	within(value("initial", "初始值", "初始值", text("初始值", "Initial value", "初始值")), Points, Nodes),
	within(value("previous", "上次值", "上次值", text("上次测值（位移为上次累计）", "Previous value; accumulated for displacements", "上次測值（位移為上次累計）"), "上次测值", "上次測值"), Points, Nodes),
	within(value("this", "测值", "測值", text("本次测值（位移为本次累计）", "This value; accumulated for displacements", "本次測值（位移為本次累計）"), "本次值", "本次测值", "本次測值"), Points, Nodes),
	within(value("change", "本次变化", "本次變化", text("本次变化量", "Change this period", "本次變化量"), "变化量", "變化量"), Points, Nodes),
	within(value("accumulated", "累计变化", "累計變化", text("累计变化量", "Accumulated change", "累計變化量"), "累计值", "累計值", "累计", "累計"), Points, Nodes),
	within(value("rate", "速率", "速率", text("每天的变化速率", "Change rate per day", "每天的變化速率"), "变化速率", "變化速率"), Points, Nodes),
	within(value("control", "控制值", "控制值", text("控制值：累计 / 速率", "Control value: accumulated / rate", "控制值：累計 / 速率")), Points, Nodes),
	within(value("level", "等级", "等級", text("评价：正常、蓝色、黄色、橙色、红色或未判定", "Level: normal, blue, yellow, orange, red or not judged", "評價：正常、藍色、黃色、橙色、紅色或未判定"),
		"评价", "評價", "verdict"), Points, Nodes, Maxima, Alarms),
	within(value("unit", "单位", "單位", text("测值单位", "Unit of the value", "測值單位")), Points, Nodes, Maxima, Stations),
	within(value("change.unit", "变化.单位", "變化.單位", text("变化量单位", "Unit of the change", "變化量單位")), Points, Nodes),
	within(value("rate.unit", "速率.单位", "速率.單位", text("速率单位", "Unit of the rate", "速率單位")), Points, Nodes),
	within(value("time", "时间", "時間", text("测值时间", "Time of the value", "測值時間")), Points, Nodes, Maxima),
	within(value("previous.time", "上次.时间", "上次.時間", text("上次测值时间", "Time of the previous value", "上次測值時間")), Points, Nodes),
	within(value("instrument", "仪器", "儀器", text("仪器型号与编号", "Model and serial number of the instrument", "儀器型號與編號")), Points, Nodes),
	within(value("remark", "备注", "備註", text("备注，例如无数据", "Remark, for example no data", "備註，例如無資料")), Points, Nodes),
	within(value("of", "极值类型", "極值類型", text("正向最大、负向最大或最大速率", "Most positive, most negative or fastest", "正向最大、負向最大或最大速率")), Maxima),
	within(value("value", "数值", "數值", text("极值", "The extreme value", "極值")), Maxima),
	within(value("id", "报警.编号", "警報.編號", text("报警编号", "Number of the alarm", "警報編號")), Alarms),
	within(value("kind", "报警.类型", "警報.類型", text("报警类型", "Kind of the alarm", "警報類型")), Alarms),
	within(value("name", "名称", "名稱", text("测点或设备名", "Name of the point or device", "測點或設備名"), "测点", "測點", "设备", "設備", "point", "device"), Alarms, Devices),
	within(value("element", "要素", "要素", text("气象要素名", "Name of the value of the station", "氣象要素名")), Stations),
	within(value("reason", "原因", "原因", text("报警或缺测的原因", "Why there is an alarm or no reading", "警報或缺測的原因")), Alarms, Absent),
	within(value("opened", "开始时间", "開始時間", text("报警开始时间", "When the alarm began", "警報開始時間")), Alarms),
	within(value("ended", "结束时间", "結束時間", text("报警结束时间；未结束时写明", "When the alarm ended; says so if it is open", "警報結束時間；未結束時寫明")), Alarms),
	within(value("status", "状态", "狀態", text("报警状态", "Status of the alarm", "警報狀態")), Alarms),
	within(value("handled", "处理", "處理", text("处理说明、原因与措施", "Note, cause and measure of people", "處理說明、原因與措施")), Alarms),
	within(value("model", "型号", "型號", text("设备型号", "Model of the device", "設備型號")), Devices),
	within(value("sncode", "设备编号", "設備編號", text("设备序列号", "Serial number of the device", "設備序號"), "sn"), Devices),
	within(value("expected", "应收", "應收", text("周期内应收测次", "Readings expected in the period", "週期內應收測次")), Devices),
	within(value("received", "实收", "實收", text("周期内实收测次", "Readings received in the period", "週期內實收測次")), Devices),
	within(value("arrival", "到报率", "到報率", text("实收与应收之比，%", "Received of expected, in %", "實收與應收之比，%")), Devices),
	within(value("health", "健康", "健康", text("周期结束时的设备状态", "State of the device at the end of the period", "週期結束時的設備狀態"), "设备.状态", "設備.狀態", "状态", "狀態"), Devices),
	within(value("last", "最后时间", "最後時間", text("缺测前最后一次测值的时间", "Time of the last reading before", "缺測前最後一次測值的時間")), Absent),
	within(value("least", "最小", "最小", text("周期内最小值", "Smallest value of the period", "週期內最小值")), Stations),
	within(value("most", "最大", "最大", text("周期内最大值", "Largest value of the period", "週期內最大值")), Stations),
	within(value("total", "合计", "合計", text("周期内合计，仅降雨量", "Total of the period, of rain only", "週期內合計，僅降雨量")), Stations),
}

// pictures are drawn.
var pictures = []Word{
	list(Picture, Chart, "图", "圖", text("一条测点曲线；依次写测点、剖面或过程线、宽×高（像素）", "The curve of a point: its name, profile or process, width x height in pixels",
		"一條測點曲線；依序寫測點、剖面或過程線、寬×高（像素）"), text("{{图 CX-07 剖面 480x200}}", "{{chart CX-07 profile 480x200}}", "{{圖 CX-07 剖面 480x200}}")),
	list(Picture, Charts, "各图", "各圖", text("每条曲线各占一行或一段", "A row or paragraph for each curve", "每條曲線各占一列或一段"),
		text("{{各图 SW-*}}", "{{charts SW-*}}", "{{各圖 SW-*}}"), "图集", "圖集"),
	list(Picture, Plan, "平面图", "平面圖", text("一张带测点等级的平面图", "A plan with points in the colors of their levels", "一張帶測點等級的平面圖"),
		text("{{平面图 总平面 600x400}}", `{{plan "General plan" 600x400}}`, "{{平面圖 總平面 600x400}}")),
	list(Picture, Plans, "各平面图", "各平面圖", text("每张平面图各占一行或一段", "A row or paragraph for each plan", "每張平面圖各占一列或一段"),
		text("{{各平面图}}", "{{plans}}", "{{各平面圖}}")),
	list(Picture, Signature, "签名图", "簽名圖", text("签名图片：监测、审核或批准", "Picture of a signature: made, checked or approved", "簽名圖片：監測、審核或核准"),
		text("{{签名图 审核 120x40}}", "{{signature checked 120x40}}", "{{簽名圖 審核 120x40}}")),
}

// filters follow the names of lists and pictures.
var filters = []Word{
	list(View, "profile", "剖面", "剖面", text("沿深度", "Over depth", "沿深度"), text("{{图 CX-07 剖面}}", "{{chart CX-07 profile}}", "{{圖 CX-07 剖面}}")),
	list(View, "process", "过程线", "過程線", text("随时间", "Over time", "隨時間"), text("{{图 SW-09 过程线}}", "{{chart SW-09 process}}", "{{圖 SW-09 過程線}}")),
	list(Filter, "measurement", "监测项", "監測項", text("仅该监测项，写代码或名称", "Only this measurement, by code or name", "僅該監測項，寫代碼或名稱"),
		text("{{#测点 监测项=深层水平位移}}", "{{#points measurement=Waterlevel}}", "{{#測點 監測項=深層水平位移}}")),
	list(Filter, "structure", "结构物", "結構物", text("仅该结构物", "Only this structure", "僅該結構物"),
		text("{{#测点 结构物=北坑}}", `{{#points structure="North pit"}}`, "{{#測點 結構物=北坑}}")),
	list(Filter, "quantity", "监测量", "監測量", text("仅该监测量", "Only this quantity", "僅該監測量"),
		text("{{#测点 监测量=A向位移}}", `{{#points quantity="Displacement A"}}`, "{{#測點 監測量=A向位移}}")),
}
