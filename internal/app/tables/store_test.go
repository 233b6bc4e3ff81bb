package tables_test

import (
	"testing"

	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/storetest"
)

func TestStore(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) { storetest.Run(t, engine) })
	}
}
