package httpapi

import "github.com/danielgtaylor/huma/v2"

// describeFailures documents the default error response of every call.
func (s *Kernel) describeFailures() {
	envelope := s.huma.OpenAPI().Components.Schemas.Schema(TypeOf[Envelope](), true, "")
	for _, item := range s.huma.OpenAPI().Paths {
		for _, h := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if h != nil {
				h.Responses["default"] = &huma.Response{Description: "Refused", Content: map[string]*huma.MediaType{"application/json": {Schema: envelope}}}
			}
		}
	}
}

// Nullable documents properties as nullable, which huma supports for plain values only.
func Nullable(s *huma.Schema, names ...string) *huma.Schema {
	for _, name := range names {
		p := s.Properties[name]
		s.Properties[name] = &huma.Schema{Description: p.Description, OneOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}}
	}
	return s
}
