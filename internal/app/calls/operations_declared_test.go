package calls

import (
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// openCalls need no session (backend.md section 2, pitfall 8).
var openCalls = []string{
	"signIn", "signOptions", "checkAccount", "signUp", "forgetPassword", "resetPassword", "loginInfo", "version",
	"commonLanguage", "errorMessages", "ingest", "monitorExportFile", "getReportFile", "getProjectReportFile", "signInSecondFactor", "beginSSO", "returnSSO",
	"exchangeSSO", "getFile", "getSoftwareFile", "getAlertLink", "answerAlertLink",
	"askDecisionCode", "decideByCode", "reportTextReceipt",
}

func TestOperationsAreFullyDeclared(t *testing.T) {
	a, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for path, item := range a.kernel.OpenAPI().Paths {
		for method, op := range operationsOf(item) {
			call := method + " " + path
			if other, taken := seen[op.OperationID]; taken {
				t.Errorf("%s and %s are both %s", call, other, op.OperationID)
			}
			seen[op.OperationID] = call
			if op.Summary == "" || len(op.Tags) != 1 {
				t.Errorf("%s: no summary or tag", call)
			}
			need, _ := op.Extensions["x-permission"].(string)
			open := slices.Contains(openCalls, op.OperationID)
			switch {
			case need == "":
				t.Errorf("%s does not declare a permission", call)
			case need == "Public" && !open:
				t.Errorf("%s is public, but not listed in openCalls", call)
			case need == "Public" || need == "Device":
				if len(op.Security) != 0 {
					t.Errorf("%s: public, but with security", call)
				}
			case len(op.Security) != 1:
				t.Errorf("%s: no security", call)
			}
			if strings.Contains(need, ":") {
				if _, ok := access.ParsePermission(need); !ok {
					t.Errorf("%s: %s is not a permission", call, need)
				}
			}
			for _, id := range httpapi.PathIDs(path) {
				if scope, _ := op.Extensions["x-scope"].(string); !strings.Contains(scope, id) {
					t.Errorf("%s: %s is not part of the scope", call, id)
				}
			}
			for part := range strings.SplitSeq(path, "/") {
				name, isParam := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{")
				if isParam && !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == name && p.In == "path" }) {
					t.Errorf("%s: %s is not described", call, name)
				}
			}
			for _, status := range []string{"200", "201"} {
				if r := op.Responses[status]; r != nil && len(r.Content) == 0 {
					t.Errorf("%s: response %s without content", call, status)
				}
			}
		}
	}
	if len(seen) < 90 {
		t.Errorf("only %d operations", len(seen))
	}
}

func operationsOf(item *huma.PathItem) map[string]*huma.Operation {
	found := map[string]*huma.Operation{}
	for method, op := range map[string]*huma.Operation{
		"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete,
	} {
		if op != nil {
			found[method] = op
		}
	}
	return found
}
