package fieldapi

import (
	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
)

// describeIngest documents the endpoint of devices, which is a separate handler.
func (s *server) describeIngest() {
	text := &huma.Schema{Type: huma.TypeString}
	header := func(name, doc string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: doc, Schema: text}
	}
	schemas := s.OpenAPI().Components.Schemas
	refusal := &huma.Response{Description: "Refused: nothing of the request is kept", Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemas.Schema(httpapi.TypeOf[httpapi.Envelope](), true, "")},
	}}
	s.OpenAPI().AddOperation(&huma.Operation{
		OperationID: "ingest", Method: "POST", Path: "/ingest/v1/{register}", Tags: []string{"ingest"},
		Summary: "Readings of a device",
		Description: "One data message of the JSON format, or {\"items\": [...]} of up to 1,000 of them. X-Sign is the hexadecimal HMAC-SHA256, with the device's " +
			"secret as key, of X-Time, POST, the path and the hexadecimal SHA-256 of the body, each on its own line. A 200 means that everything is " +
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
