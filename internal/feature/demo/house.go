package demo

import (
	"fmt"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
)

func houseSite() site {
	house := site{
		name: "老城保护建筑", address: "浙江省绍兴市", lon: 120.58, lat: 30.0,
		remarks: "演示数据：一幢房屋三层裂缝尺的人工读数与一台全站仪对单棱镜的三周观测，均为公开实测记录；时间平移到现在，地点为虚构；静力水准的液位没有公开记录，为演示生成",
		units: []unit{{
			name: "楼前全站仪", kind: device.Measuring, deviceType: "Station", model: "STN-LEICA", register: "STN20260002", record: prism, history: 0.85,
		}},
	}
	points := []measuringPoint{}
	for i, floor := range []struct {
		origin, name string
		flipped      bool
	}{{"Pianterreno", "LF-01", true}, {"Piano 1", "LF-02", false}, {"Piano 2", "LF-03", true}} {
		register := fmt.Sprintf("ART2026000%d", i+1)
		house.units = append(house.units, unit{
			name: "人工裂缝尺 " + floor.name, kind: device.Measuring, deviceType: "Artificial", model: "Artificial", register: register,
			record: func() ([]Record, error) { return cracks(floor.origin, floor.flipped) }, history: 1, age: 5 * day * 1000,
		})
		points = append(points, measuringPoint{
			name: floor.name, measurement: "Crack", category: "Artificial", kind: point.Artificial, from: register, interval: 60 * day,
			rules:      []definition.Rule{direct("width"), direct("shearY")},
			thresholds: []alarm.Threshold{levels("width", alarm.Accumulated, 0.1, 0.5, 1, 2), levels("shearY", alarm.Accumulated, 0.1, 0.5, 1, 2)},
			planX:      0.294, planY: 0.768 - 0.196*float64(i),
		})
	}
	line, vessels := levelLine()
	house.units = append(house.units, line)
	house.structures = []structure{{
		name: "主楼", kind: "Ancient",
		drawing: picture{name: "南立面图", kind: drawing.Elevation, file: "house-elevation.png", width: 32}, items: []item{
			{name: "墙体裂缝", points: points},
			{name: "外墙位移", points: []measuringPoint{{
				name: "GJ-01", measurement: "SurfaceDisplacement", category: "Station", from: "STN20260002", interval: 30 * minute,
				rules: []definition.Rule{
					system("TS_POLAR", "", map[string]float64{"N0": 0, "E0": 0, "Z0": 0, "orientation": 0}, map[string]string{"ppmApplied": "true"}),
				},
				thresholds: []alarm.Threshold{
					confirmed(levels("res", alarm.Accumulated, 3, 5, 8, 10), 2),
				}, planX: 0.636, planY: 0.4,
			}}},
			{name: "基础沉降", points: vessels},
		},
	}}
	return house
}
