package demo

import "math"

// deviceLength is the segment length, mm, with which a string computes its own displacements: its factory setting, 0.4 %
// shorter than the length in the platform.
const deviceLength = 0.996 * stringSegment

// withDeviceResults adds the displacements dx and dy that an SDMPRO string computes itself, mm from its toe, rounded to
// its resolution of 0.01 mm. No open record has them: they are simulated from the tilts.
func withDeviceResults(records []Record) []Record {
	for _, record := range records {
		var x, y float64
		for i := len(record.Nodes) - 1; i >= 0; i-- {
			values := record.Nodes[i].Values
			// Node i is the lower end of segment i.
			values["dx"], values["dy"] = round(x, 2), round(y, 2)
			x += deviceLength * math.Sin(values["angleX"]*math.Pi/180)
			y += deviceLength * math.Sin(values["angleY"]*math.Pi/180)
		}
	}
	return records
}
