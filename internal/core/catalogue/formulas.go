package catalogue

// SystemFormula describes a system formula for the people who choose one; the
// maths is in package formula (domain formulas.md).
type SystemFormula struct {
	Code       string         `json:"code"`
	Label      Label          `json:"label"`
	Text       string         `json:"text"`    // the equation in the letters of formulas.md
	Inputs     []FormulaInput `json:"inputs"`  // raw fields it reads
	Outputs    []string       `json:"outputs"` // fields it computes; empty: the one named by the rule
	Params     []Coefficient  `json:"params"`
	Options    []FormulaPick  `json:"options"`
	SuitsTypes []string       `json:"types"` // device types it is offered for; empty: all
}

// FormulaInput is a raw field that a system formula reads. Role "" is the main source.
type FormulaInput struct {
	Role     string `json:"role"`
	Field    string `json:"field"`
	Required bool   `json:"required"`
}

// FormulaPick is an option of a system formula with its allowed values, the default
// first; without values it takes any name.
type FormulaPick struct {
	Name   string   `json:"name"`
	Label  Label    `json:"label"`
	Values []string `json:"values"`
}

func coefs(names ...string) []Coefficient {
	list := make([]Coefficient, 0, len(names))
	for _, name := range names {
		one, ok := CoefficientOf(name)
		if !ok {
			panic("catalogue: no coefficient " + name)
		}
		list = append(list, one)
	}
	return list
}

func need(fields ...string) []FormulaInput {
	list := make([]FormulaInput, 0, len(fields))
	for _, field := range fields {
		list = append(list, FormulaInput{Field: field, Required: true})
	}
	return list
}

func maybe(role, field string) FormulaInput { return FormulaInput{Role: role, Field: field} }

// barometric chooses where the air pressure of a barometric correction comes from.
var barometric = []FormulaPick{
	{Name: "barometer", Label: Label{"气压来源", "Source of the air pressure", "氣壓來源"}, Values: []string{}},
	{Name: "barometerField", Label: Label{"气压字段", "Field of the air pressure", "氣壓欄位"}, Values: []string{"airPressure", "pressure"}},
}

// perNode lets a formula of one value run over each node of an array.
var perNode = FormulaPick{Name: "perNode", Label: Label{"逐节点计算", "For each node", "逐節點計算"}, Values: []string{"false", "true"}}

var systemFormulas = []SystemFormula{
	{
		Code: "VW_LINEAR", Label: Label{"振弦线性公式", "Vibrating wire, linear", "振弦線性公式"},
		Text:   "y = dir·K·(f² − f0²) + Kt·(t − t0) + b",
		Inputs: append(need("freq"), maybe("", "temp")), Params: coefs("K", "f0", "Kt", "t0", "dir", "b"), Options: []FormulaPick{perNode},
		SuitsTypes: []string{"WATERLEVEL", "Crack", "STRAIN", "Steel", "SPM", "AFM", "Anchor", "GKYL"},
	},
	{
		Code: "GK_LINEAR", Label: Label{"基康线性公式", "Geokon digits, linear", "基康線性公式"},
		Text:   "P = (R1 − R0)·G + (T1 − T0)·K − (S1 − S0)",
		Inputs: append(need("digits"), maybe("", "freq"), maybe("", "temp"), maybe("barometer", "airPressure")),
		Params: append(coefs("G", "R0", "f0", "S0"),
			cd("Kt", Label{"温度系数K", "Temperature factor K", "溫度係數K"}, "/°C", 0), c("t0", Label{"初始温度T0", "Initial temperature T0", "初始溫度T0"}, "°C")),
		Options:    append([]FormulaPick{perNode}, barometric...),
		SuitsTypes: []string{"GKYL", "WATERLEVEL", "SPM", "Crack"},
	},
	{
		Code: "VW_POLY", Label: Label{"振弦多项式公式", "Vibrating wire, polynomial", "振弦多項式公式"},
		Text:   "y = A·R² + B·R + C + Kt·(t − t0) − kb·(S1 − S0),  R = f²/1000",
		Inputs: append(need("freq"), maybe("", "digits"), maybe("", "temp"), maybe("barometer", "airPressure")),
		Params: append(coefs("A", "B", "C", "R0", "Kt", "t0", "S0"),
			cd("kb", Label{"气压修正系数", "Factor of the barometric correction", "氣壓修正係數"}, "", 0)),
		Options:    append([]FormulaPick{perNode}, barometric...),
		SuitsTypes: []string{"WATERLEVEL", "GKYL", "SPM", "Crack", "STRAIN"},
	},
	{
		Code: "THERM_SH", Label: Label{"热敏电阻温度公式", "Thermistor, Steinhart–Hart", "熱敏電阻溫度公式"},
		Text:   "T = 1/(A + B·ln R + C·(ln R)³) − 273.15 + offset",
		Inputs: need("res"), Params: []Coefficient{
			cd("A", Label{"系数A", "Factor A", "係數A"}, "", 1.4051e-3), cd("B", Label{"系数B", "Factor B", "係數B"}, "", 2.369e-4), cd("C", Label{"系数C", "Factor C", "係數C"}, "", 1.019e-7),
			cd("offset", Label{"偏移量", "Offset", "偏移量"}, "°C", 0),
		},
		Options:    []FormulaPick{perNode},
		SuitsTypes: []string{},
	},
	{
		Code: "MA_LINEAR", Label: Label{"电流线性公式", "Current loop, linear", "電流線性公式"},
		Text:   "y = zero + (I − iMin)/(iMax − iMin)·(fullscale − zero)",
		Inputs: need("ma"), Params: coefs("iMin", "iMax", "fullscale", "zero"), Options: []FormulaPick{perNode},
		SuitsTypes: []string{"VOLWL", "WDM", "WATERLEVEL", "Crack", "Flow", "HSL"},
	},
	{
		Code: "VOLT_LINEAR", Label: Label{"电压线性公式", "Voltage, linear", "電壓線性公式"},
		Text:   "y = zero + (U − vMin)/(vMax − vMin)·(fullscale − zero)",
		Inputs: need("volt"), Params: coefs("vMin", "vMax", "fullscale", "zero"), Options: []FormulaPick{perNode},
		SuitsTypes: []string{"VOLWL", "WDM", "WATERLEVEL", "Crack", "SHM"},
	},
	{
		Code: "DIRECT", Label: Label{"直接取值", "Field taken as it is", "直接取值"},
		Text:   "y = scale·v + offset",
		Inputs: []FormulaInput{}, Params: []Coefficient{
			cd("scale", Label{"比例", "Scale", "比例"}, "", 1), cd("offset", Label{"偏移量", "Offset", "偏移量"}, "", 0),
		},
		Options:    []FormulaPick{{Name: "field", Label: Label{"原始字段", "Raw field", "原始欄位"}, Values: []string{}}, {Name: "role", Label: Label{"数据来源", "Source", "資料來源"}, Values: []string{}}, perNode},
		SuitsTypes: []string{},
	},
	{
		Code: "WATER_LEVEL", Label: Label{"水位换算公式", "Water level, depth or pressure", "水位換算公式"},
		Text:   "level = z + P/γw;  depth = z_c − level",
		Inputs: []FormulaInput{maybe("", "pressure"), maybe("", "head"), maybe("", "distance"), maybe("", "level"), maybe("", "depth")},
		Params: append(coefs("elevation"), c("collar", Label{"孔口高程", "Elevation of the collar", "孔口高程"}, "m")),
		Options: []FormulaPick{
			{Name: "input", Label: Label{"输入", "Input", "輸入"}, Values: []string{"pressure", "head", "distance", "level", "depth"}},
			perNode,
		},
		SuitsTypes: []string{"WATERLEVEL", "VOLWL"},
	},
	{
		Code: "INCLINO_CHAIN", Label: Label{"测斜链公式", "Chain of tilt segments", "測斜鏈公式"},
		Text:   "D_k = Σ L·(sin θA·cos φ − sin θB·sin φ)",
		Inputs: need("angleX", "angleY"), Outputs: []string{"x", "y"}, Params: []Coefficient{},
		Options: []FormulaPick{
			{Name: "input", Label: Label{"节段读数", "Reading of a segment", "節段讀數"}, Values: []string{"angle", "acceleration", "slope"}},
			{Name: "axes", Label: Label{"测量轴", "Axes", "量測軸"}, Values: []string{"AB", "A"}},
		},
		SuitsTypes: []string{"ADM", "ADMI", "SDM", "SDMX", "SDMPRO", "RionInclino"},
	},
	{
		Code: "TS_POLAR", Label: Label{"全站仪极坐标公式", "Total station, polar", "全測站極座標公式"},
		Text:    "N = N0 + HD·cos az;  E = E0 + HD·sin az;  Z = Z0 + hi + ΔH − ht",
		Inputs:  append(need("hz", "v", "sd"), maybe("", "face"), maybe("", "temp"), maybe("", "pressure"), maybe("", "humidity"), maybe("backsight1", "hz")),
		Outputs: []string{"northing", "easting", "elevation"},
		Params: []Coefficient{
			c("N0", Label{"测站北坐标", "Station northing", "測站北座標"}, "m"), c("E0", Label{"测站东坐标", "Station easting", "測站東座標"}, "m"), c("Z0", Label{"测站高程", "Station elevation", "測站高程"}, "m"),
			cd("hi", Label{"仪器高", "Instrument height", "儀器高"}, "m", 0), cd("ht", Label{"目标高", "Target height", "目標高"}, "m", 0), cd("C", Label{"棱镜常数", "Prism constant", "稜鏡常數"}, "m", 0),
			c("orientation", Label{"定向角", "Orientation", "定向角"}, "°"),
			c("bsN1", Label{"后视1北坐标", "Backsight 1 northing", "後視1北座標"}, "m"), c("bsE1", Label{"后视1东坐标", "Backsight 1 easting", "後視1東座標"}, "m"),
			c("t", Label{"气温", "Air temperature", "氣溫"}, "°C"), c("p", Label{"气压", "Air pressure", "氣壓"}, "hPa"), cd("h", Label{"相对湿度", "Relative humidity", "相對濕度"}, "%", 60),
			cd("orientTol", Label{"定向限差", "Tolerance of the orientation", "定向限差"}, "″", 5),
			cd("faceTol", Label{"盘左盘右最大间隔", "Longest time between the faces", "正倒鏡最大間隔"}, "s", 600),
		},
		Options: []FormulaPick{
			{Name: "input", Label: Label{"输入", "Input", "輸入"}, Values: []string{"polar", "coordinates"}},
			{Name: "faces", Label: Label{"测回盘位", "Faces of an observation", "觀測鏡位"}, Values: []string{"1", "2"}},
			{Name: "atmosphere", Label: Label{"气象来源", "Source of the weather", "氣象來源"}, Values: []string{}},
			{Name: "ppmApplied", Label: Label{"仪器已做气象改正", "Instrument corrects for the air", "儀器已做氣象改正"}, Values: []string{"false", "true"}},
		},
		SuitsTypes: []string{"Station"},
	},
	{
		Code: "GNSS_ENU", Label: Label{"GNSS站心坐标公式", "GNSS, local frame", "GNSS站心座標公式"},
		Text:   "[E N U] = R(φ, λ)·(X − X0);  x = N·cos α + E·sin α;  y = −N·sin α + E·cos α",
		Inputs: append(need("lat", "lon", "height"), maybe("", "quality")), Outputs: []string{"lat", "lon", "height"},
		Params: []Coefficient{cd("scale", Label{"比例", "Scale", "比例"}, "mm", 1000)},
		Options: []FormulaPick{
			{Name: "input", Label: Label{"输入", "Input", "輸入"}, Values: []string{"geodetic", "enu"}},
			{Name: "ellipsoid", Label: Label{"椭球", "Ellipsoid", "橢球"}, Values: []string{"CGCS2000", "WGS84"}},
		},
		SuitsTypes: []string{"GNSS"},
	},
	{
		Code: "ARRAY_HORIZONTAL", Label: Label{"水平阵列沉降公式", "Horizontal array", "水平陣列沉降公式"},
		Text:   "s_k = Σ L·sin θ − (Σ L·sin θ)_init",
		Inputs: []FormulaInput{maybe("", "angleX"), maybe("", "ax")}, Params: []Coefficient{
			cd("S0", Label{"近端沉降", "Settlement of the near end", "近端沉降"}, "mm", 0), cd("SN", Label{"远端沉降", "Settlement of the far end", "遠端沉降"}, "mm", 0),
		},
		Options:    []FormulaPick{{Name: "input", Label: Label{"节段读数", "Reading of a segment", "節段讀數"}, Values: []string{"angle", "acceleration"}}},
		SuitsTypes: []string{"ADM", "ADMI"},
	},
	{
		Code: "ARRAY_CIRCULAR", Label: Label{"环向阵列公式", "Circular array", "環向陣列公式"},
		Text:   "w = (Q − Q_init)·Q_init/|Q_init|",
		Inputs: []FormulaInput{maybe("", "ax"), maybe("", "ay"), maybe("", "angleX")}, Outputs: []string{"x", "y", "ovality", "radial", "convergence"},
		Params:     []Coefficient{cd("phi0", Label{"起始方向", "Direction before the first segment", "起始方向"}, "°", 0)},
		Options:    []FormulaPick{{Name: "input", Label: Label{"节段读数", "Reading of a segment", "節段讀數"}, Values: []string{"acceleration", "bend"}}},
		SuitsTypes: []string{"ADM", "ADMI"},
	},
	{
		Code: "HSL", Label: Label{"静力水准公式", "Hydrostatic level", "靜力水準公式"},
		Text:   "S = −[(h − h_ref) − (h − h_ref)_init] + S_ref",
		Inputs: []FormulaInput{maybe("", "level"), maybe("", "pressure"), maybe("", "temp")}, Outputs: []string{"settlement", "level"},
		Params: []Coefficient{
			cd("S_ref", Label{"参考点沉降", "Settlement of the reference", "參考點沉降"}, "mm", 0),
			c("T0", Label{"液位归算温度", "Temperature that levels are reduced to", "液位歸算溫度"}, "°C"),
		},
		Options: []FormulaPick{
			{Name: "input", Label: Label{"输入", "Input", "輸入"}, Values: []string{"level", "pressure"}},
			{Name: "survey", Label: Label{"参考点沉降来源", "Source of the settlement of the reference", "參考點沉降來源"}, Values: []string{}},
		},
		SuitsTypes: []string{"HSL"},
	},
}

func init() {
	for i := range systemFormulas {
		if systemFormulas[i].Outputs == nil {
			systemFormulas[i].Outputs = []string{}
		}
	}
}

// SystemFormulas lists the system formulas that the product computes.
func SystemFormulas() []SystemFormula { return systemFormulas }
