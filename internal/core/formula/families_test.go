package formula_test

import (
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/formula"
)

// What people can choose is what can be computed.
func TestTheCatalogueDescribesEveryFamily(t *testing.T) {
	var described []string
	for _, f := range catalogue.SystemFormulas() {
		described = append(described, f.Code)
	}
	sort.Strings(described)
	if diff := cmp.Diff(formula.Families(), described); diff != "" {
		t.Errorf("computed and described differ: %s", diff)
	}
}
