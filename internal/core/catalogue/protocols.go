package catalogue

// Protocol is a protocol family (specification section 3, devices.md section 4).
type Protocol struct {
	Code  string   `json:"code"`
	Label Label    `json:"label"`
	Types []string `json:"types"` // device types that speak it
}

var protocols = []Protocol{
	{Code: "ADM", Label: Label{"阵列位移计协议", "Array displacement meters", "陣列位移計協定"}},
	{Code: "HDA", Label: Label{"数据采集仪协议", "Data acquisition units", "資料擷取儀協定"}},
	{Code: "SDM", Label: Label{"节段式位移计协议", "Segmented displacement meters", "節段式位移計協定"}},
	{Code: "GDM", Label: Label{"监测网关协议", "Field data gateways", "監測閘道協定"}},
	{Code: "ROCTEC_API", Label: Label{"ROCTEC解算接口", "ROCTEC solution service", "ROCTEC解算介面"}},
	{Code: "WHU_API", Label: Label{"WHU解算接口", "WHU solution service", "WHU解算介面"}},
	{Code: "HSAPP", Label: Label{"移动测量应用", "Mobile survey application", "移動測量應用"}},
	{Code: "HSPAM", Label: Label{"管道姿态文件", "Pipeline attitude files", "管道姿態檔案"}},
	{Code: "TGY_API", Label: Label{"TGY水位接口", "TGY water level service", "TGY水位介面"}},
	{Code: "HYDRO", Label: Label{"水文监测（SL 651）", "Hydrology (SL 651)", "水文監測（SL 651）"}},
	{Code: "CLY_STATION", Label: Label{"测量机器人云接口", "Total station cloud service", "測量機器人雲端介面"}},
	{Code: "OTHER", Label: Label{"通用（JSON、Modbus、文件）", "General (JSON, Modbus, files)", "通用（JSON、Modbus、檔案）"}},
	{Code: "HJ", Label: Label{"环保监测（HJ 212）", "Environment (HJ 212)", "環保監測（HJ 212）"}},
	{Code: "RION_INCLINO", Label: Label{"瑞芬倾角仪协议", "RION inclinometers", "瑞芬傾角儀協定"}},
	{Code: "ADMI", Label: Label{"进口阵列本地服务", "Imported arrays, local service", "進口陣列本地服務"}},
	{Code: "GK", Label: Label{"基康采集仪协议", "Geokon loggers", "基康擷取儀協定"}},
	{Code: "PDM", Label: Label{"断面变形仪协议", "Profile deformation meters", "斷面變形儀協定"}},
	{Code: "VDM", Label: Label{"振动监测仪协议", "Vibration monitors", "振動監測儀協定"}},
	{Code: "QDM", Label: Label{"地震动监测仪协议", "Quake monitors", "地震動監測儀協定"}},
	{Code: "DT", Label: Label{"测温串协议", "Temperature strings", "測溫串協定"}},
}

func init() {
	for i := range protocols {
		p := &protocols[i]
		p.Types = []string{}
		for _, kind := range deviceTypes {
			if contains(kind.Families, p.Code) {
				p.Types = append(p.Types, kind.Code)
			}
		}
	}
}

// Protocols lists the 20 protocol families.
func Protocols() []Protocol { return protocols }

// collectorTypes are what a sensor can hang on (appendix C, collectorTypeOptions).
var collectorTypes = []Option{
	{"HDA2", Label{"数据采集仪（二代）", "Data acquisition unit (gen. 2)", "資料擷取儀（二代）"}},
	{"HDA3", Label{"数据采集仪（三代）", "Data acquisition unit (gen. 3)", "資料擷取儀（三代）"}},
	{"GDM", Label{"GDM监测网关", "Field data gateway (GDM)", "GDM監測閘道"}},
	{"DTU", Label{"数据传输单元", "Data transfer unit (DTU)", "資料傳輸單元"}},
	{"GKLogger", Label{"基康采集仪", "Geokon logger", "基康擷取儀"}},
	{"LocalService", Label{"本地服务", "Local service", "本地服務"}},
}

// CollectorTypes lists what a sensor can hang on.
func CollectorTypes() []Option { return collectorTypes }

// signals are the kinds of a channel of a collector (devices.md section 3.3).
var signals = []Option{
	{"vw", Label{"振弦", "Vibrating wire", "振弦"}},
	{"ma", Label{"电流", "Current", "電流"}},
	{"volt", Label{"电压", "Voltage", "電壓"}},
	{"rs485", Label{"RS-485", "RS-485", "RS-485"}},
	{"pulse", Label{"脉冲", "Pulse", "脈衝"}},
	{"thermistor", Label{"热敏电阻", "Thermistor", "熱敏電阻"}},
	{"dynamic", Label{"动态", "Dynamic", "動態"}},
}

// Signals lists the kinds of a channel of a collector.
func Signals() []Option { return signals }

// ChannelProtocols lists how sensors speak with the collector that they hang on, where
// no family says it (appendix C, channelProtocol).
func ChannelProtocols() []Option {
	return append([]Option{{"analog", Label{"模拟量（电流、电压）", "Analogue (current, voltage)", "類比量（電流、電壓）"}}}, signals...)
}

// MaxDynamicRate is the most samples a second, in Hz, that the dynamic channels of
// one collector may take together (specification section 5).
const MaxDynamicRate = 64

// collectModes are how readings of a point come (specification section 3).
var collectModes = []Option{
	{"UploadCollect", Label{"主动上报", "Device upload", "主動上報"}},
	{"CommandCollect", Label{"指令采集", "Command collection", "指令採集"}},
	{"NoCollect", Label{"不采集", "No collection", "不採集"}},
}

// CollectModes lists how readings of a point come.
func CollectModes() []Option { return collectModes }
