package device

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/dated"
	"plumbline/internal/fault"
)

// checkChain follows what a collector hangs on, now and later, and refuses a ring.
func (s *Service) checkChain(ctx context.Context, d, collector Device, from int64) error {
	own := access.Scope{Corporation: d.CorporationID}
	next, seen := []int64{collector.ID}, map[int64]bool{0: true}
	for len(next) > 0 {
		id := next[0]
		next = next[1:]
		if seen[id] {
			continue
		}
		if seen[id] = true; id == d.ID {
			return fault.OnField("collectorId", fault.HangsOnItself, "name", collector.Name)
		}
		records, err := s.store.DeviceVersions(ctx, own, id)
		if fault.IsKind(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		versions, err := dated.Decode[Connection](records, string(AspectConnection))
		if err != nil {
			return err
		}
		timeline := dated.Of(versions)
		if held, ok := timeline.At(from); ok {
			next = append(next, held.Value.CollectorID)
		}
		for _, v := range timeline.Versions() {
			if v.ValidFrom > from {
				next = append(next, v.Value.CollectorID)
			}
		}
	}
	return nil
}

// ring tells whether a device of the batch hangs on itself by way of others.
func (b *batch) ring(i int) bool {
	at := i
	for range b.list {
		next, inBatch := b.bySN[b.list[at].Collector]
		if !inBatch {
			return false
		}
		if at = next; at == i {
			return true
		}
	}
	return false // a ring further up, told at its own devices
}
