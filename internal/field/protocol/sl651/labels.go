package sl651

import "plumbline/internal/platform/i18n"

// The words are those of SL 651-2014 sections 6 and 7 and annex C.

var labels = struct {
	unknown, rest, start, center, station, password, function, length, up, down, begin, packet, serial, sent, version, end, checksum i18n.Label
}{
	unknown:  i18n.Label{Zh: "未知内容", En: "Unknown", Tw: "未知內容"},
	rest:     i18n.Label{Zh: "正文", En: "Text", Tw: "正文"},
	start:    i18n.Label{Zh: "帧起始符", En: "Start", Tw: "訊框起始"},
	center:   i18n.Label{Zh: "中心站地址", En: "Center", Tw: "中心站位址"},
	station:  i18n.Label{Zh: "遥测站地址", En: "Station", Tw: "遙測站位址"},
	password: i18n.Label{Zh: "密码", En: "Password", Tw: "密碼"},
	function: i18n.Label{Zh: "功能码", En: "Function", Tw: "功能碼"},
	length:   i18n.Label{Zh: "正文长度", En: "Length of the text", Tw: "正文長度"},
	up:       i18n.Label{Zh: "上行", En: "from the station", Tw: "上行"},
	down:     i18n.Label{Zh: "下行", En: "to the station", Tw: "下行"},
	begin:    i18n.Label{Zh: "正文起始符", En: "Begin of the text", Tw: "正文起始"},
	packet:   i18n.Label{Zh: "包序列号", En: "Packet", Tw: "包序號"},
	serial:   i18n.Label{Zh: "流水号", En: "Serial number", Tw: "流水號"},
	sent:     i18n.Label{Zh: "发报时间", En: "Time of sending", Tw: "發報時間"},
	version:  i18n.Label{Zh: "软件版本", En: "Version of the software", Tw: "軟體版本"},
	end:      i18n.Label{Zh: "正文结束符", En: "End of the text", Tw: "正文結束"},
	checksum: i18n.Label{Zh: "CRC校验码", En: "Checksum", Tw: "CRC校驗碼"},
}

var controls = map[byte]i18n.Label{
	stx: {Zh: "单包", En: "one packet", Tw: "單包"},
	syn: {Zh: "多包", En: "one of several packets", Tw: "多包"},
	etx: {Zh: "后续无报文", En: "nothing follows", Tw: "後續無資料"},
	etb: {Zh: "后续有报文", En: "more follows", Tw: "後續有資料"},
	enq: {Zh: "询问", En: "question", Tw: "詢問"},
	ack: {Zh: "肯定确认，继续发送", En: "received, go on", Tw: "肯定確認，繼續傳送"},
	eot: {Zh: "传输结束，退出", En: "done, disconnect", Tw: "傳輸結束，離線"},
	nak: {Zh: "否定应答，反馈重发", En: "not understood, send again", Tw: "否定應答，要求重送"},
	esc: {Zh: "传输结束，终端保持在线", En: "done, stay connected", Tw: "傳輸結束，終端保持連線"},
}

var functions = map[byte]i18n.Label{
	keepAlive:   {Zh: "链路维持报", En: "keep-alive", Tw: "鏈路維持報"},
	testReport:  {Zh: "测试报", En: "test report", Tw: "測試報"},
	0x31:        {Zh: "均匀时段水文信息报", En: "report of a period in equal steps", Tw: "均勻時段水文資訊報"},
	0x32:        {Zh: "遥测站定时报", En: "timed report", Tw: "遙測站定時報"},
	extraReport: {Zh: "遥测站加报报", En: "extra report", Tw: "遙測站加報報"},
	0x34:        {Zh: "遥测站小时报", En: "hourly report", Tw: "遙測站小時報"},
	manual:      {Zh: "遥测站人工置数报", En: "manual report", Tw: "遙測站人工置數報"},
	photo:       {Zh: "遥测站图片报", En: "picture", Tw: "遙測站圖片報"},
	askNow:      {Zh: "查询遥测站实时数据", En: "present data", Tw: "查詢遙測站即時資料"},
	askHistory:  {Zh: "查询遥测站时段数据", En: "data of a period", Tw: "查詢遙測站時段資料"},
	0x39:        {Zh: "查询遥测站人工置数", En: "manual data", Tw: "查詢遙測站人工置數"},
	askElements: {Zh: "查询遥测站指定要素数据", En: "given elements", Tw: "查詢遙測站指定要素資料"},
	0x40:        {Zh: "修改遥测站基本配置", En: "set basic parameters", Tw: "修改遙測站基本組態"},
	0x41:        {Zh: "读取遥测站基本配置", En: "read basic parameters", Tw: "讀取遙測站基本組態"},
	setRunning:  {Zh: "修改遥测站运行参数", En: "set running parameters", Tw: "修改遙測站運行參數"},
	0x43:        {Zh: "读取遥测站运行参数", En: "read running parameters", Tw: "讀取遙測站運行參數"},
	askVersion:  {Zh: "查询遥测终端软件版本", En: "version of the software", Tw: "查詢遙測終端軟體版本"},
	askState:    {Zh: "查询遥测站状态和报警信息", En: "status and alarms", Tw: "查詢遙測站狀態和警報資訊"},
	setClock:    {Zh: "设置遥测站时钟", En: "set the clock", Tw: "設定遙測站時鐘"},
	0x51:        {Zh: "查询遥测站时钟", En: "read the clock", Tw: "查詢遙測站時鐘"},
}

var stationTypes = map[byte]i18n.Label{
	'D': {Zh: "泵站", En: "pump station", Tw: "抽水站"},
	'G': {Zh: "地下水站", En: "groundwater station", Tw: "地下水站"},
	'H': {Zh: "河道站", En: "river station", Tw: "河道站"},
	'K': {Zh: "水库（湖泊）站", En: "reservoir or lake station", Tw: "水庫（湖泊）站"},
	'M': {Zh: "墒情站", En: "soil moisture station", Tw: "土壤含水量站"},
	'P': {Zh: "降水站", En: "rain station", Tw: "雨量站"},
	'T': {Zh: "潮汐站", En: "tide station", Tw: "潮位站"},
	'Z': {Zh: "闸坝站", En: "gate station", Tw: "閘壩站"},
}

var elementLabels = map[int]i18n.Label{
	idStation:  {Zh: "测站编码", En: "Station", Tw: "測站編碼"},
	idObserved: {Zh: "观测时间", En: "Time of the observation", Tw: "觀測時間"},
	idTyped:    {Zh: "人工置数", En: "Manual data", Tw: "人工置數"},
	idPicture:  {Zh: "图片信息", En: "Picture", Tw: "圖片資訊"},
	idRain:     {Zh: "1小时内每5分钟时段雨量", En: "Rain every 5 minutes", Tw: "1小時內每5分鐘時段雨量"},
	idLevels:   {Zh: "1小时内5分钟间隔相对水位1", En: "Relative level 1 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位1"},
	0xF6:       {Zh: "1小时内5分钟间隔相对水位2", En: "Relative level 2 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位2"},
	0xF7:       {Zh: "1小时内5分钟间隔相对水位3", En: "Relative level 3 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位3"},
	0xF8:       {Zh: "1小时内5分钟间隔相对水位4", En: "Relative level 4 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位4"},
	0xF9:       {Zh: "1小时内5分钟间隔相对水位5", En: "Relative level 5 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位5"},
	0xFA:       {Zh: "1小时内5分钟间隔相对水位6", En: "Relative level 6 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位6"},
	0xFB:       {Zh: "1小时内5分钟间隔相对水位7", En: "Relative level 7 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位7"},
	idLevels8:  {Zh: "1小时内5分钟间隔相对水位8", En: "Relative level 8 every 5 minutes", Tw: "1小時內5分鐘間隔相對水位8"},
	idStep:     {Zh: "时间步长码", En: "Time step", Tw: "時間步長"},
	0x1A:       {Zh: "1小时时段降水量", En: "Rain of 1 hour", Tw: "1小時時段降水量"},
	0x1F:       {Zh: "日降水量", En: "Rain of the day", Tw: "日降水量"},
	0x20:       {Zh: "当前降水量", En: "Present rain", Tw: "目前降水量"},
	0x26:       {Zh: "降水量累计值", En: "Accumulated rain", Tw: "降水量累計值"},
	0x27:       {Zh: "瞬时流量", En: "Flow", Tw: "瞬時流量"},
	0x38:       {Zh: "电源电压", En: "Supply voltage", Tw: "電源電壓"},
	0x39:       {Zh: "瞬时河道水位、潮位", En: "Level", Tw: "瞬時河道水位、潮位"},
	0x3A:       {Zh: "库（闸、站）下水位", En: "Level below the dam", Tw: "庫（閘、站）下水位"},
	0x3B:       {Zh: "库（闸、站）上水位", En: "Level above the dam", Tw: "庫（閘、站）上水位"},
	idStatus:   {Zh: "遥测站状态及报警信息", En: "Status and alarms", Tw: "遙測站狀態及警報資訊"},
}

// units are those of the standard.
var units = map[int]string{
	0x1A: "mm", 0x1F: "mm", 0x20: "mm", 0x26: "mm", 0x27: "m³/s", 0x38: "V", 0x39: "m", 0x3A: "m", 0x3B: "m",
	idRain: "mm", idLevels: "m", 0xF6: "m", 0xF7: "m", 0xF8: "m", 0xF9: "m", 0xFA: "m", 0xFB: "m", idLevels8: "m",
}
