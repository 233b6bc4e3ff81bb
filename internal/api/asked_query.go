package api

import (
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/fault"
)

// longestName is how much of a parameter's name a response repeats, in bytes.
const longestName = 64

// checkQuery refuses a query parameter that the call does not have, that is given twice or that
// cannot be read. If it were ignored, a misspelled filter would return everything.
func checkQuery(op *huma.Operation, query string) error {
	allowed := queryNames(op)
	given := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		values, err := url.ParseQuery(pair)
		if err != nil {
			name, _, _ := strings.Cut(pair, "=")
			return fault.OnField(shortName(name), fault.FormatWrong)
		}
		for name := range values {
			switch {
			case len(allowed) == 0:
				return fault.OnField(shortName(name), fault.NoParameters)
			case !slices.Contains(allowed, name):
				return fault.OnField(shortName(name), fault.ParameterUnknown, "allowed", strings.Join(allowed, ", "))
			case given[name]:
				return fault.OnField(name, fault.ParameterTwice)
			}
			given[name] = true
		}
	}
	return nil
}

// queryNames are the query parameters of a call, in the order of the document.
func queryNames(op *huma.Operation) []string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	return names
}

func shortName(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), longestName)], "")
}
