package fieldapi

import (
	"context"
	"encoding/json"
	"net/http"

	"plumbline/internal/field/protocol"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/i18n"
)

// DeviceProtocol is a protocol that devices speak.
type DeviceProtocol struct {
	Name    string           `json:"name"`
	Label   i18n.Label       `json:"label"`
	Codes   []string         `json:"codes" doc:"Protocol codes of devices that speak it without a choice"`
	Line    string           `json:"line" enum:"none,stream,polling" doc:"none: in messages only; stream: devices send frames on a line; polling: they only answer"`
	Profile bool             `json:"profile" doc:"It has a profile"`
	Presets []ProtocolPreset `json:"presets" doc:"Profiles to choose and edit"`
}

// ProtocolPreset is a profile to start from.
type ProtocolPreset struct {
	Code    string          `json:"code"`
	Label   i18n.Label      `json:"label"`
	Profile json.RawMessage `json:"profile"`
}

func (s *server) protocols() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceProtocols", Method: http.MethodGet, Path: "/device-protocols", Tag: "devices",
		Summary: "Protocols that devices speak, with presets of their profiles", Unmeasured: "it does not depend on what is stored",
	}, s.listDeviceProtocols)
}

func (s *server) listDeviceProtocols(context.Context, *httpapi.NoInput) (*httpapi.Output[httpapi.List[DeviceProtocol]], error) {
	var list []DeviceProtocol
	for _, f := range protocol.Families() {
		if f.Name == protocol.Files {
			continue
		}
		one := DeviceProtocol{Name: f.Name, Label: f.Label, Codes: httpapi.ListOf(f.Codes, httpapi.AsIs), Line: "none", Profile: f.Profile != nil}
		switch {
		case f.Polling != nil:
			one.Line = "polling"
		case f.Stream != nil:
			one.Line = "stream"
		}
		one.Presets = httpapi.ListOf(f.Presets, func(p protocol.Preset) ProtocolPreset { return ProtocolPreset(p) })
		list = append(list, one)
	}
	return httpapi.Reply(httpapi.List[DeviceProtocol]{List: list}), nil
}
