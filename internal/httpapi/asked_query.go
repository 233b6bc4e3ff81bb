package httpapi

import (
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/errs"
)

// longestName limits how much of a parameter's name an error repeats, in bytes.
const longestName = 64

// checkQuery rejects query parameters that are unknown, repeated or malformed. If they were
// ignored, a misspelled filter would return everything.
func checkQuery(op *huma.Operation, query string) error {
	allowed := queryNames(op)
	given := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		values, err := url.ParseQuery(pair)
		if err != nil {
			name, _, _ := strings.Cut(pair, "=")
			return errs.OnField(shortName(name), errs.FormatWrong)
		}
		for name := range values {
			switch {
			case len(allowed) == 0:
				return errs.OnField(shortName(name), errs.NoParameters)
			case !slices.Contains(allowed, name):
				return errs.OnField(shortName(name), errs.ParameterUnknown, "allowed", strings.Join(allowed, ", "))
			case given[name]:
				return errs.OnField(name, errs.ParameterTwice)
			}
			given[name] = true
		}
	}
	return nil
}

// queryNames returns the query parameters of a call, in the order of the document.
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
