package fieldapi

import (
	"context"
	"encoding/hex"
	"net/http"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// LineExample is what a device on a line sends, for the settings of the device and for tests.
type LineExample struct {
	Protocol     string `json:"protocol" doc:"Name of the protocol family; empty: the device is on no line"`
	Register     string `json:"register" doc:"Register ID of the device that dials in: itself, or the gateway before it"`
	Dial         string `json:"dial" doc:"Where the platform connects to it; empty: it dials in"`
	Registration string `json:"registration" doc:"What it sends first, hexadecimal; empty: its frames name it"`
	SecretPlace  string `json:"secretPlace" doc:"Text in the registration packet that stands for the secret of the device; empty: it needs none"`
	EachPacket   bool   `json:"eachPacket" doc:"The registration packet stands before each packet"`
	Request      string `json:"request" doc:"What the platform asks, hexadecimal; empty: frames come unasked"`
	Frame        string `json:"frame" doc:"A valid frame or answer, hexadecimal; empty: none can be written"`
}

// exampleFields is the number of values in an example.
const exampleFields = 4

func (s *server) examples() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "lineExample", Method: http.MethodGet, Path: "/corporations/{corporationId}/devices/{deviceId}/line-example", Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Unmeasured: "it reads memory only",
		Summary: "What a device on a line sends: registration, and a valid frame of its protocol",
	}, s.lineExample)
}

func (s *server) lineExample(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[LineExample], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	fields, values := exampleValues(d.Type)
	now := clock.Now().UnixMilli()
	e, ok := s.Frames.Directory().Example(d.ID, now, fields, values)
	if !ok {
		return httpapi.Reply(LineExample{}), nil
	}
	link := e.Gateway.Link(now)
	line := LineExample{
		Protocol: e.Family.Name, Register: e.Gateway.Register, Dial: link.Dial, Registration: hex.EncodeToString(e.Registration),
		EachPacket: e.EachPacket, Request: hex.EncodeToString(e.Request), Frame: hex.EncodeToString(e.Frame),
	}
	if link.NeedsSecret && len(e.Registration) > 0 {
		line.SecretPlace = ingest.SecretPlace
	}
	return httpapi.Reply(line), nil
}

// exampleValues returns fields of a device type with values in their ranges.
func exampleValues(code string) (fields []string, values []float64) {
	const usual = 20.0
	kind, _ := catalog.DeviceTypeOf(code)
	for _, f := range kind.Fields {
		if f.Level == "node" || slices.Contains(fields, f.Name) || len(fields) == exampleFields {
			continue
		}
		v := usual
		if f.Min != nil {
			v = max(v, *f.Min)
		}
		if f.Max != nil {
			v = min(v, *f.Max)
		}
		fields, values = append(fields, f.Name), append(values, v)
	}
	return fields, values
}
