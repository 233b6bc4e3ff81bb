package command

import (
	"context"
	"testing"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// oneWay returns the same gateway for every device.
type oneWay Way

func (w oneWay) Way(int64, int64) (Way, bool)         { return Way(w), true }
func (oneWay) Refresh(context.Context, []int64) error { return nil }

func TestProtocolWithoutCommands(t *testing.T) {
	silent := &protocol.Family{Name: "silent"}
	s := New(nil, oneWay{Gateway: 1, Register: "R-1", Message: silent, Line: silent}, nil, nil)
	if _, err := s.Prepare(t.Context(), audit.Program("test"), device.Device{ID: 1}, Order{Kind: Read}); !errs.Is(err, errs.NoCommands) {
		t.Errorf("got %v", err)
	}
}
