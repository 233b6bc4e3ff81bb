package catalogue

import "strings"

// The kinds of a device (specification section 3).
const (
	Measuring = "Measuring"
	Collector = "Collector"
	DTU       = "DTU"
)

// DeviceType is one of the 35 device types, or one of the three codes that devices
// have beside them: GDM (gateway), DTU and Artificial (domain devices.md section 4).
type DeviceType struct {
	Code         string     `json:"code"`
	Label        Label      `json:"label"`
	Kind         string     `json:"kind"`
	Sensor       bool       `json:"isSensor"` // a bare sensor that hangs on a channel of a collector
	Network      bool       `json:"withNetwork"`
	Families     []string   `json:"protocols"`
	Measurements []string   `json:"measurements"`
	Nodes        bool       `json:"nodes"`    // an array: one reading has many nodes
	Geometry     bool       `json:"geometry"` // it can be built of segments: an array, or a sensor of which several make one
	Shared       bool       `json:"shared"`   // feeds several points (devices.md section 5.33, binding)
	Pages        []string   `json:"pages"`
	Init         string     `json:"init"`   // none, values, nodes, coordinates, run
	Blocks       []string   `json:"blocks"` // configuration blocks that apply
	Coefficients []string   `json:"coefficients"`
	Defaults     Defaults   `json:"defaults"`
	Fields       []RawField `json:"rawFields"`

	RepeatedHours float64 `json:"repeatedHours"` // over which identical readings are a fault; 0: never

	delivers map[string]string // attributes by measurement, where not all
}

const (
	scalarPages = "hda-chart hda-data hda-report"
	arrayPages  = "adm-profile adm-data adm-northeast adm-3d adm-prop adm-report adm-artificial-compare"
	formPages   = " adm-settlement adm-prop-horizontal adm-circular circular-segment"
	profilePart = "depth angleX angleY x y n e res azi temp"
	wirePart    = "freq temp"
)

// The rest of appendix B: blocks that apply to a type beside the ones of all types.
const (
	blocksAll = "config collectConfig healthThreshold abnormal"
	wireCoefs = "K Kt f0 t0 Kr dir"
	dataCoefs = "iMin iMax vMin vMax fullscale zero"
)

func deviceType(code string, label Label, kind, families, serves, pages, initial, blocks, coefficients string) DeviceType {
	return DeviceType{
		Code: code, Label: label, Kind: kind, Families: strings.Fields(families), Measurements: strings.Fields(serves),
		Pages: strings.Fields(pages), Init: initial, Blocks: strings.Fields(blocksAll + " " + blocks), Coefficients: strings.Fields(coefficients),
	}
}

func (t DeviceType) sensor() DeviceType  { t.Sensor = true; return t }
func (t DeviceType) network() DeviceType { t.Network = true; return t }
func (t DeviceType) nodes() DeviceType   { t.Nodes = true; return t }
func (t DeviceType) shared() DeviceType  { t.Shared = true; return t }

// only narrows what the type delivers of a measurement.
func (t DeviceType) only(measurement, attributes string) DeviceType {
	narrowed := map[string]string{measurement: attributes}
	for code, names := range t.delivers {
		narrowed[code] = names
	}
	t.delivers = narrowed
	return t
}

var deviceTypes = []DeviceType{
	deviceType("ADM", Label{"阵列式位移计", "Array displacement meter", "陣列式位移計"}, Measuring, "ADM", "DeepDisplacement StructuralDeformation DBCJ Tilt Track",
		arrayPages+formPages, "nodes", "init processorConfig chartConfig", "elevation").nodes().network().
		only("StructuralDeformation", "convergence radial ovality deflection settlement x y z temp").only("DBCJ", "settlement temp dist").
		only("Track", "gauge cant twist alignL alignR profileL profileR"),
	deviceType("HDA2", Label{"数据采集仪（二代）", "Data acquisition unit (gen. 2)", "資料擷取儀（二代）"}, Collector, "HDA", "", scalarPages, "none", "channelConfig", "").network().shared(),
	deviceType("HDA3", Label{"数据采集仪（三代）", "Data acquisition unit (gen. 3)", "資料擷取儀（三代）"}, Collector, "HDA", "Vibration", scalarPages, "none", "channelConfig hemConfig", "").network().shared(),
	deviceType("VOLWL", Label{"电压式水位计", "Voltage/current water level gauge", "電壓式水位計"}, Measuring, "HDA OTHER", "Waterlevel Flow", scalarPages, "values", "init processorConfig chartConfig", dataCoefs+" elevation installHeight").sensor().
		only("Flow", "head flow"),
	deviceType("Crack", Label{"裂缝计", "Crack meter", "裂縫計"}, Measuring, "HDA GDM OTHER", "Crack", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" vMin vMax fullscale zero").sensor(),
	deviceType("SDM", Label{"节段式位移计", "Segmented displacement meter", "節段式位移計"}, Measuring, "SDM", "DeepDisplacement Tilt", arrayPages, "nodes", "init processorConfig chartConfig", "elevation").nodes(),
	deviceType("SDMX", Label{"节段式位移计（扩展型）", "Segmented displacement meter (extended)", "節段式位移計（擴充型）"}, Measuring, "SDM", "DeepDisplacement Tilt", arrayPages, "nodes", "init processorConfig chartConfig", "elevation").nodes(),
	deviceType("SDMPRO", Label{"节段式位移计（专业型）", "Segmented displacement meter (pro)", "節段式位移計（專業型）"}, Measuring, "SDM", "DeepDisplacement", arrayPages+" sdmpro-chart", "nodes", "init processorConfig chartConfig", "elevation").nodes().network(),
	deviceType("TDM", Label{"轨迹位移监测仪", "Trajectory displacement monitor", "軌跡位移監測儀"}, Measuring, "OTHER GDM", "Track", "tdm-map "+scalarPages, "values", "init processorConfig chartConfig", "").network().
		only("Track", "lon lat height speed heading dist moved battery"),
	deviceType("HSL", Label{"静力水准仪", "Hydrostatic level", "靜力水準儀"}, Measuring, "HDA OTHER", "DBCJ StructuralDeformation", "hsl-settlement hsl-settlement-data hsl-settlement-report", "values", "init processorConfig chartConfig", "").sensor().
		only("DBCJ", "settlement level temp").only("StructuralDeformation", "settlement deflection temp"),
	deviceType("Station", Label{"全站仪", "Total station", "全測站經緯儀"}, Measuring, "CLY_STATION OTHER", "SurfaceDisplacement StructuralDeformation DBCJ Track", "station-chord station-convergence station-offset station-settlement "+scalarPages, "coordinates", "init processorConfig chartConfig stationConfig", "").shared().
		only("SurfaceDisplacement", "x y z h2d res azi northing easting elevation").only("StructuralDeformation", "convergence chord offset settlement x y z northing easting elevation").
		only("DBCJ", "settlement elevation").only("Track", "gauge cant twist alignL alignR profileL profileR"),
	deviceType("GNSS", Label{"GNSS接收机", "GNSS receiver", "GNSS接收機"}, Measuring, "WHU_API ROCTEC_API OTHER", "SurfaceDisplacement DBCJ", "gnss-chart "+scalarPages, "coordinates", "init processorConfig chartConfig gnssConfig resolveConfig", "").network().
		only("SurfaceDisplacement", "n e u x y z h2d res azi lon lat height").only("DBCJ", "settlement elevation"),
	deviceType("Camera", Label{"摄像机", "Camera", "攝影機"}, Measuring, "OTHER GDM", "Camera", "camera gdm-capture", "none", "", "").network(),
	deviceType("RDM", Label{"移动式测斜仪（管形测量仪）", "Retrievable displacement meter (casing profiler)", "移動式測斜儀（管形量測儀）"}, Measuring, "HSAPP", "DeepDisplacement StructuralDeformation", "rdm-change-chart rdm-pipe-chart rdm-prop-chart rdm-data", "run", "init processorConfig chartConfig", "").nodes().shared().
		only("StructuralDeformation", "x y z"),
	deviceType("IDM", Label{"倾角变形监测仪", "Inclination deformation meter", "傾角變形監測儀"}, Measuring, "GDM OTHER", "Tilt Track", scalarPages, "values", "init processorConfig chartConfig", "installHeight").network().
		only("Track", "gauge cant twist alignL alignR profileL profileR"),
	deviceType("STRAIN", Label{"应变计", "Strain gauge", "應變計"}, Measuring, "HDA GK", "ZCYL AxialForce", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" E area").sensor(),
	deviceType("Steel", Label{"钢筋计", "Rebar stress gauge", "鋼筋計"}, Measuring, "HDA GK", "ZCYL AxialForce", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" diameter").sensor(),
	deviceType("Anchor", Label{"锚索计", "Anchor load cell", "錨索計"}, Measuring, "HDA GK", "AnchorForce", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" lockOff").sensor(),
	deviceType("AFM", Label{"轴力计", "Axial force meter", "軸力計"}, Measuring, "HDA GK", "AxialForce", scalarPages, "values", "init processorConfig chartConfig", wireCoefs).sensor(),
	deviceType("SHM", Label{"土壤含水率计", "Soil moisture meter", "土壤含水率計"}, Measuring, "HDA GDM OTHER", "SoilMoisture", scalarPages, "none", "processorConfig chartConfig", "Kr").sensor(),
	deviceType("SPM", Label{"土压力计", "Soil pressure cell", "土壓力計"}, Measuring, "HDA GK", "SoilPressure", scalarPages, "values", "init processorConfig chartConfig", wireCoefs).sensor(),
	deviceType("Rain", Label{"雨量计", "Rain gauge", "雨量計"}, Measuring, "HDA GDM HYDRO OTHER", "Rainfall", scalarPages, "none", "processorConfig chartConfig", "Kr").sensor(),
	deviceType("Flow", Label{"流量计（量水堰）", "Flow meter (seepage weir)", "流量計（量水堰）"}, Measuring, "HDA HYDRO OTHER", "Flow", scalarPages, "none", "processorConfig chartConfig", "Kr").sensor(),
	deviceType("WeatherStation", Label{"气象站", "Weather station", "氣象站"}, Measuring, "HJ HYDRO OTHER", "Environment Rainfall", "weather-station-chart "+scalarPages, "none", "processorConfig chartConfig", "Kr").network(),
	deviceType("PAM", Label{"管道姿态测量仪", "Pipeline attitude meter", "管道姿態量測儀"}, Measuring, "HSPAM", "StructuralDeformation", "pam-chart pam-data pam-data-import", "run", "init processorConfig chartConfig pamConfig", "").nodes().shared().
		only("StructuralDeformation", "x y z"),
	deviceType("WATERLEVEL", Label{"水位计（渗压计）", "Water level gauge / piezometer", "水位計（滲壓計）"}, Measuring, "HDA HYDRO GK TGY_API OTHER", "Waterlevel SoilPressure Rainfall Flow", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" elevation installHeight A B C").sensor(),
	deviceType("RionInclino", Label{"瑞芬倾角仪", "RION inclinometer", "瑞芬傾角儀"}, Measuring, "RION_INCLINO", "Tilt DeepDisplacement", scalarPages+" "+arrayPages, "values", "init processorConfig chartConfig", "installHeight").sensor(),
	deviceType("ADMI", Label{"进口阵列位移计", "Imported shape array", "進口陣列位移計"}, Measuring, "ADMI", "DeepDisplacement StructuralDeformation DBCJ Tilt Track", arrayPages+formPages, "nodes", "init processorConfig chartConfig calibrationFile", "elevation").nodes().
		only("StructuralDeformation", "convergence radial ovality deflection settlement x y z temp").only("DBCJ", "settlement temp dist").
		only("Track", "gauge cant twist alignL alignR profileL profileR"),
	deviceType("GKYL", Label{"基康振弦应力计", "Geokon vibrating-wire stress gauge", "基康振弦應力計"}, Measuring, "GK", "ZCYL AnchorForce SoilPressure AxialForce", scalarPages, "values", "init processorConfig chartConfig", wireCoefs+" G R0 A B C S0").sensor(),
	deviceType("PDM", Label{"断面变形监测仪", "Profile deformation meter", "斷面變形監測儀"}, Measuring, "PDM", "StructuralDeformation", "pdm-profile pdm-prop", "run", "init processorConfig chartConfig", "").nodes().network().
		only("StructuralDeformation", "convergence radial ovality"),
	deviceType("RangerFinder", Label{"激光测距仪", "Laser rangefinder", "雷射測距儀"}, Measuring, "HDA GDM OTHER", "StructuralDeformation Crack SurfaceDisplacement", scalarPages, "values", "init processorConfig chartConfig", "Kr gamma").sensor().
		only("StructuralDeformation", "convergence chord x y z").only("Crack", "width").only("SurfaceDisplacement", "x y z"),
	deviceType("VDM", Label{"振动监测仪", "Vibration dynamic monitor", "振動監測儀"}, Measuring, "VDM", "Vibration", scalarPages, "none", "processorConfig chartConfig", "").network().
		only("Vibration", "vx vy vz peakX peakY peakZ rmsX rmsY rmsZ ppv pvs freqX freqY freqZ disp cableForce"),
	deviceType("QDM", Label{"地震动监测仪", "Quake dynamic monitor", "地震動監測儀"}, Measuring, "QDM", "Vibration", scalarPages, "none", "processorConfig chartConfig", "").network().
		only("Vibration", "ax ay az peakX peakY peakZ rmsX rmsY rmsZ freqX freqY freqZ intensity pga pgv"),
	deviceType("WDM", Label{"拉线位移计", "Wire displacement meter", "拉線位移計"}, Measuring, "HDA GDM OTHER", "Crack SurfaceDisplacement StructuralDeformation", scalarPages, "values", "init processorConfig chartConfig", dataCoefs+" Kr").sensor().
		only("Crack", "width").only("SurfaceDisplacement", "x y z").only("StructuralDeformation", "convergence x y z"),
	deviceType("DT", Label{"数字测温串", "Digital temperature string", "數位測溫串"}, Measuring, "DT", "Temperature", "dt-data "+scalarPages, "none", "processorConfig chartConfig", "").nodes(),
	deviceType("GDM", Label{"GDM监测网关", "Field data gateway (GDM)", "GDM監測閘道"}, Collector, "GDM", "Tilt Camera", "gdm-angle-data gdm-capture "+scalarPages, "values", "gdmAngleInit channelConfig chartConfig", "").network().shared().
		only("Tilt", "angleX angleY res azi"),
	deviceType("DTU", Label{"数据传输单元", "Data transfer unit (DTU)", "資料傳輸單元"}, DTU, "OTHER", "", "", "none", "", "").network().shared(),
	deviceType("Artificial", Label{"人工测量", "Manual measurement", "人工測量"}, Measuring, "OTHER",
		"DeepDisplacement SurfaceDisplacement Waterlevel Tilt Crack StructuralDeformation DBCJ ZCYL AnchorForce SoilPressure AxialForce Flow Temperature",
		"artificial-data", "values", "init processorConfig chartConfig", ""),
}

var deviceTypeIndex = map[string]*DeviceType{}

func init() {
	for i := range deviceTypes {
		kind := &deviceTypes[i]
		kind.Fields = rawFields[kind.Code]
		if kind.Fields == nil {
			kind.Fields = []RawField{}
		}
		kind.Geometry = kind.Nodes || contains(kind.Pages, "adm-data")
		kind.Defaults = defaultsOf(kind)
		kind.RepeatedHours = RepeatedHours(kind.Code)
		deviceTypeIndex[kind.Code] = kind
	}
}

// DeviceTypes lists the 35 device types in the order of the specification, then
// GDM, DTU and Artificial.
func DeviceTypes() []DeviceType { return deviceTypes }

// DeviceTypeOf returns a device type by its code.
func DeviceTypeOf(code string) (DeviceType, bool) {
	kind, ok := deviceTypeIndex[code]
	if !ok {
		return DeviceType{}, false
	}
	return *kind, true
}

// Serves tells whether points with a measurement can be fed by a device type.
func Serves(deviceType, measurement string) bool {
	kind, ok := deviceTypeIndex[deviceType]
	return ok && contains(kind.Measurements, measurement)
}

// ServingTypes lists the device types that serve a measurement.
func ServingTypes(measurement string) []Option {
	options := make([]Option, 0, 8)
	for _, kind := range deviceTypes {
		if contains(kind.Measurements, measurement) {
			options = append(options, Option{kind.Code, kind.Label})
		}
	}
	return options
}

func contains(list []string, wanted string) bool {
	for _, one := range list {
		if one == wanted {
			return true
		}
	}
	return false
}
