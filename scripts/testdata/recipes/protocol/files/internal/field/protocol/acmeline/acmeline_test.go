package acmeline

import (
	"testing"

	"plumbline/internal/field/protocol/protocoltest"
)

func TestGaugeLines(t *testing.T) { protocoltest.Run(t, name) }

func FuzzGaugeLines(f *testing.F) { protocoltest.Fuzz(f, name) }
