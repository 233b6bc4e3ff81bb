package httpapi

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// AspectValue is the value of a version; its shape depends on the aspect.
type AspectValue json.RawMessage

func (v AspectValue) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte("null"), nil
	}
	return v, nil
}

// UnmarshalJSON keeps the raw value.
func (v *AspectValue) UnmarshalJSON(data []byte) error {
	*v = append((*v)[:0], data...)
	return nil
}

// Schema documents the value as an object; its content is validated by aspect.
func (AspectValue) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Description: "By aspect: binding PointBinding, formula PointFormula, initial PointInitial, processor PointProcessor, collect PointCollect, " +
			"thresholds AlarmThresholds, engineering PointEngineering, chart PointCharts; coefficients DeviceCoefficients, geometry DeviceGeometry, ranges DeviceRanges, connection DeviceConnection, channels DeviceChannels, " +
			"basic DeviceBasic, hem DeviceHem, chart DeviceChart, pam DevicePam, gdmAngle DeviceGDMAngle, resolve DeviceResolve",
	}
}
