package catalogue

// Coefficient is one calibration number of a device (domain devices.md sections
// 3.1 and 3.9). Unit "" depends on the field that is computed.
type Coefficient struct {
	Name    string   `json:"name"`
	Label   Label    `json:"label"`
	Unit    string   `json:"unit"`
	Default *float64 `json:"default"`
}

func c(name string, label Label, unit string) Coefficient {
	return Coefficient{Name: name, Label: label, Unit: unit}
}

func cd(name string, label Label, unit string, value float64) Coefficient {
	return Coefficient{Name: name, Label: label, Unit: unit, Default: &value}
}

var coefficients = []Coefficient{
	c("K", Label{"标定系数K", "Calibration factor K", "標定係數K"}, "/Hz²"),
	cd("Kt", Label{"温度系数Kt", "Temperature factor Kt", "溫度係數Kt"}, "/°C", 0),
	c("f0", Label{"初始频率f0", "Initial frequency f0", "初始頻率f0"}, "Hz"),
	c("t0", Label{"初始温度t0", "Initial temperature t0", "初始溫度t0"}, "°C"),
	cd("Kr", Label{"读数比例系数Kr", "Reading ratio Kr", "讀數比例係數Kr"}, "", 1),
	cd("dir", Label{"方向", "Direction", "方向"}, "", -1),
	cd("b", Label{"截距", "Intercept", "截距"}, "", 0),
	cd("iMin", Label{"电流下限", "Current at zero", "電流下限"}, "mA", 4),
	cd("iMax", Label{"电流上限", "Current at full scale", "電流上限"}, "mA", 20),
	cd("vMin", Label{"电压下限", "Voltage at zero", "電壓下限"}, "V", 0),
	cd("vMax", Label{"电压上限", "Voltage at full scale", "電壓上限"}, "V", 5),
	c("fullscale", Label{"满量程", "Full scale", "滿量程"}, ""),
	cd("zero", Label{"零点值", "Value at zero", "零點值"}, "", 0),
	c("elevation", Label{"高程", "Elevation", "高程"}, "m"),
	c("installHeight", Label{"安装高度", "Installation height", "安裝高度"}, "m"),
	c("G", Label{"线性系数G", "Linear gauge factor G", "線性係數G"}, "/digit"),
	c("R0", Label{"初始读数R0", "Initial reading R0", "初始讀數R0"}, "digit"),
	c("A", Label{"多项式系数A", "Polynomial factor A", "多項式係數A"}, ""),
	c("B", Label{"多项式系数B", "Polynomial factor B", "多項式係數B"}, ""),
	c("C", Label{"多项式系数C", "Polynomial factor C", "多項式係數C"}, ""),
	c("S0", Label{"初始气压S0", "Initial air pressure S0", "初始氣壓S0"}, "kPa"),
	c("E", Label{"弹性模量", "Modulus of elasticity", "彈性模數"}, "MPa"),
	c("area", Label{"截面积", "Cross-section area", "截面積"}, "mm²"),
	c("diameter", Label{"直径", "Diameter", "直徑"}, "mm"),
	c("lockOff", Label{"锁定值", "Lock-off force", "鎖定值"}, "kN"),
	cd("gamma", Label{"光束夹角", "Angle of the beam", "光束夾角"}, "°", 0),
}

// Coefficients lists the calibration numbers that devices can have.
func Coefficients() []Coefficient { return coefficients }

// CoefficientOf returns a calibration number by its name.
func CoefficientOf(name string) (Coefficient, bool) {
	for _, one := range coefficients {
		if one.Name == name {
			return one, true
		}
	}
	return Coefficient{}, false
}

// blocks are the configuration blocks of a device (devices.md section 3).
var blocks = []Option{
	{"config", Label{"设备配置", "Device configuration", "設備設定"}},
	{"init", Label{"初始值", "Initial value", "初始值"}},
	{"collectConfig", Label{"采集配置", "Collection configuration", "採集設定"}},
	{"healthThreshold", Label{"设备健康阈值", "Device-health threshold", "設備健康閾值"}},
	{"abnormal", Label{"异常值阈值", "Abnormal-value threshold", "異常值閾值"}},
	{"channelConfig", Label{"通道配置", "Channel configuration", "通道設定"}},
	{"processorConfig", Label{"解算配置", "Processor configuration", "解算設定"}},
	{"chartConfig", Label{"图表配置", "Chart configuration", "圖表設定"}},
	{"hemConfig", Label{"扩展模块配置", "Expansion module configuration", "擴充模組設定"}},
	{"pamConfig", Label{"PAM配置", "PAM configuration", "PAM設定"}},
	{"gdmAngleInit", Label{"GDM角度初始化", "GDM angle initialisation", "GDM角度初始化"}},
	{"stationConfig", Label{"全站仪接入", "Total-station access", "全測站接入"}},
	{"gnssConfig", Label{"GNSS解算配置", "GNSS solution configuration", "GNSS解算設定"}},
	{"resolveConfig", Label{"解算设置", "Resolve configuration", "解算設置"}},
	{"calibrationFile", Label{"标定文件", "Calibration file", "標定檔"}},
}

// Blocks lists the configuration blocks of a device.
func Blocks() []Option { return blocks }

// modes are the builds of an array, fixedEnds where it is held (devices.md section 3.4).
var (
	modes = []Option{
		{"vertical", Label{"垂直", "Vertical", "垂直"}},
		{"horizontal", Label{"水平", "Horizontal", "水平"}},
		{"circular", Label{"环向", "Circular", "環向"}},
		{"deflection", Label{"挠度", "Deflection", "撓度"}},
		{"3d", Label{"三维", "3D", "三維"}},
	}
	fixedEnds = []Option{
		{"bottom", Label{"底部固定", "Bottom fixed", "底部固定"}},
		{"top", Label{"顶部固定", "Top fixed", "頂部固定"}},
		{"near", Label{"近端固定", "Near end fixed", "近端固定"}},
		{"far", Label{"远端固定", "Far end fixed", "遠端固定"}},
		{"both", Label{"两端固定", "Both ends known", "兩端固定"}},
	}
)

// Modes lists the builds of an array.
func Modes() []Option { return modes }

// FixedEnds lists where an array can be held.
func FixedEnds() []Option { return fixedEnds }

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

var pointKinds = []Option{
	{NormalPoint, Label{"普通测点", "Normal point", "一般測點"}},
	{CompositePoint, Label{"组合测点", "Composite point", "組合測點"}},
	{ArtificialPoint, Label{"人工测点", "Artificial (manual) point", "人工測點"}},
	{VirtualPoint, Label{"虚拟测点", "Virtual point", "虛擬測點"}},
	{TemporaryPoint, Label{"临时测点", "Temporary point", "臨時測點"}},
}

// PointKinds lists the kinds of a measuring point.
func PointKinds() []Option { return pointKinds }

// valueTypes are what a chart shows; thresholds judge all but change
// (measurements.md section 0.1).
var valueTypes = []Option{
	{Observed, Label{"测值", "Observed value", "測值"}},
	{Accumulated, Label{"累计变化量", "Accumulated change", "累計變化量"}},
	{"change", Label{"本次变化量", "Change this period", "本次變化量"}},
	{Rate, Label{"变化速率", "Change rate", "變化速率"}},
}

// ValueTypes lists what a chart can show of an attribute.
func ValueTypes() []Option { return valueTypes }
