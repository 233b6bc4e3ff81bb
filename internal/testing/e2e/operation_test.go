package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/platform/access"
)

// operation is an operation in the API document.
type operation struct {
	*openapi3.Operation
	id, method, path string
	permission       string // x-permission: Public, SignedIn, Device, or a pair
	in               string // x-permission-in: "", body, anywhere, platform, orPlatform
	forPeople        bool   // x-api-keys is false: API keys are rejected
}

// document reads the API document from the running server and validates it, once.
func (w *world) document() *openapi3.T {
	w.Helper()
	if w.doc != nil {
		return w.doc
	}
	a := w.do(w.person("nobody"), request{method: "GET", path: "/api/openapi.json"})
	doc, err := openapi3.NewLoader().LoadFromData(a.body)
	w.must(err)
	if err := doc.Validate(w.Context()); err != nil {
		w.Errorf("the API's document: %v", err)
	}
	w.doc = doc
	return doc
}

// operations lists every operation: those that change nothing first, deletions last.
func (w *world) operations() []operation {
	var list []operation
	for path, item := range w.document().Paths.Map() {
		for method, op := range item.Operations() {
			permission, _ := op.Extensions["x-permission"].(string)
			in, _ := op.Extensions["x-permission-in"].(string)
			keys, told := op.Extensions["x-api-keys"].(bool)
			list = append(list, operation{op, op.OperationID, method, path, permission, in, told && !keys})
		}
	}
	order := []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
	slices.SortFunc(list, func(a, b operation) int {
		if a.method != b.method {
			return slices.Index(order, a.method) - slices.Index(order, b.method)
		}
		return strings.Compare(a.path, b.path)
	})
	return list
}

// params returns the names of the path parameters.
func (op operation) params() []string {
	var names []string
	for part := range strings.SplitSeq(op.path, "/") {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{"); ok {
			names = append(names, name)
		}
	}
	return names
}

// changes reports whether the operation may change something.
func (op operation) changes() bool { return op.method != "GET" }

// need returns the permission that the operation declares.
func (op operation) need() (access.Permission, bool) { return access.ParsePermission(op.permission) }

// thing returns the name under which a side stores the id for a path parameter.
func (op operation) thing(param string) string {
	if name, ok := aliases[op.id+"."+param]; ok {
		return name
	}
	if param == "versionId" {
		if strings.Contains(op.path, "{deviceId}") {
			return "deviceVersionId"
		}
		return "pointVersionId"
	}
	return param
}

// bodyKind returns the content type of the body; "" if there is none.
func (op operation) bodyKind() (string, *openapi3.Schema) {
	if op.RequestBody == nil {
		return "", nil
	}
	content := op.RequestBody.Value.Content
	kinds := slices.Sorted(maps.Keys(content))
	switch {
	case len(kinds) == 0:
		return "", nil
	case content[kinds[0]].Schema == nil:
		return kinds[0], &openapi3.Schema{}
	}
	return kinds[0], content[kinds[0]].Schema.Value
}

// sample builds the smallest value that a schema allows. Properties with the name of a thing get the id of that thing
// on the side.
func sample(s *openapi3.Schema, name string, at *corner) any {
	switch {
	case s.Example != nil && !strings.HasSuffix(name, "Id"):
		return s.Example
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[len(s.Enum)-1]
	case s.Type == nil:
		return map[string]any{}
	case s.Type.Includes("object"):
		object := map[string]any{}
		for _, property := range s.Required {
			if inner := s.Properties[property]; inner != nil {
				object[property] = sample(inner.Value, property, at)
			}
		}
		return object
	case s.Type.Includes("array"):
		list := []any{}
		for range max(s.MinItems, 1) {
			list = append(list, sample(s.Items.Value, strings.TrimSuffix(name, "s"), at))
		}
		return list
	case s.Type.Includes("string"):
		if s.Format == "binary" {
			return picture()
		}
		if s.Format == "email" {
			return "proof@example.com"
		}
		return strings.Repeat("x", int(max(s.MinLength, 1)))
	case s.Type.Includes("boolean"):
		return true
	case s.Type.Includes("integer"), s.Type.Includes("number"):
		if id, ok := at.things[name]; ok {
			return json.Number(id)
		}
		if s.Min != nil {
			return *s.Min
		}
		return 1
	}
	return nil
}

// encode writes a body of the given kind.
func (w *world) encode(kind string, value any) (contentType, body string) {
	w.Helper()
	if kind != "multipart/form-data" {
		text, err := json.Marshal(value)
		w.must(err)
		return kind, string(text)
	}
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	fields, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if text, ok := fields[name].(string); ok && strings.HasPrefix(text, "\x89PNG") {
			head := textproto.MIMEHeader{}
			head.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename="dot.png"`, name))
			head.Set("Content-Type", "image/png")
			part, err := form.CreatePart(head)
			w.must(err)
			_, err = part.Write([]byte(text))
			w.must(err)
			continue
		}
		w.must(form.WriteField(name, fmt.Sprint(fields[name])))
	}
	w.must(form.Close())
	return form.FormDataContentType(), buffer.String()
}
