package demo

import (
	"fmt"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// site is a project of the demo.
type site struct {
	name, address, remarks string
	lon, lat               float64 // degrees, fictitious
	structures             []structure
	units                  []unit
}

type structure struct {
	name, kind string
	drawing    picture
	items      []item
}

// picture is the drawing for the points of a structure; without a file, a blank sheet.
type picture struct {
	name  string
	kind  drawing.Kind
	file  string   // in folder data, made from folder drawings
	width float64  // meters
	north *float64 // degrees
}

type item struct {
	name   string
	points []measuringPoint
}

// unit is a device that sends, with the sensors on its channels and the record that it replays.
type unit struct {
	name, kind, deviceType, model, register string
	channels                                []definition.Channel
	sensors                                 []sensor
	geometry                                *definition.Geometry
	tilt                                    *definition.GDMAngle // initial tilt of a gateway
	pam                                     *definition.Pam
	record                                  func() ([]Record, error)
	// history is the share of the record before the time of loading. The rest is sent live, then the record back and
	// forth. 1: nothing is sent live.
	history float64
	age     int64 // ms between the last reading and the time of loading
}

// sensor is connected to a channel of a unit.
type sensor struct {
	name, deviceType, model, sn string
	channel                     int32
	coefficients                map[string]float64
}

// measuringPoint is a point and its first configuration. from is a unit's register (with the channel) or a sensor's
// serial number.
type measuringPoint struct {
	name, measurement, category string
	kind                        point.Kind
	from                        string
	channel                     int32
	backsight                   int32    // channel of the backsight, only for total stations
	barometer                   string   // name of the point with the air pressure for the formula
	reference                   string   // name of the point of the reference vessel, only for hydrostatic levels
	subPoints                   []string // names of earlier points of the item, only for composite points
	rules                       []definition.Rule
	processor                   *definition.Processor
	engineering                 *point.Engineering
	interval                    int64 // s
	noInitial                   bool
	zeros                       int // readings whose mean is the initial value; 0: three
	thresholds                  []alarm.Threshold
	manual                      []pointconfig.Reading // that people entered; times are ms from loading, negative
	manualNote                  string
	lon, lat                    float64
	planX, planY                float64
}

func levels(field string, valueType alarm.ValueType, blue, yellow, orange, red float64) alarm.Threshold {
	return alarm.Threshold{Field: field, ValueType: valueType, Blue: &blue, Yellow: &yellow, Orange: &orange, Red: &red, Enable: true, Source: "manual"}
}

func rising(t alarm.Threshold) alarm.Threshold {
	t.Direction = "positive"
	return t
}

func confirmed(t alarm.Threshold, times int) alarm.Threshold {
	t.ConfirmTimes = times
	return t
}

func withLower(t alarm.Threshold, blue, yellow, orange, red float64) alarm.Threshold {
	t.Lower = &alarm.Lower{Blue: &blue, Yellow: &yellow, Orange: &orange, Red: &red}
	return t
}

func custom(field, text string) definition.Rule {
	return definition.Rule{ComputedField: field, FormulaType: definition.CustomFormula, Text: text}
}

func system(code, field string, params map[string]float64, options map[string]string) definition.Rule {
	return definition.Rule{ComputedField: field, FormulaType: definition.SystemFormula, SysFormula: code, Params: params, Options: options}
}

func direct(field string) definition.Rule {
	return system("DIRECT", field, nil, map[string]string{"field": field})
}

const (
	second = int64(1)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

func sites() []site {
	return []site{landslideSite(), excavationSite(), bridgeSite(), houseSite(), tunnelSite()}
}

const (
	landslideLogger = "HD20260001"
	slopeStation    = "WS20260002"
)

func landslideSite() site {
	// Published calibration of the two gauges: P = A·F² + B·F + C + (20.2 − T)·m + b − (baro − 101.3), kPa.
	piezometer := func(a, b, c, perDegree, offset, thermistor, shift string) []definition.Rule {
		return []definition.Rule{
			custom("temp", "1/(0.0014051+0.0002369*ln(res)+0.0000001019*ln(res)^3)-273.15+"+thermistor),
			custom("pressure", a+"*freq^2+"+b+"*freq+"+c+"+(20.2-temp)*"+perDegree+offset+"-(barometer.airPressure/10-101.3)"),
			custom("level", "pressure*0.1019977334+"+shift),
		}
	}
	var moisture []measuringPoint
	var sensors []sensor
	for i := range 5 {
		n := i + 1
		sn := fmt.Sprintf("SHM2026000%d", n)
		sensors = append(sensors, sensor{
			name: fmt.Sprintf("土壤含水率计 %d", n), deviceType: "SHM", model: "SHM-1", sn: sn, channel: int32(channelMoisture + i),
		})
		moisture = append(moisture, measuringPoint{
			name: fmt.Sprintf("HS-0%d", n), measurement: "SoilMoisture", category: "SHM", from: sn, interval: 15 * minute, noInitial: true,
			rules:      []definition.Rule{custom("vwc", "(2.975*volt-0.4)*100")},
			thresholds: []alarm.Threshold{rising(levels("vwc", alarm.Observed, 36, 38, 40, 45))},
			planX:      0.45, planY: 0.461 + 0.03*float64(i),
		})
	}
	gauge := func(n int, sn string, rules []definition.Rule, x, y float64) measuringPoint {
		return measuringPoint{
			name: fmt.Sprintf("SW-0%d", n), measurement: "Waterlevel", category: "WATERLEVEL", from: sn,
			barometer: "QX-01", rules: rules, interval: 15 * minute,
			thresholds: []alarm.Threshold{rising(levels("pressure", alarm.Observed, 3.3, 3.6, 4.0, 4.5)), levels("level", alarm.Rate, 0.14, 0.18, 0.22, 0.3)},
			planX:      x, planY: y,
		}
	}
	var gnssPoints []measuringPoint
	var receivers []unit
	for i, g := range []struct {
		station                   string
		o                         origin
		blue, yellow, orange, red float64
		x, y                      float64 // on the section drawing
	}{
		{"S106", origin{31.0241, 110.4183, 412}, 100, 150, 200, 300, 0.1875, 0.203},
		{"J460", origin{31.0263, 110.4207, 455}, 150, 250, 350, 450, 0.4, 0.365},
		{"G073", origin{31.0229, 110.4221, 398}, 200, 300, 350, 450, 0.65, 0.542},
	} {
		register := fmt.Sprintf("GNS2026000%d", i+1)
		receivers = append(receivers, unit{
			name: fmt.Sprintf("GNSS监测站 %d", i+1), kind: device.Measuring, deviceType: "GNSS", model: "GNSS-1", register: register,
			record: func() ([]Record, error) { return gnss(g.station, g.o) }, history: 0.98,
		})
		gnssPoints = append(gnssPoints, measuringPoint{
			name: fmt.Sprintf("GP-0%d", i+1), measurement: "SurfaceDisplacement", category: "GNSS", from: register, interval: day,
			rules:      []definition.Rule{system("GNSS_ENU", "", nil, nil)},
			processor:  &definition.Processor{AxisAzimuth: 135},
			thresholds: []alarm.Threshold{confirmed(levels("h2d", alarm.Accumulated, g.blue, g.yellow, g.orange, g.red), 2)},
			lon:        g.o.lon, lat: g.o.lat, planX: g.x, planY: g.y,
		})
	}
	pole, leaning := gateway()
	tracker, floating := pontoonPoint()
	crackGauge, crack := crest()
	gnssPoints = append(gnssPoints, crack)
	return site{
		name: "石门坎滑坡", address: "湖北省秭归县", lon: 110.42, lat: 31.025,
		remarks: "演示数据：孔隙水压力、雨量、含水率取自美国地质调查局滑坡监测站，GNSS 位移取自公开的连续站序列；数值未改，时间平移到现在，地点为虚构；气象站的湿度和风、网关立杆的倾角、浮台的定位、后缘裂缝没有公开记录，为演示生成",
		structures: []structure{{
			name: "主滑体", kind: "Landslide",
			drawing: picture{name: "1—1′ 剖面", kind: drawing.Section, file: "landslide-section.png", width: 640}, items: []item{
				{name: "地下水与气象", points: append([]measuringPoint{
					{
						name: "QX-01", measurement: "Environment", category: "WeatherStation", from: "WS20260001", interval: 15 * minute, noInitial: true,
						rules: []definition.Rule{custom("airPressure", "volt*240+500"), custom("airTemp", "410.43-39.17*ln(res)")}, planX: 0.8625, planY: 0.669,
					},
					gauge(1, "WLV20260001", piezometer("-0.000095792", "-0.0023260", "828.53", "0.26200080466", "-5.25380430054", "0.3", "0.1"), 0.3125, 0.528),
					gauge(2, "WLV20260002", piezometer("-0.00010171", "0.016517", "772.93", "0.143410956", "-2.85442992306", "0.1", "-0.2"), 0.5625, 0.718),
					{
						name: "YL-01", measurement: "Rainfall", category: "Rain", from: "RN20260001", interval: 15 * minute, noInitial: true,
						rules:      []definition.Rule{system("RAIN", "rain", nil, map[string]string{"input": "tips"})},
						thresholds: []alarm.Threshold{rising(levels("rain", alarm.Observed, 1, 2, 4, 8))}, planX: 0.9125, planY: 0.699,
					},
					slopeWeather(),
				}, moisture...)},
				{name: "地表位移", points: gnssPoints},
				leaning, floating,
			},
		}},
		units: append([]unit{pole, tracker, crackGauge, {
			name: "滑坡采集仪", kind: device.Collector, deviceType: "HDA2", model: "HDA2-16", register: landslideLogger, record: landslide, history: 0.8,
			channels: used(9),
			sensors: append([]sensor{
				{name: "渗压计 1", deviceType: "WATERLEVEL", model: "WL-VW", sn: "WLV20260001", channel: channelPiezometer1},
				{name: "渗压计 2", deviceType: "WATERLEVEL", model: "WL-VW", sn: "WLV20260002", channel: channelPiezometer2},
				{name: "雨量计", deviceType: "Rain", model: "RN-02", sn: "RN20260001", channel: channelRain, coefficients: map[string]float64{"Kr": 0.254}},
				{name: "气象站", deviceType: "WeatherStation", model: "WS-6", sn: "WS20260001", channel: channelBarometer},
			}, sensors...),
		}, {
			name: "气象站（湿度和风为演示生成）", kind: device.Measuring, deviceType: "WeatherStation", model: "WS-6",
			register: slopeStation, record: weatherOf, history: 0.8,
		}}, receivers...),
	}
}

func excavationSite() site {
	var points []measuringPoint
	var strings []unit
	wall := [][2]float64{{0.33, 0.249}, {0.826, 0.42}, {0.58, 0.771}} // on the plan
	for i, name := range []string{"1", "2", "5"} {
		register := "SDP2026000" + name
		nodes := make([]definition.Node, stringNodes-1)
		for n := range nodes {
			nodes[n] = definition.Node{No: int32(n + 1), Used: true}
		}
		record, remark := func() ([]Record, error) { return inclinometer(name) }, ""
		if name == "5" {
			record, remark = func() ([]Record, error) {
				records, err := inclinometer(name)
				return withDeviceResults(records), err
			}, "（设备解算位移为演示生成）"
		}
		strings = append(strings, unit{
			name: "测斜串 " + name + remark, kind: device.Measuring, deviceType: "SDMPRO", model: "SDMPRO", register: register,
			geometry: &definition.Geometry{SegmentLen: stringSegment, MarkAngle: 90, Nodes: nodes},
			record:   record, history: 0.97,
		})
		points = append(points, measuringPoint{
			name: "CX-0" + name, measurement: "DeepDisplacement", category: "SDMPRO", from: register, interval: hour,
			rules:      []definition.Rule{system("INCLINO_CHAIN", "", nil, nil), system("DIRECT", "temp", nil, map[string]string{"perNode": "true"})},
			processor:  &definition.Processor{Mode: "vertical", FixedEnd: "bottom"},
			thresholds: []alarm.Threshold{levels("x", alarm.Accumulated, 2, 3, 4.2, 5.5), confirmed(levels("x", alarm.Rate, 1, 1.5, 2, 3), 2)},
			planX:      wall[i][0], planY: wall[i][1],
		})
	}
	logger, force := strut()
	portable, hole := casing()
	sonde, pipeline := sewer()
	array, inHole := arrayInCasing()
	hole.points = append(hole.points, inHole)
	strings = append(strings, logger, portable, sonde, array)
	north := 0.0
	return site{
		name: "澄江路站深基坑", address: "上海市", lon: 121.47, lat: 31.23,
		remarks: "演示数据：三根原位测斜串的公开实测记录，由位移还原为节段倾角；测斜串 5 的设备解算位移、钢支撑的应变、测斜孔的人工测读、孔内阵列、管线姿态和人工水准没有公开记录，为模拟生成；时间平移到现在，地点为虚构",
		structures: []structure{
			{
				name: "围护结构", kind: "FoundationPit",
				drawing: picture{
					name: "围护结构平面图", kind: drawing.Plan, file: "excavation-plan.png", width: 160, north: &north,
				}, items: []item{{name: "深层水平位移", points: points}, force, hole, pipeline, leveling()},
			},
		},
		units: strings,
	}
}

const (
	bridgeUnit    = "HD30260001"
	bridgeStation = "STN20260001"
)

func bridgeSite() site {
	_, first, err := prisms()
	if err != nil {
		first = map[int][3]float64{}
	}
	back := first[backsightPrism]
	var prismPoints []measuringPoint
	for i, prism := range []int{0, 4, 6, 8, 12, 14, 18, 20, 22, 26} {
		prismPoints = append(prismPoints, measuringPoint{
			name: fmt.Sprintf("LJ-%02d", prism), measurement: "SurfaceDisplacement", category: "Station", from: bridgeStation,
			channel: int32(prism + 1), backsight: backsightPrism + 1, interval: 10 * minute,
			rules: []definition.Rule{
				system("TS_POLAR", "", map[string]float64{"N0": 0, "E0": 0, "Z0": 0, "bsN1": back[1], "bsE1": back[0]},
					map[string]string{"ppmApplied": "true"}),
			},
			thresholds: []alarm.Threshold{levels("z", alarm.Accumulated, 30, 60, 90, 120)},
			planX:      0.09 + 0.091*float64(i), planY: 0.386,
		})
	}
	sensorPoint := func(name, measurement, category, sn string, interval int64, field string, x, y float64, thresholds ...alarm.Threshold) measuringPoint {
		return measuringPoint{
			name: name, measurement: measurement, category: category, from: sn, interval: interval, rules: []definition.Rule{direct(field)},
			thresholds: thresholds, planX: x, planY: y,
		}
	}
	capString, pier := pileCap()
	return site{
		name: "云溆大桥", address: "湖南省", lon: 110.6, lat: 27.9,
		remarks: "演示数据：试验桥支座沉降加载的应变、支反力、倾角与全站仪棱镜公开实测记录，按秒抽取；时间平移到现在并循环回放，地点为虚构；承台混凝土温度没有公开记录，为模拟生成",
		structures: []structure{{
			name: "主桥", kind: "Bridge",
			drawing: picture{name: "主桥立面图", kind: drawing.Elevation, file: "bridge-elevation.png", width: 128}, items: []item{
				{name: "受力", points: []measuringPoint{
					sensorPoint("YB-01", "ZCYL", "STRAIN", "STR20260001", second, "strain", 0.5, 0.446,
						rising(levels("strain", alarm.Accumulated, 5, 10, 20, 28))),
					sensorPoint("ZL-01", "AxialForce", "AFM", "AFM20260001", 10*minute, "force", 0.3, 0.499,
						withLower(levels("force", alarm.Observed, 260, 280, 300, 320), 220, 205, 195, 185)),
					sensorPoint("ZL-02", "AxialForce", "AFM", "AFM20260002", 10*minute, "force", 0.7, 0.499,
						withLower(levels("force", alarm.Observed, 260, 280, 300, 320), 185, 175, 165, 155)),
					sensorPoint("QJ-01", "Tilt", "IDM", "IDM20260001", 10*minute, "angleX", 0.6, 0.43,
						levels("angleX", alarm.Accumulated, 0.05, 0.1, 0.15, 0.2)),
				}},
				{name: "线形", points: prismPoints},
			},
		}, pier},
		units: []unit{
			capString,
			{
				name: "桥梁采集仪", kind: device.Collector, deviceType: "HDA3", model: "HDA3-32", register: bridgeUnit, record: bridge,
				// The record is cut half a minute before the support starts to sink.
				history: 0.217, channels: used(4),
				sensors: []sensor{
					{name: "应变计", deviceType: "STRAIN", model: "STR-VW", sn: "STR20260001", channel: channelStrain},
					{name: "支反力计 1", deviceType: "AFM", model: "AFM-4", sn: "AFM20260001", channel: channelForce1},
					{name: "支反力计 2", deviceType: "AFM", model: "AFM-4", sn: "AFM20260002", channel: channelForce2},
					{name: "倾角仪", deviceType: "IDM", model: "IDM-2", sn: "IDM20260001", channel: channelInclino},
				},
			},
			{
				name: "自动全站仪", kind: device.Measuring, deviceType: "Station", model: "STN-LEICA", register: bridgeStation,
				record: func() ([]Record, error) {
					records, _, err := prisms()
					return records, err
				}, history: 0.7,
			},
		},
	}
}

// used returns a unit's first n channels, all in use.
func used(n int32) []definition.Channel {
	channels := make([]definition.Channel, n)
	for i := range channels {
		channels[i] = definition.Channel{ChannelNo: int32(i + 1), IsUsed: true}
	}
	return channels
}
