package catalog

import (
	"strconv"

	"plumbline/internal/platform/i18n"
)

// Coefficient is one calibration value of a device (domain devices.md sections 3.1 and 3.9). With Unit "" the unit
// depends on the computed field.
type Coefficient struct {
	Name    string     `json:"name"`
	Label   i18n.Label `json:"label"`
	Unit    string     `json:"unit"`
	Default *float64   `json:"default"`
}

func c(name string, label i18n.Label, unit string) Coefficient {
	return Coefficient{Name: name, Label: label, Unit: unit}
}

func cd(name string, label i18n.Label, unit string, value float64) Coefficient {
	return Coefficient{Name: name, Label: label, Unit: unit, Default: &value}
}

var coefficients = []Coefficient{
	c("K", label("标定系数K", "Calibration factor K", "標定係數K"), "/Hz²"),
	cd("Kt", label("温度系数Kt", "Temperature factor Kt", "溫度係數Kt"), "/°C", 0),
	c("f0", label("初始频率f0", "Initial frequency f0", "初始頻率f0"), "Hz"),
	zeroFrequency(1), zeroFrequency(2), zeroFrequency(3), zeroFrequency(4), zeroFrequency(5), zeroFrequency(6),
	c("t0", label("初始温度t0", "Initial temperature t0", "初始溫度t0"), "°C"),
	cd("Kr", label("读数比例系数Kr", "Reading ratio Kr", "讀數比例係數Kr"), "", 1),
	cd("dir", label("方向", "Direction", "方向"), "", -1),
	cd("b", label("截距", "Intercept", "截距"), "", 0),
	cd("iMin", label("电流下限", "Current at zero", "電流下限"), "mA", 4),
	cd("iMax", label("电流上限", "Current at full scale", "電流上限"), "mA", 20),
	cd("vMin", label("电压下限", "Voltage at zero", "電壓下限"), "V", 0),
	cd("vMax", label("电压上限", "Voltage at full scale", "電壓上限"), "V", 5),
	c("fullscale", label("满量程", "Full scale", "滿量程"), ""),
	cd("zero", label("零点值", "Value at zero", "零點值"), "", 0),
	c("elevation", label("高程", "Elevation", "高程"), "m"),
	c("installHeight", label("安装高度", "Installation height", "安裝高度"), "m"),
	c("G", label("线性系数G", "Linear gauge factor G", "線性係數G"), "/digit"),
	c("R0", label("初始读数R0", "Initial reading R0", "初始讀數R0"), "digit"),
	c("A", label("多项式系数A", "Polynomial factor A", "多項式係數A"), ""),
	c("B", label("多项式系数B", "Polynomial factor B", "多項式係數B"), ""),
	c("C", label("多项式系数C", "Polynomial factor C", "多項式係數C"), ""),
	c("S0", label("初始气压S0", "Initial air pressure S0", "初始氣壓S0"), "kPa"),
	c("E", label("弹性模量", "Modulus of elasticity", "彈性模數"), "MPa"),
	c("area", label("截面积", "Cross-section area", "截面積"), "mm²"),
	c("diameter", label("直径", "Diameter", "直徑"), "mm"),
	c("lockOff", label("锁定值", "Lock-off force", "鎖定值"), "kN"),
	cd("gamma", label("光束夹角", "Beam angle", "光束夾角"), "°", 0),
}

// zeroFrequency is the initial frequency of one wire of a load cell.
func zeroFrequency(wire int) Coefficient {
	no := strconv.Itoa(wire)
	return c("f0"+no, label("初始频率f0（第"+no+"弦）", "Initial frequency f0, wire "+no, "初始頻率f0（第"+no+"弦）"), "Hz")
}

// Coefficients returns all calibration values of devices.
func Coefficients() []Coefficient { return coefficients }

// CoefficientOf returns a calibration value by name.
func CoefficientOf(name string) (Coefficient, bool) {
	for _, one := range coefficients {
		if one.Name == name {
			return one, true
		}
	}
	return Coefficient{}, false
}

// blocks are the configuration blocks of a device (devices.md section 3).
var blocks = []i18n.Option{
	option("config", label("设备配置", "Device configuration", "設備設定")),
	option("init", label("初始值", "Initial value", "初始值")),
	option("collectConfig", label("采集配置", "Collection configuration", "採集設定")),
	option("healthThreshold", label("设备健康阈值", "Device health thresholds", "設備健康門檻值")),
	option("abnormal", label("异常值阈值", "Abnormal value threshold", "異常值門檻值")),
	option("channelConfig", label("通道配置", "Channel configuration", "通道設定")),
	option("processorConfig", label("解算参数", "Processor configuration", "解算參數")),
	option("chartConfig", label("图表配置", "Chart configuration", "圖表設定")),
	option("hemConfig", label("扩展模块配置", "Expansion module configuration", "擴充模組設定")),
	option("pamConfig", label("PAM配置", "PAM configuration", "PAM設定")),
	option("gdmAngleInit", label("网关初始倾角", "Initial gateway tilt", "閘道初始傾角")),
	option("stationConfig", label("全站仪接入", "Total-station access", "全測站接入")),
	option("gnssConfig", label("GNSS解算任务", "GNSS solution task", "GNSS解算任務")),
	option("resolveConfig", label("GNSS解算", "GNSS solution", "GNSS解算")),
	option("calibrationFile", label("标定文件", "Calibration file", "標定檔")),
}

func Blocks() []i18n.Option { return blocks }

// modes are the orientations of an array, fixedEnds its fixed ends (devices.md section 3.4).
var (
	modes = []i18n.Option{
		option("vertical", label("垂直", "Vertical", "垂直")),
		option("horizontal", label("水平", "Horizontal", "水平")),
		option("circular", label("环向", "Circular", "環向")),
		option("deflection", label("挠度", "Deflection", "撓度")),
		option("3d", label("三维", "3D", "三維")),
	}
	fixedEnds = []i18n.Option{
		option("bottom", label("底部固定", "Bottom fixed", "底部固定")),
		option("top", label("顶部固定", "Top fixed", "頂部固定")),
		option("near", label("近端固定", "Near end fixed", "近端固定")),
		option("far", label("远端固定", "Far end fixed", "遠端固定")),
		option("both", label("两端固定", "Both ends fixed", "兩端固定")),
	}
)

// Modes returns the orientations of an array.
func Modes() []i18n.Option { return modes }

// FixedEnds returns the fixed ends of an array.
func FixedEnds() []i18n.Option { return fixedEnds }

// The kinds of a measuring point (specification section 3).
const (
	NormalPoint     = "normal"
	CompositePoint  = "composite"
	ArtificialPoint = "artificial"
	VirtualPoint    = "virtual"
	TemporaryPoint  = "temporary"
)

// The kinds of a device (specification section 3).
const (
	MeasuringDevice = "Measuring"
	CollectorDevice = "Collector"
	DTUDevice       = "DTU"
)

var pointKinds = []i18n.Option{
	option(NormalPoint, label("普通测点", "Normal point", "一般測點")),
	option(CompositePoint, label("组合测点", "Composite point", "組合測點")),
	option(ArtificialPoint, label("人工测点", "Manual point", "人工測點")),
	option(VirtualPoint, label("虚拟测点", "Virtual point", "虛擬測點")),
	option(TemporaryPoint, label("临时测点", "Temporary point", "臨時測點")),
}

func PointKinds() []i18n.Option { return pointKinds }

// valueTypes can be charted; thresholds judge all but change (measurements.md section 0.1).
var valueTypes = []i18n.Option{
	option(Observed, label("测值", "Observed value", "測值")),
	option(Accumulated, label("累计变化量", "Accumulated change", "累計變化量")),
	option("change", label("本次变化量", "Change this period", "本次變化量")),
	option(Rate, label("变化速率", "Change rate", "變化速率")),
}

// ValueTypes returns the value types of a chart.
func ValueTypes() []i18n.Option { return valueTypes }
