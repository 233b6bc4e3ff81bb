package topology_test

import (
	"context"
	"slices"
	"testing"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/topology"
)

// An order with a duplicate node is refused without any change.
func TestSortRefusesDuplicates(t *testing.T) {
	kept := &order{}
	s := topology.New(kept)
	if err := s.Sort(t.Context(), audit.Actor{}, 1, topology.OfDevice, []int64{3, 2, 3}); !errs.Is(err, errs.Duplicate) || kept.ids != nil {
		t.Errorf("refused with %v, kept %v", err, kept.ids)
	}
	if err := s.Sort(t.Context(), audit.Actor{}, 1, topology.OfDevice, []int64{3, 2}); err != nil || !slices.Equal(kept.ids, []int64{3, 2}) {
		t.Errorf("kept %v, %v", kept.ids, err)
	}
}

type order struct {
	topology.Store
	ids []int64
}

func (o *order) SortNodes(_ context.Context, _ audit.Actor, _ int64, _ topology.Kind, ids []int64) error {
	o.ids = ids
	return nil
}
