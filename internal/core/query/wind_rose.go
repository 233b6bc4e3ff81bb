package query

import (
	"context"
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// Fields of a wind rose.
const (
	windSpeed     = "windSpeed"
	windDirection = "windDir"
)

// windSectors is the number of directions of a wind rose; the first one is centered on north.
const windSectors = 16

// windClasses are the lower limits of the speed classes of a wind rose, m/s. A slower wind is calm: it has no
// direction.
var windClasses = [...]float64{1.5, 3.4, 8, 13.9}

// MostRoseDays is the longest range of a wind rose (domain views.md section 13).
const MostRoseDays = 366

// WindRose counts the readings of a range by direction and speed (domain views.md section 9).
type WindRose struct {
	Start, End int64 // UTC ms
	// Limits are the lower limits of the speed classes, m/s; slower is calm.
	Limits []float64
	// Counts are the readings by sector, clockwise from north, then by class.
	Counts [windSectors][len(windClasses)]int
	Calm   int
	// Undirected are the readings with wind but without a direction, which no sector counts.
	Undirected int
}

// WindRose reads every valid reading of a range of at most a year. Only counts leave the server.
func (s *Service) WindRose(ctx context.Context, pointID, start, end int64) (WindRose, error) {
	rose := WindRose{Start: start, End: end, Limits: windClasses[:]}
	if end-start > MostRoseDays*dayMS {
		return rose, errs.OnField("start", errs.SpanTooLong, "days", MostRoseDays)
	}
	if _, err := s.point(ctx, pointID); err != nil {
		return rose, err
	}
	speed, direction := reading.Column{Field: windSpeed}, reading.Column{Field: windDirection}
	err := s.series.Scan(ctx, series.ResultID(pointID), start, end, []reading.Column{speed, direction}, func(b *series.Block) error {
		at, from := b.Columns.Index(speed), b.Columns.Index(direction)
		if at < 0 {
			return nil
		}
		for i, v := range b.Values[at] {
			if math.IsNaN(v) || !b.Flags[i].Valid() {
				continue
			}
			d := math.NaN()
			if from >= 0 {
				d = b.Values[from][i]
			}
			rose.add(v, d)
		}
		return nil
	})
	return rose, err
}

// add counts a reading of speed, m/s, and the direction that the wind comes from, degrees.
func (r *WindRose) add(speed, direction float64) {
	class := -1
	for class+1 < len(windClasses) && speed >= windClasses[class+1] {
		class++
	}
	switch {
	case class < 0:
		r.Calm++
	case math.IsNaN(direction):
		r.Undirected++
	default:
		r.Counts[sectorOf(direction)][class]++
	}
}

// sectorOf returns the sector of a direction: 0 is north, 4 is east.
func sectorOf(direction float64) int {
	const width = 360.0 / windSectors
	turned := math.Mod(direction+width/2, 360)
	if turned < 0 {
		turned += 360
	}
	return min(int(turned/width), windSectors-1)
}
