package httpapi

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

// body documents the request body of an operation with its example. huma adds the schema.
func (op Operation) body() *huma.RequestBody {
	text := placeholder.ReplaceAllStringFunc(op.Example, func(name string) string {
		if name == "{time}" || name == "{later}" {
			return "1800000000000"
		}
		return "1"
	})
	var example any
	if err := json.Unmarshal([]byte(text), &example); err != nil {
		panic(fmt.Sprintf("the example of %s: %v", op.ID, err)) // of the program, seen at start
	}
	return &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Example: example}}}
}

// Declared returns the calls registered so far.
func (s *Kernel) Declared() []Operation { return slices.Clone(s.operations) }
