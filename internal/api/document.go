package api

import (
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Document is the API's document (OpenAPI 3.1) as YAML: what plumbline openapi
// prints and what api/openapi.yaml holds.
func Document() ([]byte, error) {
	s, _, err := build(Config{Version: "1.0"})
	if err != nil {
		return nil, err
	}
	text, err := s.huma.OpenAPI().YAML()
	if err != nil {
		return nil, fmt.Errorf("write the API's document: %w", err)
	}
	return text, nil
}

// describeAspects puts the values of versions into the document: their calls take
// any object, the types say what it holds.
func (s *server) describeAspects() {
	schemas := s.huma.OpenAPI().Components.Schemas
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

// describeIngest documents the devices' door, which is a handler of its own.
func (s *server) describeIngest() {
	text := &huma.Schema{Type: huma.TypeString}
	header := func(name, doc string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: doc, Schema: text}
	}
	schemas := s.huma.OpenAPI().Components.Schemas
	refusal := &huma.Response{Description: "Refused: nothing of the request is kept", Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemas.Schema(typeOf[Envelope](), true, "")},
	}}
	s.huma.OpenAPI().AddOperation(&huma.Operation{
		OperationID: "ingest", Method: "POST", Path: "/ingest/v1/{register}", Tags: []string{"ingest"},
		Summary: "Readings of a device",
		Description: "One data message of the JSON format, or {\"items\": [...]} of up to 1,000 of them. X-Sign is the hexadecimal HMAC-SHA256, with the device's " +
			"secret as key, of X-Time, POST, the path and the hexadecimal SHA-256 of the body, each on a line of its own. A 200 means that everything is " +
			"on disk. A refusal keeps nothing; after 503 with Retry-After the device keeps its data and sends them again.",
		Parameters: []*huma.Param{
			{Name: "register", In: "path", Required: true, Schema: text},
			header("X-Time", "Unix s at which the request was made; at most 300 s off"),
			header("X-Sign", "Hexadecimal HMAC-SHA256"),
		},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{}}}},
		Responses: map[string]*huma.Response{
			"200": {Description: "Accepted and on disk", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"accepted"},
				Properties: map[string]*huma.Schema{"accepted": {Type: huma.TypeInteger, Description: "Readings"}},
			}}}},
			"401": refusal, "413": refusal, "422": refusal, "503": refusal,
		},
		Security:   []map[string][]string{},
		Extensions: map[string]any{"x-permission": "Device"},
	})
}

// describeFailures documents what any call may be refused with, beside the statuses
// that it names.
func (s *server) describeFailures() {
	envelope := s.huma.OpenAPI().Components.Schemas.Schema(typeOf[Envelope](), true, "")
	for _, item := range s.huma.OpenAPI().Paths {
		for _, h := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if h != nil {
				h.Responses["default"] = &huma.Response{Description: "Refused", Content: map[string]*huma.MediaType{"application/json": {Schema: envelope}}}
			}
		}
	}
}

// orNull documents that properties may be null, which huma does of plain values only.
func orNull(s *huma.Schema, names ...string) *huma.Schema {
	for _, name := range names {
		p := s.Properties[name]
		s.Properties[name] = &huma.Schema{Description: p.Description, OneOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}}
	}
	return s
}
