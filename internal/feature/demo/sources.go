package demo

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/reading"
)

// Channels of the logger of the landslide station.
const (
	channelPiezometer1 = 1
	channelPiezometer2 = 2
	channelRain        = 3
	channelMoisture    = 4 // 4 to 8, from the surface downward
	channelBarometer   = 9
)

// airReference is the reference resistor of the air thermistor, ohm.
const airReference = 23100

// landslide reads the logger of the landslide station, every 15 minutes. Columns: 4 voltage ratio of the air
// thermistor, 5 rain tips, 6 to 10 soil moisture (V), 17 to 20 two piezometers with thermistors. The barometer is from
// the neighboring station at the same minute.
func landslide() ([]Record, error) {
	barometer, err := open("mukilteo-barometer.tsv.gz")
	if err != nil {
		return nil, err
	}
	pressure := map[string]float64{}
	for _, line := range lines(barometer) {
		cells := strings.Split(line, "\t")
		if v, err := strconv.ParseFloat(cells[1], 64); err == nil {
			pressure[cells[0]] = v / 1000 // the logger recorded mV
		}
	}
	logger, err := open("mukilteo-logger.tsv.gz")
	if err != nil {
		return nil, err
	}
	byTime := map[int64]*Record{}
	for _, line := range lines(logger) {
		cells := strings.Split(line, "\t")
		t, err := at(time.DateTime, cells[0])
		if err != nil {
			return nil, err
		}
		r := &Record{Time: t, Values: map[string]float64{}}
		put(r.Values, "voltage", cells[2])
		channel := func(no int, pairs ...string) {
			values := map[string]float64{}
			for i := 0; i < len(pairs); i += 2 {
				put(values, pairs[i], pairs[i+1])
			}
			if len(values) > 0 {
				r.Channels = append(r.Channels, Numbered{No: no, Values: values})
			}
		}
		channel(channelPiezometer1, "freq", cells[17], "res", cells[18])
		channel(channelPiezometer2, "freq", cells[19], "res", cells[20])
		channel(channelRain, "pulse", cells[5])
		for i := range 5 {
			channel(channelMoisture+i, "volt", cells[6+i])
		}
		air := map[string]float64{}
		if share, err := strconv.ParseFloat(cells[4], 64); err == nil && share > 0 && share < 1 {
			air["res"] = round(airReference*share/(1-share), 0)
		}
		if volt, ok := pressure[cells[0]]; ok {
			air["volt"] = volt
		}
		if len(air) > 0 {
			r.Channels = append(r.Channels, Numbered{No: channelBarometer, Values: air})
		}
		byTime[t] = r
	}
	return sorted(byTime), nil
}

// stringNodes is the number of nodes of each inclinometer string.
const stringNodes = 15

// stringSegment is the length of a segment, mm. The source gives no spacing; 1 m is an assumption of the demo.
const stringSegment = 1000

// inclinometer reads an in-place inclinometer string, "1", "2" or "5". The file contains the displacement of each node
// along A and B (mm). The tilt of a segment is the arc sine of the difference between its nodes over its length. It is
// rounded to 0.0001 degree, the resolution of the instrument.
func inclinometer(name string) ([]Record, error) {
	file, err := open("inclinometer-strings.csv.gz")
	if err != nil {
		return nil, err
	}
	all := lines(file)
	column := map[string]int{}
	for i, head := range strings.Split(all[0], ";") {
		column[strings.Replace(head, "Inkl_", "Ink_", 1)] = i
	}
	byTime := map[int64]*Record{}
	for _, line := range all[1:] {
		cells := strings.Split(line, ";")
		cell := func(node int, field string) (float64, bool) {
			i, ok := column[fmt.Sprintf("Ink_[%s][%d]_%s", name, node, field)]
			if !ok {
				return 0, false
			}
			v, err := strconv.ParseFloat(cells[i], 64)
			return v, err == nil
		}
		t, err := at("02.01.2006 15:04", cells[0])
		if err != nil {
			return nil, err
		}
		r := &Record{Time: t}
		for node := range stringNodes - 1 {
			values := map[string]float64{}
			for field, source := range map[string]string{"angleX": "dA", "angleY": "dB"} {
				upper, okUpper := cell(node, source)
				lower, okLower := cell(node+1, source)
				if okUpper && okLower {
					values[field] = round(math.Asin((upper-lower)/stringSegment)*180/math.Pi, 4)
				} else if source == "dB" && field == "angleY" {
					values[field] = 0 // string 5 has no B axis
				}
			}
			if temp, ok := cell(node+1, "T"); ok {
				values["temp"] = temp
			}
			if _, ok := values["angleX"]; ok {
				r.Nodes = append(r.Nodes, Numbered{No: node + 1, Values: values})
			}
		}
		if len(r.Nodes) > 0 {
			byTime[t] = r
		}
	}
	return sorted(byTime), nil
}

// origin is the fictitious position to which displacements are added.
type origin struct{ lat, lon, height float64 }

// gnss reads a station's daily displacement (mm) and returns the coordinates that a receiver at the origin would have
// sent, as fixed solutions at 00:00 UTC. In the file "lat" behaves like east and "lon" like north (domain data note).
func gnss(station string, o origin) ([]Record, error) {
	file, err := open("gnss-" + station + ".csv.gz")
	if err != nil {
		return nil, err
	}
	all := lines(file)
	column := map[string]int{}
	for i, head := range strings.Split(all[0], ",") {
		column[head] = i
	}
	const a, e2 = 6378137.0, 0.006694380022901 // CGCS2000
	sin, cos := math.Sincos(o.lat * math.Pi / 180)
	w := math.Sqrt(1 - e2*sin*sin)
	meridian := a * (1 - e2) / (w * w * w)
	transverse := a / w
	byTime := map[int64]*Record{}
	for _, line := range all[1:] {
		cells := strings.Split(line, ",")
		t, err := at(time.DateOnly, cells[column["time"]])
		if err != nil {
			return nil, err
		}
		values := map[string]float64{}
		put(values, "n", cells[column["lon"]])
		put(values, "e", cells[column["lat"]])
		put(values, "u", cells[column["ver"]])
		if len(values) < 3 {
			continue
		}
		byTime[t] = &Record{Time: t, Values: map[string]float64{
			"lat":     round(o.lat+values["n"]/1000/(meridian+o.height)*180/math.Pi, 11),
			"lon":     round(o.lon+values["e"]/1000/((transverse+o.height)*cos)*180/math.Pi, 11),
			"height":  round(o.height+values["u"]/1000, 5),
			"quality": 4,
		}}
	}
	return sorted(byTime), nil
}

// Channels of the bridge's acquisition unit.
const (
	channelStrain  = 1
	channelForce1  = 2
	channelForce2  = 3
	channelInclino = 4
)

// bridge reads the load test: the reference state (force and inclination), the lowering of the support (strain) and
// the state after it (strain and forces). It keeps one strain reading per second, and one of the others per ten
// seconds.
func bridge() ([]Record, error) {
	byTime := map[int64]*Record{}
	add := func(file string, columns map[int]struct {
		channel int
		field   string
	},
	) error {
		content, err := open(file)
		if err != nil {
			return err
		}
		for _, line := range lines(content)[1:] {
			cells := strings.Split(line, ",")
			t, err := at("2006-01-02 15:04:05.000", cells[0])
			if err != nil {
				return err
			}
			t -= t % 1000
			r := byTime[t]
			if r == nil {
				r = &Record{Time: t}
				byTime[t] = r
			}
			for i, to := range columns {
				values := map[string]float64{}
				put(values, to.field, cells[i])
				r.Channels = append(r.Channels, Numbered{No: to.channel, Values: values})
			}
		}
		return nil
	}
	type target = struct {
		channel int
		field   string
	}
	for _, part := range []struct {
		file    string
		columns map[int]target
	}{
		{"bridge-reference.csv.gz", map[int]target{3: {channelForce1, "force"}, 4: {channelInclino, "angleX"}}},
		{"bridge-lowering-strain.csv.gz", map[int]target{1: {channelStrain, "strain"}}},
		{"bridge-after-strain.csv.gz", map[int]target{1: {channelStrain, "strain"}}},
		{"bridge-after-force.csv.gz", map[int]target{1: {channelForce1, "force"}, 2: {channelForce2, "force"}}},
	} {
		if err := add(part.file, part.columns); err != nil {
			return nil, err
		}
	}
	return sorted(byTime), nil
}

// backsightPrism is the control prism behind the instrument.
const backsightPrism = 200

// prisms reads the robotic total station, one record per epoch, with channel = prism + 1. It converts the published
// coordinates to the polar readings of an instrument at the origin of the local system.
func prisms() ([]Record, map[int][3]float64, error) {
	file, err := open("prisms-bridge.csv.gz")
	if err != nil {
		return nil, nil, err
	}
	first := map[int][3]float64{}
	byTime := map[int64]*Record{}
	for _, line := range lines(file) {
		cells := strings.Split(line, ";")
		if len(cells) < 5 {
			continue
		}
		t, err := at(time.DateTime, cells[4])
		if err != nil {
			return nil, nil, err
		}
		prism, err := strconv.Atoi(cells[0])
		if err != nil {
			return nil, nil, fmt.Errorf("prism %q: %w", cells[0], err)
		}
		var enz [3]float64
		for i := range enz {
			if enz[i], err = strconv.ParseFloat(cells[1+i], 64); err != nil {
				return nil, nil, fmt.Errorf("prism %d: %w", prism, err)
			}
		}
		if _, ok := first[prism]; !ok {
			first[prism] = enz
		}
		r := byTime[t]
		if r == nil {
			r = &Record{Time: t}
			byTime[t] = r
		}
		horizontal := math.Hypot(enz[0], enz[1])
		r.Channels = append(r.Channels, Numbered{No: prism + 1, Values: map[string]float64{
			"hz": round(math.Mod(math.Atan2(enz[0], enz[1])*180/math.Pi+360, 360), 7),
			"v":  round(math.Atan2(horizontal, enz[2])*180/math.Pi, 7),
			"sd": round(math.Hypot(horizontal, enz[2]), 5),
		}})
	}
	return sorted(byTime), first, nil
}

// prism reads the single prism that was measured for three weeks: bearing and zenith in radians, slope distance in m.
func prism() ([]Record, error) {
	file, err := open("prism-polar.txt.gz")
	if err != nil {
		return nil, err
	}
	byTime := map[int64]*Record{}
	for _, line := range lines(file) {
		cells := strings.Fields(line)
		t, err := at("2006-01-02 15:04:05.000", cells[0]+" "+cells[1])
		if err != nil {
			return nil, err
		}
		values := map[string]float64{}
		put(values, "hz", cells[2])
		put(values, "v", cells[3])
		put(values, "sd", cells[4])
		values["hz"] = round(values["hz"]*180/math.Pi, 7)
		values["v"] = round(values["v"]*180/math.Pi, 7)
		byTime[t] = &Record{Time: t, Values: values}
	}
	return sorted(byTime), nil
}

// cracks reads the manual readings of a floor's cross-hair gauge: where the cross meets the top, right, bottom and
// left border (mm). The position of the gauge is the intersection of the two lines. The gauges on the ground floor and
// second floor are mounted in reverse, so both signs are flipped.
func cracks(floor string, flipped bool) ([]Record, error) {
	file, err := open("crack-gauges.json.gz")
	if err != nil {
		return nil, err
	}
	var rows []map[string]*string
	if err := json.Unmarshal(file, &rows); err != nil {
		return nil, fmt.Errorf("crack readings: %w", err)
	}
	byTime := map[int64]*Record{}
	for _, row := range rows {
		if row[floor] == nil || row["date"] == nil {
			continue
		}
		t, err := at(time.DateOnly, *row["date"])
		if err != nil {
			return nil, err
		}
		var border [4]float64
		for i, text := range strings.Split(*row[floor], ";") {
			if border[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("crack reading %q: %w", *row[floor], err)
			}
		}
		x, y := crossing(border)
		if flipped {
			x, y = -x, -y
		}
		byTime[t] = &Record{Time: t, Values: map[string]float64{"width": round(x, 4), "shearY": round(y, 4)}}
	}
	return sorted(byTime), nil
}

// crossing returns the intersection of the line from (up, -10) to (down, 10) with the line from (-20, left) to (20,
// right), mm.
func crossing(border [4]float64) (x, y float64) {
	up, right, down, left := border[0], border[1], border[2], border[3]
	// x = up + (down-up)·(y+10)/20 ; y = left + (right-left)·(x+20)/40
	p, q := (down-up)/20, (right-left)/40
	x = (up + p*(left+20*q+10)) / (1 - p*q)
	return x, left + q*(x+20)
}

func put(values map[string]float64, name, text string) {
	if v, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && reading.IsFinite(v) {
		values[name] = v
	}
}

func lines(content []byte) []string {
	return strings.Split(strings.TrimRight(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n"), "\n")
}
