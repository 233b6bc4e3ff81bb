package catalog

import "plumbline/internal/platform/i18n"

// Protocol is a protocol family (specification section 3, devices.md section 4).
type Protocol struct {
	Code  string     `json:"code"`
	Label i18n.Label `json:"label"`
	Types []string   `json:"types"` // device types that use it
}

var protocols = []Protocol{
	{Code: "ADM", Label: label("阵列位移计协议", "Array displacement meters", "陣列位移計協定")},
	{Code: "HDA", Label: label("数据采集仪协议", "Data acquisition units", "資料採集儀協定")},
	{Code: "SDM", Label: label("节段式位移计协议", "Segmented displacement meters", "節段式位移計協定")},
	{Code: "GDM", Label: label("监测网关协议", "Field data gateways", "監測閘道協定")},
	{Code: "ROCTEC_API", Label: label("ROCTEC解算接口", "ROCTEC solution service", "ROCTEC解算介面")},
	{Code: "WHU_API", Label: label("WHU解算接口", "WHU solution service", "WHU解算介面")},
	{Code: "HSAPP", Label: label("移动测量应用", "Mobile survey application", "移動測量應用")},
	{Code: "HSPAM", Label: label("管道姿态文件", "Pipeline attitude files", "管道姿態檔案")},
	{Code: "TGY_API", Label: label("TGY水位接口", "TGY water level service", "TGY水位介面")},
	{Code: "HYDRO", Label: label("水文监测（SL 651）", "Hydrology (SL 651)", "水文監測（SL 651）")},
	{Code: "CLY_STATION", Label: label("测量机器人云接口", "Total station cloud service", "測量機器人雲端介面")},
	{Code: "OTHER", Label: label("通用（JSON、Modbus、文件）", "General (JSON, Modbus, files)", "通用（JSON、Modbus、檔案）")},
	{Code: "HJ", Label: label("环保监测（HJ 212）", "Environment (HJ 212)", "環保監測（HJ 212）")},
	{Code: "RION_INCLINO", Label: label("瑞芬倾角仪协议", "RION inclinometers", "瑞芬傾角儀協定")},
	{Code: "ADMI", Label: label("进口阵列本地服务", "Imported arrays, local service", "進口陣列本地服務")},
	{Code: "GK", Label: label("基康采集仪协议", "Geokon loggers", "基康採集儀協定")},
	{Code: "PDM", Label: label("断面变形仪协议", "Profile deformation meters", "斷面變形儀協定")},
	{Code: "VDM", Label: label("振动监测仪协议", "Vibration monitors", "振動監測儀協定")},
	{Code: "QDM", Label: label("地震动监测仪协议", "Quake monitors", "地震動監測儀協定")},
	{Code: "DT", Label: label("测温串协议", "Temperature strings", "測溫串協定")},
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

// Protocols returns the 20 protocol families.
func Protocols() []Protocol { return protocols }

// collectorTypes are the collectors and buses of sensors (appendix C, collectorTypeOptions).
var collectorTypes = []i18n.Option{
	option("HDA2", label("数据采集仪（二代）", "Data acquisition unit (gen. 2)", "資料採集儀（二代）")),
	option("HDA3", label("数据采集仪（三代）", "Data acquisition unit (gen. 3)", "資料採集儀（三代）")),
	option("GDM", label("GDM监测网关", "Field data gateway (GDM)", "GDM監測閘道")),
	option("DTU", label("数据传输单元", "Data transfer unit (DTU)", "資料傳輸單元")),
	option("GKLogger", label("基康采集仪", "Geokon logger", "基康採集儀")),
	option("LocalService", label("本地服务", "Local service", "本地服務")),
}

func CollectorTypes() []i18n.Option { return collectorTypes }

// signals are the kinds of collector channels (devices.md section 3.3).
var signals = []i18n.Option{
	option("vw", label("振弦", "Vibrating wire", "振弦")),
	option("ma", label("电流", "Current", "電流")),
	option("volt", label("电压", "Voltage", "電壓")),
	option("rs485", label("RS-485", "RS-485", "RS-485")),
	option("pulse", label("脉冲", "Pulse", "脈衝")),
	option("thermistor", label("热敏电阻", "Thermistor", "熱敏電阻")),
	option("dynamic", label("动态", "Dynamic", "動態")),
}

// ChannelKinds returns the kinds of collector channels.
func ChannelKinds() []i18n.Option { return signals }

// ChannelProtocols returns the protocols between sensors and collectors that belong to no family (appendix C,
// channelProtocol).
func ChannelProtocols() []i18n.Option {
	return append([]i18n.Option{option("analog", label("模拟量（电流、电压）", "Analogue (current, voltage)", "類比量（電流、電壓）"))}, signals...)
}

// MaxDynamicRate is the maximum total sampling rate of a collector's dynamic channels, Hz (specification section 5).
const MaxDynamicRate = 64

// collectModes are the collection modes of a point (specification section 3).
var collectModes = []i18n.Option{
	option("UploadCollect", label("主动上报", "Device upload", "主動回報")),
	option("CommandCollect", label("指令采集", "Command collection", "指令採集")),
	option("tcpStandard", label("TCP标准网络", "TCP standard network", "TCP標準網路")),
	option("NoCollect", label("不采集", "No collection", "不採集")),
}

// CollectModes returns the collection modes of a point.
func CollectModes() []i18n.Option { return collectModes }
