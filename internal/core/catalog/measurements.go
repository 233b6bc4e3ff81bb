package catalog

import (
	"plumbline/internal/platform/i18n"
)

// Attribute is a monitoring attribute: one field of a measurement.
type Attribute struct {
	Name     string     `json:"name"`
	LabelKey string     `json:"labelKey"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Decimals int        `json:"decimals"` // as displayed
	Types    []string   `json:"valueTypes"`
	PerNode  bool       `json:"perNode"` // an array has one value per node
}

// The value types for which an attribute can have thresholds (domain measurements.md section 2, column VT).
const (
	Observed    = "observed"
	Accumulated = "accumulated"
	Rate        = "rate"
)

// Has reports whether the attribute has a value type.
func (a Attribute) Has(valueType string) bool {
	for _, t := range a.Types {
		if t == valueType {
			return true
		}
	}
	return false
}

const (
	// finer is the number of additional decimals of stored results (design core.md section 3).
	finer = 3
	// unlisted is the number of displayed decimals of a field outside the catalog.
	unlisted = 3
)

// ResultDecimals returns the decimals to which results of the attribute are rounded.
func (a Attribute) ResultDecimals() int { return a.Decimals + finer }

// IsBearing reports whether a field is a direction of 0 to 360°: its extremes and its mean mean nothing.
func IsBearing(field string) bool {
	return field == "windDir" || field == "windMeanDir" || field == "azi"
}

// Measurement is one of the 19 monitored quantities.
type Measurement struct {
	Code       string      `json:"code"`
	Label      i18n.Label  `json:"label"`
	Attributes []Attribute `json:"fields"`
	Main       string      `json:"mainField"`     // what lists and maps show; "" for video
	MainType   string      `json:"mainValueType"` // and its value type
	Manual     bool        `json:"manual"`        // may be measured manually (measurements.md section 6)
}

// a returns an attribute; types is the column VT: any combination of O, A, R.
func a(name, labelKey, unit string, decimals int, types string) Attribute {
	made := Attribute{Name: name, LabelKey: labelKey, Label: quantities[labelKey], Unit: unit, Decimals: decimals, Types: []string{}}
	for _, t := range types {
		switch t {
		case 'O':
			made.Types = append(made.Types, Observed)
		case 'A':
			made.Types = append(made.Types, Accumulated)
		case 'R':
			made.Types = append(made.Types, Rate)
		case 'n':
			made.PerNode = true
		}
	}
	return made
}

// measurements in the order of the specification; attributes as in measurements.md section 2.
var measurements = []Measurement{
	{Code: "DeepDisplacement", Label: label("深层水平位移", "Deep horizontal displacement", "深層水平位移"), Main: "x", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("depth", "depth", "m", 2, "n"),
		a("angleX", "tiltX", "°", 4, "n"), a("angleY", "tiltY", "°", 4, "n"),
		a("x", "displacementX", "mm", 2, "ARn"), a("y", "displacementY", "mm", 2, "ARn"),
		a("n", "northDisp", "mm", 2, "ARn"), a("e", "eastDisp", "mm", 2, "ARn"),
		a("res", "resultant", "mm", 2, "ARn"), a("azi", "azimuth", "°", 1, "n"),
		a("temp", "temperature", "°C", 1, "On"),
	}},
	{Code: "SurfaceDisplacement", Label: label("表面位移", "Surface displacement", "表面位移"), Main: "res", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("x", "displacementX", "mm", 2, "AR"), a("y", "displacementY", "mm", 2, "AR"), a("z", "displacementZ", "mm", 2, "AR"),
		a("n", "northDisp", "mm", 2, "AR"), a("e", "eastDisp", "mm", 2, "AR"), a("u", "upDisp", "mm", 2, "AR"),
		a("h2d", "horizontalDisp", "mm", 2, "AR"), a("res", "resultant", "mm", 2, "AR"), a("azi", "azimuth", "°", 1, ""),
		a("lon", "longitude", "°", 9, "O"), a("lat", "latitude", "°", 9, "O"), a("height", "height", "m", 4, "O"),
		a("northing", "northing", "m", 4, "O"), a("easting", "easting", "m", 4, "O"), a("elevation", "elevation", "m", 4, "O"),
		a("trendN", "trendNorth", "mm/d", 3, "O"), a("trendE", "trendEast", "mm/d", 3, "O"), a("trendU", "trendUp", "mm/d", 3, "O"),
		a("residual", "orientationResidual", "″", 1, ""),
		a("collimation", "collimationError", "″", 1, "O"), a("index", "indexError", "″", 1, "O"),
	}},
	{Code: "Waterlevel", Label: label("水位", "Water level", "水位"), Main: "level", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("level", "waterElevation", "m", 3, "OAR"), a("depth", "groundwaterDepth", "m", 3, "OAR"),
		a("pressure", "porePressure", "kPa", 2, "OA"), a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "Tilt", Label: label("倾斜", "Tilt", "傾斜"), Main: "res", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("angleX", "tiltX", "°", 4, "OAR"), a("angleY", "tiltY", "°", 4, "OAR"), a("angleZ", "tiltZ", "°", 4, "OAR"),
		a("res", "tiltResultant", "°", 4, "AR"), a("azi", "azimuth", "°", 1, ""),
		a("slopeX", "slopeX", "‰", 3, "OAR"), a("slopeY", "slopeY", "‰", 3, "OAR"),
		a("topX", "topX", "mm", 2, "AR"), a("topY", "topY", "mm", 2, "AR"),
		a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "Vibration", Label: label("振动", "Vibration", "振動"), Main: "ppv", MainType: Observed, Attributes: []Attribute{
		a("ax", "accelerationX", "m/s²", 4, ""), a("ay", "accelerationY", "m/s²", 4, ""), a("az", "accelerationZ", "m/s²", 4, ""),
		a("vx", "velocityX", "mm/s", 3, ""), a("vy", "velocityY", "mm/s", 3, ""), a("vz", "velocityZ", "mm/s", 3, ""),
		a("peakX", "peakX", "mm/s", 3, "O"), a("peakY", "peakY", "mm/s", 3, "O"), a("peakZ", "peakZ", "mm/s", 3, "O"),
		a("rmsX", "rmsX", "mm/s", 3, "O"), a("rmsY", "rmsY", "mm/s", 3, "O"), a("rmsZ", "rmsZ", "mm/s", 3, "O"),
		a("ppv", "ppv", "mm/s", 3, "O"), a("pvs", "pvs", "mm/s", 3, "O"),
		a("freqX", "dominantFreqX", "Hz", 2, "OAR"), a("freqY", "dominantFreqY", "Hz", 2, "OAR"), a("freqZ", "dominantFreqZ", "Hz", 2, "OAR"),
		a("disp", "vibrationDisp", "mm", 3, "O"), a("intensity", "intensity", "", 1, "O"),
		a("pga", "pga", "m/s²", 4, "O"), a("pgv", "pgv", "m/s", 4, "O"),
		a("cableForce", "cableForce", "kN", 1, "OAR"),
	}},
	{Code: "Track", Label: label("轨迹", "Device trajectory", "軌跡"), Main: "moved", MainType: Accumulated, Attributes: []Attribute{
		a("lon", "longitude", "°", 7, ""), a("lat", "latitude", "°", 7, ""), a("height", "height", "m", 3, "O"),
		a("speed", "speed", "m/s", 2, "O"), a("heading", "heading", "°", 1, ""), a("dist", "distance", "m", 2, ""),
		a("moved", "moved", "m", 3, "AR"), a("battery", "batteryVoltage", "V", 2, "O"),
		a("gauge", "gauge", "mm", 2, "OA"), a("cant", "cant", "mm", 2, "OA"), a("twist", "twist", "mm", 2, "OA"),
		a("alignL", "alignmentL", "mm", 2, "OA"), a("alignR", "alignmentR", "mm", 2, "OA"),
		a("profileL", "profileL", "mm", 2, "OA"), a("profileR", "profileR", "mm", 2, "OA"),
	}},
	{Code: "Crack", Label: label("裂缝", "Crack", "裂縫"), Main: "width", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("width", "crackWidth", "mm", 2, "OAR"), a("shearY", "crackShearY", "mm", 2, "AR"), a("shearZ", "crackShearZ", "mm", 2, "AR"),
		a("res", "resultant", "mm", 2, "A"), a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "StructuralDeformation", Label: label("结构变形", "Structural deformation", "結構變形"), Main: "convergence", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("convergence", "convergence", "mm", 2, "AR"), a("chord", "chord", "m", 4, "OA"), a("offset", "offset", "mm", 2, "AR"),
		a("settlement", "settlement", "mm", 2, "ARn"), a("radial", "radial", "mm", 2, "ARn"), a("ovality", "ovality", "‰", 2, "OA"),
		a("deflection", "deflection", "mm", 2, "ARn"),
		a("x", "structuralX", "mm", 2, "ARn"), a("y", "structuralY", "mm", 2, "ARn"), a("z", "structuralZ", "mm", 2, "ARn"),
		a("northing", "northing", "m", 4, "O"), a("easting", "easting", "m", 4, "O"), a("elevation", "elevation", "m", 4, "O"),
		a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "DBCJ", Label: label("地表沉降", "Ground surface settlement", "地表沉降"), Main: "settlement", MainType: Accumulated, Manual: true, Attributes: []Attribute{
		a("settlement", "settlement", "mm", 2, "ARn"), a("level", "liquidLevel", "mm", 2, "On"),
		a("elevation", "manualLevel", "m", 4, "O"), a("temp", "temperature", "°C", 1, "On"), a("dist", "distance", "m", 2, "n"),
		a("trendU", "trendUp", "mm/d", 3, "O"),
	}},
	{Code: "ZCYL", Label: label("支撑应力", "Support stress", "支撐應力"), Main: "stress", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("strain", "strain", "µε", 1, "OA"), a("stress", "stress", "MPa", 2, "OAR"), a("force", "force", "kN", 2, "OA"),
		a("freq", "frequency", "Hz", 1, ""), a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "AnchorForce", Label: label("锚索（杆）轴力", "Anchor force", "錨索（桿）軸力"), Main: "force", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("force", "axialForce", "kN", 2, "OAR"), a("loss", "forceLoss", "%", 2, "O"),
		a("freq1", "string1", "Hz", 1, ""), a("freq2", "string2", "Hz", 1, ""), a("freq3", "string3", "Hz", 1, ""),
		a("freq4", "string4", "Hz", 1, ""), a("freq5", "string5", "Hz", 1, ""), a("freq6", "string6", "Hz", 1, ""),
		a("eccentricity", "eccentricity", "%", 1, "O"), a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "SoilPressure", Label: label("土压力", "Soil pressure", "土壓力"), Main: "pressure", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("pressure", "pressure", "kPa", 2, "OAR"), a("freq", "frequency", "Hz", 1, ""), a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "SoilMoisture", Label: label("土壤含水率", "Soil moisture", "土壤含水率"), Main: "vwc", MainType: Observed, Attributes: []Attribute{
		a("vwc", "soilVwc", "%", 1, "OAn"), a("temp", "temperature", "°C", 1, "On"), a("ec", "conductivity", "µS/cm", 0, "On"),
		a("vwc10", "soilVwc10", "%", 1, "OA"), a("vwc20", "soilVwc20", "%", 1, "OA"), a("vwc40", "soilVwc40", "%", 1, "OA"),
	}},
	{Code: "Camera", Label: label("视频监控", "Video monitoring", "視訊監控"), Attributes: []Attribute{
		a("diff", "imageDifference", "%", 1, "O"),
	}},
	{Code: "Temperature", Label: label("温度", "Temperature", "溫度"), Main: "temp", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("temp", "temperature", "°C", 1, "OARn"), a("depth", "depth", "m", 2, "n"),
	}},
	{Code: "Rainfall", Label: label("降雨量", "Rainfall", "降雨量"), Main: "rain", MainType: Observed, Attributes: []Attribute{
		a("rain", "rain", "mm", 1, "O"), a("total", "rainTotal", "mm", 1, ""),
		a("rain10min", "rain10min", "mm", 1, "O"), a("rain1h", "rain1h", "mm", 1, "O"), a("rain3h", "rain3h", "mm", 1, "O"),
		a("rain6h", "rain6h", "mm", 1, "O"), a("rain12h", "rain12h", "mm", 1, "O"), a("rain24h", "rain24h", "mm", 1, "O"),
		a("rainDay", "rainDaily", "mm", 1, "O"), a("intensity", "rainIntensity", "mm/h", 1, "O"),
		a("rainAntecedent", "rainAntecedent", "mm", 1, "O"),
	}},
	{Code: "Flow", Label: label("流量", "Flow", "流量"), Main: "flow", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("head", "weirHead", "mm", 1, "O"), a("flow", "flowRate", "L/s", 3, "OAR"),
		a("velocity", "velocity", "m/s", 3, "O"), a("total", "flowTotal", "m³", 3, ""),
	}},
	{Code: "AxialForce", Label: label("支撑轴力", "Support axial force", "支撐軸力"), Main: "force", MainType: Observed, Manual: true, Attributes: []Attribute{
		a("force", "axialForce", "kN", 2, "OAR"), a("strain", "strain", "µε", 1, "OA"), a("stress", "stress", "MPa", 2, "OA"),
		a("temp", "temperature", "°C", 1, "O"),
	}},
	{Code: "Environment", Label: label("环境", "Environment", "環境"), Main: "airTemp", MainType: Observed, Attributes: []Attribute{
		a("airTemp", "airTemp", "°C", 1, "O"), a("humidity", "humidity", "%RH", 1, "O"), a("airPressure", "airPressure", "hPa", 1, "O"),
		a("windSpeed", "windSpeed", "m/s", 1, "O"), a("windDir", "windDirection", "°", 0, "O"), a("windMax", "windMax", "m/s", 1, "O"),
		a("windMean", "windMean", "m/s", 1, "O"), a("windMeanDir", "windMeanDirection", "°", 0, "O"),
		a("pm25", "pm25", "µg/m³", 1, "O"), a("pm10", "pm10", "µg/m³", 1, "O"), a("tsp", "tsp", "µg/m³", 1, "O"),
		a("noise", "noise", "dB(A)", 1, "O"), a("radiation", "radiation", "W/m²", 0, "O"),
		a("co2", "co2", "ppm", 0, "O"), a("ch4", "ch4", "%LEL", 1, "O"), a("h2s", "h2s", "ppm", 1, "O"),
		a("o2", "o2", "%VOL", 1, "O"), a("co", "co", "ppm", 1, "O"),
	}},
}

var (
	measurementIndex = map[string]*Measurement{}
	attributeIndex   = map[string]map[string]Attribute{}
)

func init() {
	for i := range measurements {
		m := &measurements[i]
		measurementIndex[m.Code] = m
		byName := make(map[string]Attribute, len(m.Attributes))
		for _, attribute := range m.Attributes {
			byName[attribute.Name] = attribute
		}
		attributeIndex[m.Code] = byName
	}
}

// Measurements returns all measurements in the order of the specification.
func Measurements() []Measurement { return measurements }

// MeasurementOf returns a measurement by its code.
func MeasurementOf(code string) (Measurement, bool) {
	m, ok := measurementIndex[code]
	if !ok {
		return Measurement{}, false
	}
	return *m, true
}

// Field returns an attribute of a measurement; ok is false if the catalog does not have it.
func Field(measurement, name string) (attribute Attribute, ok bool) {
	attribute, ok = attributeIndex[measurement][name]
	return attribute, ok
}

// further are fields that a system formula computes and no measurement lists, by measurement and name.
var further = map[string]Attribute{
	"StructuralDeformation.area": {Name: "area", Label: quantities["sectionArea"], Unit: "m²", Decimals: 3, Types: []string{Observed, Accumulated, Rate}},
}

// Shown returns how a field of a point is displayed: its attribute or, for a field of a custom formula, an attribute
// with the name of the field, three decimals and no unit.
func Shown(measurement, name string) Attribute {
	if attribute, ok := Field(measurement, name); ok {
		return attribute
	}
	if attribute, ok := further[measurement+"."+name]; ok {
		return attribute
	}
	return Attribute{
		Name: name, Label: label(name, name, name), Decimals: unlisted,
		Types: []string{Observed, Accumulated, Rate},
	}
}

// ResultDecimals returns the decimals to which results of a field are rounded: three more than displayed (design
// core.md section 3).
func ResultDecimals(measurement, name string) int {
	return Shown(measurement, name).ResultDecimals()
}

// MeasurementFields returns the attributes of points of a category (a device type code) for each measurement that it
// serves. Composite, Artificial and Virtual points can have all of them.
func MeasurementFields(category string) []Measurement {
	kind, ok := DeviceTypeOf(category)
	if !ok {
		switch category {
		case "Composite", "Virtual":
			return measurements
		}
		return nil
	}
	served := make([]Measurement, 0, len(kind.Measurements))
	for _, code := range kind.Measurements {
		m := *measurementIndex[code]
		if names, narrowed := kind.delivers[code]; narrowed {
			m.Attributes = pick(m.Attributes, names)
		}
		served = append(served, m)
	}
	return served
}

func pick(all []Attribute, names []string) []Attribute {
	var kept []Attribute
	for _, name := range names {
		for _, attribute := range all {
			if attribute.Name == name {
				kept = append(kept, attribute)
			}
		}
	}
	return kept
}
