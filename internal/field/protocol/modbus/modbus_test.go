package modbus

import (
	"testing"

	"plumbline/internal/field/protocol/protocoltest"
)

// The golden frames are those of domain protocols.md section 2.
func TestFamily(t *testing.T) { protocoltest.Run(t, "modbus") }

func FuzzDecode(f *testing.F) { protocoltest.Fuzz(f, "modbus") }
