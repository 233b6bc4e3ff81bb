package catalog

import (
	"slices"
	"strings"

	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/i18n"
)

// DefaultManufacturer is the manufacturer of the predefined models; a deployment may set its own.
const DefaultManufacturer = "华思测控"

// Model is a predefined device model (domain devices.md appendix C).
type Model struct {
	Code            string     `json:"code"`
	Label           i18n.Label `json:"label"`
	Type            string     `json:"type"`
	Series          i18n.Label `json:"series"`
	Measurements    []string   `json:"measurements"`
	Sensor          bool       `json:"isSensor"`
	Measuring       bool       `json:"isMeasuring"`
	WithCollector   bool       `json:"withCollector"`
	MultiChannel    bool       `json:"isMultiChannel"`
	WithNetwork     bool       `json:"withNetwork"`
	RegisterIsSame  bool       `json:"registerIsSame"`
	ChannelProtocol string     `json:"channelProtocol"`
	Collectors      []string   `json:"collectorTypeOptions"`
	SNPrefix        string     `json:"sncodePrefix"`
	RegisterPrefix  string     `json:"registerPrefix"`
	Channels        int32      `json:"channels"` // channels of a collector without expansion modules; 0: unknown
	Manufacturer    string     `json:"manufacturer"`
	Custom          bool       `json:"custom"` // a corporation's own

	Commands []modelcommand.Command `json:"commands,omitempty"` // besides those that all devices have
}

var series = map[string]i18n.Label{
	"ADM":      label("阵列位移", "Shape arrays", "陣列位移"),
	"SDM":      label("节段位移", "In-place inclinometers", "節段位移"),
	"HDA":      label("数据采集", "Data acquisition", "資料採集"),
	"GDM":      label("监测网关", "Gateways", "監測閘道"),
	"DTU":      label("数据传输", "Data transfer", "資料傳輸"),
	"water":    label("水位", "Water level", "水位"),
	"crack":    label("裂缝", "Cracks", "裂縫"),
	"stress":   label("应力应变", "Stress and strain", "應力應變"),
	"load":     label("荷载", "Loads", "荷載"),
	"settle":   label("沉降", "Settlement", "沉降"),
	"tilt":     label("倾斜", "Tilt", "傾斜"),
	"survey":   label("测量", "Surveying", "測量"),
	"mobile":   label("移动测量", "Mobile surveying", "移動測量"),
	"vibrate":  label("振动", "Vibration", "振動"),
	"weather":  label("环境", "Environment", "環境"),
	"warmth":   label("温度", "Temperature", "溫度"),
	"pictures": label("视频", "Video", "視訊"),
}

// m returns a model; flags are S isSensor, M isMeasuring, C withCollector, X isMultiChannel, N withNetwork, R
// registerIsSame.
func m(code string, label i18n.Label, kind, seriesKey, serves, flags, protocol, collectors, snPrefix, registerPrefix string) Model {
	has := func(flag string) bool { return strings.Contains(flags, flag) }
	return Model{
		Code: code, Label: label, Type: kind, Series: series[seriesKey], Measurements: strings.Fields(serves),
		Sensor: has("S"), Measuring: has("M"), WithCollector: has("C"), MultiChannel: has("X"), WithNetwork: has("N"), RegisterIsSame: has("R"),
		ChannelProtocol: protocol, Collectors: strings.Fields(collectors), SNPrefix: snPrefix, RegisterPrefix: registerPrefix,
		Manufacturer: DefaultManufacturer,
	}
}

func (m Model) channels(n int32) Model { m.Channels = n; return m }

func (m Model) commands(list ...modelcommand.Command) Model { m.Commands = list; return m }

var models = []Model{
	m("ADM-V500", label("阵列式位移计 500mm（垂直）", "Array displacement meter 500 mm (vertical)", "陣列式位移計 500mm（垂直）"), "ADM", "ADM", "DeepDisplacement Tilt", "MNR", "ADM", "HDA3 GDM DTU", "ADM", "ADM"),
	m("ADM-H500", label("阵列式位移计 500mm（水平）", "Array displacement meter 500 mm (horizontal)", "陣列式位移計 500mm（水平）"), "ADM", "ADM", "DBCJ StructuralDeformation", "MNR", "ADM", "HDA3 GDM DTU", "ADM", "ADM"),
	m("ADM-C500", label("阵列式位移计 500mm（环向）", "Array displacement meter 500 mm (circular)", "陣列式位移計 500mm（環向）"), "ADM", "ADM", "StructuralDeformation", "MNR", "ADM", "HDA3 GDM DTU", "ADM", "ADM"),
	m("ADMI-500", label("进口阵列位移计", "Imported shape array", "進口陣列位移計"), "ADMI", "ADM", "DeepDisplacement StructuralDeformation DBCJ", "M", "ADMI", "LocalService", "ADMI", ""),
	m("SDM-1000", label("节段式位移计", "Segmented displacement meter", "節段式位移計"), "SDM", "SDM", "DeepDisplacement Tilt", "SM", "SDM", "HDA3 GDM DTU", "SDM", ""),
	m("SDMX", label("节段式位移计（扩展型）", "Segmented displacement meter (extended)", "節段式位移計（擴充型）"), "SDMX", "SDM", "DeepDisplacement Tilt", "SM", "SDM", "HDA3 GDM DTU", "SDX", ""),
	m("SDMPRO", label("节段式位移计（专业型）", "Segmented displacement meter (pro)", "節段式位移計（專業型）"), "SDMPRO", "SDM", "DeepDisplacement", "MNR", "SDM", "", "SDP", "SDP"),
	m("HDA2-16", label("数据采集仪 16通道", "Data acquisition unit, 16 channels", "資料採集儀 16通道"), "HDA2", "HDA", "", "CXNR", "HDA", "", "HD2", "HD2").channels(16),
	m("HDA3-32", label("数据采集仪 32通道", "Data acquisition unit, 32 channels", "資料採集儀 32通道"), "HDA3", "HDA", "", "CXNR", "HDA", "", "HD3", "HD3").channels(32),
	m("GDM-1", label("监测网关", "Field data gateway", "監測閘道"), "GDM", "GDM", "Tilt Camera", "CXNR", "GDM", "", "GDM", "GDM"),
	m("DTU-1", label("数据传输单元", "Data transfer unit", "資料傳輸單元"), "DTU", "DTU", "", "NR", "OTHER", "", "DTU", "DTU"),
	m("VOLWL-420", label("电压式水位计", "Voltage/current water level gauge", "電壓式水位計"), "VOLWL", "water", "Waterlevel Flow", "SM", "analog", "HDA2 HDA3", "VWL", ""),
	m("WL-VW", label("振弦渗压计", "Vibrating-wire piezometer", "振弦滲壓計"), "WATERLEVEL", "water", "Waterlevel SoilPressure", "SM", "vw", "HDA2 HDA3", "WLV", ""),
	m("WL-485", label("数字水位计", "Digital water level gauge", "數位水位計"), "WATERLEVEL", "water", "Waterlevel", "SM", "rs485", "HDA2 HDA3 GDM DTU", "WLD", ""),
	m("WL-SL651", label("水文遥测站", "Hydrological telemetry station", "水文遙測站"), "WATERLEVEL", "water", "Waterlevel Rainfall Flow", "MN", "HYDRO", "", "SL", "").commands(sl651Commands...),
	m("CRK-VW", label("振弦裂缝计", "Vibrating-wire crack meter", "振弦裂縫計"), "Crack", "crack", "Crack", "SM", "vw", "HDA2 HDA3", "CRV", ""),
	m("CRK-485", label("数字裂缝计", "Digital crack meter", "數位裂縫計"), "Crack", "crack", "Crack", "SM", "rs485", "HDA2 HDA3 GDM DTU", "CRD", ""),
	m("WDM-1000", label("拉线位移计", "Wire displacement meter", "拉線位移計"), "WDM", "crack", "Crack SurfaceDisplacement StructuralDeformation", "SM", "analog", "HDA2 HDA3 GDM", "WDM", ""),
	m("STR-VW", label("振弦应变计", "Vibrating-wire strain gauge", "振弦應變計"), "STRAIN", "stress", "ZCYL AxialForce", "SM", "vw", "HDA2 HDA3", "STR", ""),
	m("RBR-VW", label("振弦钢筋计", "Vibrating-wire rebar gauge", "振弦鋼筋計"), "Steel", "stress", "ZCYL AxialForce", "SM", "vw", "HDA2 HDA3", "RBR", ""),
	m("ANC-3", label("锚索计（3弦）", "Anchor load cell (3 strings)", "錨索計（3弦）"), "Anchor", "load", "AnchorForce", "SMX", "vw", "HDA2 HDA3", "ANC", ""),
	m("ANC-6", label("锚索计（6弦）", "Anchor load cell (6 strings)", "錨索計（6弦）"), "Anchor", "load", "AnchorForce", "SMX", "vw", "HDA2 HDA3", "ANC", ""),
	m("AFM-4", label("轴力计（4弦）", "Axial force meter (4 strings)", "軸力計（4弦）"), "AFM", "load", "AxialForce", "SMX", "vw", "HDA2 HDA3", "AFM", ""),
	m("SPM-VW", label("土压力计", "Soil pressure cell", "土壓力計"), "SPM", "load", "SoilPressure", "SM", "vw", "HDA2 HDA3", "SPM", ""),
	m("GKYL-1", label("基康振弦应力计", "Geokon vibrating-wire stress gauge", "基康振弦應力計"), "GKYL", "stress", "ZCYL AnchorForce SoilPressure AxialForce", "M", "GK", "GKLogger", "GK", ""),
	m("HSL-200", label("静力水准仪", "Hydrostatic level", "靜力水準儀"), "HSL", "settle", "DBCJ StructuralDeformation", "SM", "rs485", "HDA2 HDA3 GDM DTU", "HSL", ""),
	m("IDM-2", label("倾角变形监测仪", "Inclination deformation meter", "傾角變形監測儀"), "IDM", "tilt", "Tilt Track", "MNR", "GDM", "", "IDM", "IDM"),
	m("RION-HCA", label("瑞芬双轴倾角仪", "RION dual-axis inclinometer", "瑞芬雙軸傾角儀"), "RionInclino", "tilt", "Tilt DeepDisplacement", "SM", "RION_INCLINO", "HDA3 DTU", "RIO", "").commands(rionCommands...),
	m("STN-LEICA", label("自动全站仪", "Automatic total station", "自動全測站"), "Station", "survey", "SurfaceDisplacement StructuralDeformation DBCJ", "M", "CLY_STATION", "DTU", "STN", "").commands(geocomCommands...),
	m("GNSS-1", label("GNSS监测站", "GNSS monitoring station", "GNSS監測站"), "GNSS", "survey", "SurfaceDisplacement DBCJ", "MNR", "OTHER", "", "GNS", "GNS"),
	m("RF-100", label("激光测距仪", "Laser rangefinder", "雷射測距儀"), "RangerFinder", "survey", "StructuralDeformation Crack SurfaceDisplacement", "SM", "rs485", "HDA2 HDA3 GDM DTU", "RF", ""),
	m("PDM-360", label("断面变形监测仪", "Profile deformation meter", "斷面變形監測儀"), "PDM", "survey", "StructuralDeformation", "MNR", "PDM", "", "PDM", "PDM"),
	m("TDM-1", label("轨迹位移监测仪", "Trajectory displacement monitor", "軌跡位移監測儀"), "TDM", "survey", "Track", "MNR", "OTHER", "", "TDM", "TDM"),
	m("RDM-1", label("移动式测斜仪", "Retrievable displacement meter", "移動式測斜儀"), "RDM", "mobile", "DeepDisplacement StructuralDeformation", "M", "HSAPP", "", "RDM", ""),
	m("PAM-1", label("管道姿态测量仪", "Pipeline attitude meter", "管道姿態量測儀"), "PAM", "mobile", "StructuralDeformation", "M", "HSPAM", "", "PAM", ""),
	m("VDM-3", label("振动监测仪", "Vibration monitor", "振動監測儀"), "VDM", "vibrate", "Vibration", "MNR", "VDM", "", "VDM", "VDM"),
	m("QDM-3", label("地震动监测仪", "Quake monitor", "地震動監測儀"), "QDM", "vibrate", "Vibration", "MNR", "QDM", "", "QDM", "QDM"),
	m("RN-02", label("翻斗雨量计 0.2mm", "Tipping-bucket rain gauge 0.2 mm", "翻斗雨量計 0.2mm"), "Rain", "weather", "Rainfall", "SM", "pulse", "HDA2 HDA3 GDM", "RN", ""),
	m("WS-6", label("六要素气象站", "Six-element weather station", "六要素氣象站"), "WeatherStation", "weather", "Environment Rainfall", "M", "rs485", "HDA2 HDA3 GDM DTU", "WS", ""),
	m("WS-HJ", label("扬尘噪声站", "Dust and noise station", "揚塵噪音站"), "WeatherStation", "weather", "Environment", "MN", "HJ", "", "HJ", "").commands(hj212Commands...),
	m("SHM-1", label("土壤含水率计", "Soil moisture meter", "土壤含水率計"), "SHM", "weather", "SoilMoisture", "SM", "rs485", "HDA2 HDA3 GDM", "SHM", ""),
	m("FLW-V90", label("量水堰计（直角三角堰）", "Weir gauge (90° V-notch)", "量水堰計（直角三角堰）"), "Flow", "weather", "Flow", "SM", "rs485", "HDA2 HDA3 GDM", "FLW", ""),
	m("DT-16", label("数字测温串", "Digital temperature string", "數位測溫串"), "DT", "warmth", "Temperature", "M", "DT", "HDA3 GDM", "DT", ""),
	m("CAM-1", label("网络摄像机", "Network camera", "網路攝影機"), "Camera", "pictures", "Camera", "MN", "OTHER", "", "", ""),
}

// Models returns the predefined models.
func Models() []Model { return models }

// ModelOf returns a predefined model by its code.
func ModelOf(code string) (Model, bool) {
	for _, model := range models {
		if model.Code == code {
			return model, true
		}
	}
	return Model{}, false
}

// SensorsOn returns the types of sensors that the predefined models connect to a collector type (HDA2, GDM …) or a
// kind of channel (vw, rs485 …); "all" returns every type.
func SensorsOn(collector string) []DeviceType {
	list := make([]DeviceType, 0, 8)
	for _, kind := range deviceTypes {
		hangs := slices.ContainsFunc(models, func(m Model) bool {
			return m.Type == kind.Code && m.Sensor && (m.ChannelProtocol == collector || contains(m.Collectors, collector))
		})
		if hangs || collector == "all" && kind.Sensor {
			list = append(list, kind)
		}
	}
	return list
}
