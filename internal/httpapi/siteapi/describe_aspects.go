package siteapi

import (
	"reflect"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// describeAspects puts the values of versions into the document: their calls take
// any object, the types say what it holds.
func (s *server) describeAspects() {
	schemas := s.OpenAPI().Components.Schemas
	for _, t := range []any{
		definition.Binding{},
		definition.Formula{},
		definition.Initial{},
		definition.Processor{},
		definition.Collect{},
		point.Engineering{},
		point.Charts{},
		alarm.Thresholds{},
		definition.Coefficients{},
		definition.Geometry{},
		definition.Ranges{},
		definition.Connection{},
		definition.Channels{},
		definition.Basic{},
		device.Hem{},
		device.Chart{},
		device.Pam{},
		definition.GDMAngle{},
		device.Resolve{},
	} {
		schemas.Schema(reflect.TypeOf(t), true, "")
	}
}
