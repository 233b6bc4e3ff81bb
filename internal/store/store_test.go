package store_test

import (
	"testing"

	"plumbline/internal/store/storetest"
	"plumbline/internal/testkit/fixture"
)

func TestStore(t *testing.T) {
	for _, engine := range fixture.Engines() {
		t.Run(string(engine), func(t *testing.T) { storetest.Run(t, engine) })
	}
}
