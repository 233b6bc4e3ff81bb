package siteapi

import (
	"reflect"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// describeAspects documents the values of versions: their calls accept any object, the types define its content.
func (s *server) describeAspects() {
	schemas := s.OpenAPI().Components.Schemas
	for _, t := range []any{
		definition.Binding{},
		definition.Formula{},
		definition.Initial{},
		definition.Processor{},
		definition.Collect{},
		definition.Monitoring{},
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
		definition.Pam{},
		definition.GDMAngle{},
		device.Resolve{},
		device.Link{},
	} {
		schemas.Schema(reflect.TypeOf(t), true, "")
	}
}
