package catalogue

// RawField is one number that an instrument sends (domain devices.md appendix A).
type RawField struct {
	Level    string   `json:"level"` // node, channel, point, head, device, …: what the number belongs to
	Name     string   `json:"name"`
	LabelKey string   `json:"labelKey"`
	Label    Label    `json:"label"`
	Unit     string   `json:"unit"`
	Min      *float64 `json:"min"` // range of the instrument, null where it has none
	Max      *float64 `json:"max"`
	Step     float64  `json:"resolution"` // 0: none stated
	Spike    float64  `json:"spike"`      // default abnormal threshold, 0: not filtered
}

// r makes a raw field with a range.
func r(level, name, labelKey, unit string, low, high, step, spike float64) RawField {
	return RawField{Level: level, Name: name, LabelKey: labelKey, Label: quantities[labelKey], Unit: unit, Min: &low, Max: &high, Step: step, Spike: spike}
}

// open makes a raw field without a range: pictures, blocks of samples, streams.
func open(level, name, labelKey, unit string) RawField {
	return RawField{Level: level, Name: name, LabelKey: labelKey, Label: quantities[labelKey], Unit: unit}
}

// Frequencies of vibrating wires outside this range are no readings (formulas.md section 2).
const (
	wireMin = 400
	wireMax = 6000
)

func wire(level, name, labelKey string) RawField {
	return r(level, name, labelKey, "Hz", wireMin, wireMax, 0.1, 50)
}

func warmth(level string, low, high float64) RawField {
	return r(level, "temp", "temperature", "°C", low, high, 0.1, 10)
}

func acquisition() []RawField {
	return []RawField{
		wire("channel", "freq", "frequency"),
		r("channel", "res", "resistance", "Ω", 0, 100000, 1, 0), warmth("channel", -40, 125),
		r("channel", "ma", "current", "mA", 0, 24, 0.001, 0), r("channel", "volt", "voltage", "V", -10, 10, 0.0001, 0),
		r("channel", "pulse", "pulse", "", 0, 1<<32, 1, 0), open("channel", "reg", "register", ""),
		r("device", "voltage", "batteryVoltage", "V", 0, 36, 0.01, 0), r("device", "temp", "insideTemperature", "°C", -40, 85, 0.1, 0),
		r("device", "rssi", "signalStrength", "dBm", -120, 0, 1, 0),
	}
}

func tiltNodes(span float64) []RawField {
	return []RawField{
		r("node", "angleX", "tiltX", "°", -span, span, 0.0001, 0.5), r("node", "angleY", "tiltY", "°", -span, span, 0.0001, 0.5),
		warmth("node", -40, 85),
	}
}

func accelerations(spike float64) []RawField {
	return []RawField{
		r("node", "ax", "accelerationX", "g", -2, 2, 0.00001, spike), r("node", "ay", "accelerationY", "g", -2, 2, 0.00001, spike),
		r("node", "az", "accelerationZ", "g", -2, 2, 0.00001, spike),
	}
}

func loadStrings() []RawField {
	return []RawField{
		wire("point", "freq1", "string1"), wire("point", "freq2", "string2"), wire("point", "freq3", "string3"),
		wire("point", "freq4", "string4"), wire("point", "freq5", "string5"), wire("point", "freq6", "string6"),
		warmth("point", -40, 85),
	}
}

func wireGauge() []RawField {
	return []RawField{wire("point", "freq", "frequency"), warmth("point", -40, 85)}
}

func positions(step float64) []RawField {
	return []RawField{
		r("point", "lat", "latitude", "°", -90, 90, step, 0), r("point", "lon", "longitude", "°", -180, 180, step, 0),
	}
}

func with(parts ...[]RawField) []RawField {
	var all []RawField
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

var rawFields = map[string][]RawField{
	"ADM":   with(tiltNodes(90), accelerations(0.01), []RawField{r("head", "voltage", "batteryVoltage", "V", 0, 36, 0.01, 0)}),
	"HDA2":  acquisition(),
	"HDA3":  with(acquisition(), []RawField{open("channel", "block", "waveform", "")}),
	"VOLWL": {r("point", "ma", "current", "mA", 3.6, 21, 0.001, 1), r("point", "volt", "voltage", "V", -0.05, 5.1, 0.0001, 0.3), warmth("point", -40, 85)},
	"Crack": with(wireGauge(), []RawField{r("point", "disp", "displacementRaw", "mm", -25, 100, 0.01, 5), r("point", "volt", "voltage", "V", -10, 10, 0.0001, 0)}),
	"SDM":   tiltNodes(30),
	"SDMX":  tiltNodes(30),
	"SDMPRO": with(tiltNodes(30), []RawField{
		r("node", "dx", "deviceX", "mm", -5000, 5000, 0.01, 10), r("node", "dy", "deviceY", "mm", -5000, 5000, 0.01, 10),
	}),
	"TDM": with(positions(0.0000001), []RawField{
		r("point", "height", "height", "m", -500, 9000, 0.01, 50), r("point", "speed", "speed", "m/s", 0, 50, 0.01, 0),
		r("point", "heading", "heading", "°", 0, 359.9, 0.1, 0), r("point", "hdop", "hdop", "", 0, 50, 0.1, 0),
		r("point", "sats", "satellites", "", 0, 60, 1, 0), r("point", "battery", "batteryVoltage", "V", 0, 36, 0.01, 0),
	}),
	"HSL": {
		r("vessel", "level", "liquidLevel", "mm", 0, 200, 0.01, 10), r("vessel", "pressure", "pressure", "kPa", 0, 20, 0.0001, 1),
		warmth("vessel", -20, 60),
	},
	"Station": {
		r("prism", "hz", "horizontalAngle", "°", 0, 360, 0.0001, 0), r("prism", "v", "zenithAngle", "°", 0, 360, 0.0001, 0),
		r("prism", "sd", "slopeDistance", "m", 1, 3500, 0.0001, 0.05), r("prism", "face", "face", "", 1, 2, 1, 0),
		open("prism", "code", "returnCode", ""),
		r("station", "temp", "stationTemperature", "°C", -20, 50, 0.1, 0), r("station", "pressure", "stationPressure", "hPa", 500, 1100, 0.1, 0),
		r("station", "humidity", "stationHumidity", "%", 0, 100, 1, 0),
	},
	"GNSS": with(positions(0.000000001), []RawField{
		r("point", "height", "height", "m", -500, 9000, 0.0001, 0.1), r("point", "quality", "solutionQuality", "", 0, 8, 1, 0),
		r("point", "sats", "satellites", "", 0, 60, 1, 0), r("point", "pdop", "pdop", "", 0, 50, 0.1, 0),
		r("point", "sigN", "sigmaNorth", "mm", 0, 10000, 0.1, 0), r("point", "sigE", "sigmaEast", "mm", 0, 10000, 0.1, 0),
		r("point", "sigU", "sigmaUp", "mm", 0, 10000, 0.1, 0), open("stream", "rtcm", "observations", ""),
	}),
	"Camera": {open("point", "image", "image", "")},
	"RDM": {
		r("station", "depth", "depth", "m", 0, 200, 0.5, 0),
		r("station", "a0", "probeA0", "", -30000, 30000, 1, 0), r("station", "a180", "probeA180", "", -30000, 30000, 1, 0),
		r("station", "b0", "probeB0", "", -30000, 30000, 1, 0), r("station", "b180", "probeB180", "", -30000, 30000, 1, 0),
		r("station", "angleX", "tiltX", "°", -90, 90, 0.0001, 0), r("station", "angleY", "tiltY", "°", -90, 90, 0.0001, 0),
	},
	"IDM": {
		r("point", "angleX", "tiltX", "°", -90, 90, 0.0001, 1), r("point", "angleY", "tiltY", "°", -90, 90, 0.0001, 1),
		r("point", "angleZ", "tiltZ", "°", -90, 90, 0.0001, 1), r("point", "shock", "shock", "mg", 0, 2000, 1, 0), warmth("point", -40, 85),
	},
	"STRAIN": with([]RawField{wire("point", "freq", "frequency"), r("point", "ratio", "bridgeRatio", "mV/V", -4, 4, 0.0001, 0.2)}, []RawField{warmth("point", -40, 85)}),
	"Steel":  wireGauge(),
	"Anchor": loadStrings(),
	"AFM":    loadStrings(),
	"SHM": {
		r("point", "vwc", "soilVwc", "%", 0, 60, 0.1, 10), r("point", "eps", "permittivity", "", 1, 80, 0.1, 10),
		r("point", "temp", "temperature", "°C", -40, 80, 0.1, 0), r("point", "ec", "conductivity", "µS/cm", 0, 20000, 1, 0),
	},
	"SPM":  wireGauge(),
	"Rain": {r("point", "pulse", "tips", "", 0, 1<<32, 1, 0), r("point", "total", "rainTotal", "mm", 0, 99999.9, 0.1, 0)},
	"Flow": {
		r("point", "head", "weirHead", "mm", 0, 500, 0.1, 50), r("point", "flow", "meterFlow", "m³/h", 0, 100000, 0.001, 0),
		r("point", "totalFlow", "flowTotal", "m³", 0, 100000, 0.001, 0),
	},
	"WeatherStation": {
		warmed("airTemp"), r("point", "humidity", "humidity", "%RH", 0, 100, 0.1, 30), r("point", "airPressure", "airPressure", "hPa", 300, 1100, 0.1, 10),
		r("point", "windSpeed", "windSpeed", "m/s", 0, 60, 0.1, 0), r("point", "windMax", "windMax", "m/s", 0, 60, 0.1, 0),
		r("point", "windDir", "windDirection", "°", 0, 359, 1, 0), r("point", "pm25", "pm25", "µg/m³", 0, 5000, 0.1, 0),
		r("point", "pm10", "pm10", "µg/m³", 0, 5000, 0.1, 0), r("point", "tsp", "tsp", "µg/m³", 0, 5000, 0.1, 0),
		r("point", "noise", "noise", "dB(A)", 30, 130, 0.1, 0), r("point", "radiation", "radiation", "W/m²", 0, 2000, 1, 0),
	},
	"PAM": {
		r("station", "chainage", "chainage", "m", 0, 5000, 0.01, 0), r("station", "pitch", "pitch", "°", -90, 90, 0.001, 0),
		r("station", "heading", "heading", "°", 0, 360, 0.001, 0), r("station", "roll", "roll", "°", -180, 180, 0.001, 0),
	},
	"WATERLEVEL": with(wireGauge(), []RawField{
		r("point", "level", "waterLevelRaw", "m", 0, 100, 0.001, 1), r("point", "distance", "distance", "m", 0, 100, 0.001, 1),
	}),
	"RionInclino": {
		r("point", "angleX", "tiltX", "°", -90, 90, 0.0001, 1), r("point", "angleY", "tiltY", "°", -90, 90, 0.0001, 1), warmth("point", -40, 85),
	},
	"ADMI": with(tiltNodes(90), accelerations(0), []RawField{
		r("node", "x", "nodeX", "mm", -100000, 100000, 0.01, 10), r("node", "y", "nodeY", "mm", -100000, 100000, 0.01, 10),
		r("node", "z", "nodeZ", "mm", -100000, 100000, 0.01, 10),
	}),
	"GKYL": {
		r("point", "digits", "modulus", "Hz²/1000", 100, 40000, 0.001, 200), wire("point", "freq", "frequency"),
		warmth("point", -80, 150), r("point", "voltage", "batteryVoltage", "V", 0, 15, 0.01, 0),
	},
	"PDM": {
		r("profile point", "angle", "angle", "°", 0, 360, 0.01, 0), r("profile point", "dist", "distance", "m", 0.05, 50, 0.0001, 0.05),
		r("device", "tilt", "tiltX", "°", -15, 15, 0.001, 0),
	},
	"RangerFinder": {r("point", "dist", "distance", "m", 0.05, 100, 0.0001, 0.05)},
	"VDM": {
		r("block", "vx", "velocityX", "mm/s", -350, 350, 0.001, 0), r("block", "vy", "velocityY", "mm/s", -350, 350, 0.001, 0), r("block", "vz", "velocityZ", "mm/s", -350, 350, 0.001, 0),
		r("summary", "peakX", "peakX", "mm/s", 0, 350, 0.001, 0), r("summary", "peakY", "peakY", "mm/s", 0, 350, 0.001, 0), r("summary", "peakZ", "peakZ", "mm/s", 0, 350, 0.001, 0),
		r("summary", "freqX", "dominantFreqX", "Hz", 0, 500, 0.1, 0), r("summary", "freqY", "dominantFreqY", "Hz", 0, 500, 0.1, 0), r("summary", "freqZ", "dominantFreqZ", "Hz", 0, 500, 0.1, 0),
	},
	"QDM": {
		r("block", "ax", "accelerationX", "m/s²", -20, 20, 0.0001, 0), r("block", "ay", "accelerationY", "m/s²", -20, 20, 0.0001, 0), r("block", "az", "accelerationZ", "m/s²", -20, 20, 0.0001, 0),
		r("summary", "pga", "pga", "m/s²", 0, 20, 0.0001, 0), r("summary", "pgv", "pgv", "m/s", 0, 3, 0.0001, 0), r("summary", "intensity", "intensity", "", 0, 12, 0.1, 0),
	},
	"WDM": {r("point", "disp", "displacementRaw", "mm", 0, 2000, 0.1, 10), r("point", "ma", "current", "mA", 0, 24, 0.001, 0), r("point", "volt", "voltage", "V", -10, 10, 0.0001, 0)},
	"DT":  {r("node", "temp", "temperature", "°C", -55, 125, 0.0625, 10)},
	"GDM": {
		r("device", "angleX", "tiltX", "°", -90, 90, 0.001, 1), r("device", "angleY", "tiltY", "°", -90, 90, 0.001, 1), r("device", "angleZ", "tiltZ", "°", -90, 90, 0.001, 1),
		r("device", "voltage", "batteryVoltage", "V", 0, 36, 0.01, 0), r("device", "rssi", "signalStrength", "dBm", -120, 0, 1, 0), open("device", "capture", "image", ""),
	},
	"DTU": {r("device", "rssi", "signalStrength", "dBm", -120, 0, 1, 0)},
}

func warmed(name string) RawField {
	return r("point", name, "airTemp", "°C", -40, 80, 0.1, 10)
}

// RawFieldOf returns a raw field of a device type by its name; of several levels
// with one name the first counts.
func RawFieldOf(deviceType, name string) (RawField, bool) {
	for _, field := range rawFields[deviceType] {
		if field.Name == name {
			return field, true
		}
	}
	return RawField{}, false
}
