package definition

import "plumbline/internal/core/timeline"

// Point is the part of a measuring point that results depend on, without its configuration.
type Point struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64 // 0: directly under the structure
	Name          string
	Kind          string // a code of catalog.PointKinds
	Measurement   string // a code of catalog.Measurements
	Category      string // device type code, or Composite, Artificial, Virtual
	CreatedAt     int64
}

// PointAspect is a versioned part of a point's configuration.
type PointAspect string

// The comment behind each aspect names the type of its JSON value.
const (
	AspectBinding    PointAspect = "binding"    // Binding
	AspectFormula    PointAspect = "formula"    // Formula
	AspectInitial    PointAspect = "initial"    // Initial
	AspectProcessor  PointAspect = "processor"  // Processor
	AspectCollect    PointAspect = "collect"    // Collect
	AspectThresholds PointAspect = "thresholds" // alarm.Thresholds
	AspectMonitoring PointAspect = "monitoring" // Monitoring
)

// Computes reports whether results depend on an aspect.
func (a PointAspect) Computes() bool {
	switch a {
	case AspectBinding, AspectFormula, AspectInitial, AspectProcessor, AspectCollect, AspectThresholds, AspectMonitoring:
		return true
	}
	return false
}

// PointConfig is the versioned configuration of a point.
type PointConfig struct {
	Binding    timeline.Timeline[Binding]
	Formula    timeline.Timeline[Formula]
	Initial    timeline.Timeline[Initial]
	Processor  timeline.Timeline[Processor]
	Collect    timeline.Timeline[Collect]
	Monitoring timeline.Timeline[Monitoring]
}
