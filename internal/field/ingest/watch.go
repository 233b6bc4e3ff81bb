package ingest

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/database"
)

// Answers stores the answers of devices to commands.
type Answers interface {
	// CommandsAnswered stores answers in the transaction of their frames.
	CommandsAnswered(ctx context.Context, tx *database.Tx, answers []command.Answer) error
	// CyclesPolled enters readings that instruments gave to requests, in the transaction that stores them.
	CyclesPolled(ctx context.Context, tx *database.Tx, readings []collection.Reading) error
}

const (
	// watched is how many frames a receiver may lag behind.
	watched = 64
	// watchEvery is the interval at which the journal is read for a watcher.
	watchEvery = 250 * time.Millisecond
)

// Watch sends the frames of a device in both directions as they come to any server, until ctx ends. It reads them from
// the journal.
func (s *Service) Watch(ctx context.Context, device int64) <-chan Logged {
	frames := make(chan Logged, watched)
	ctx, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(s.ctx, cancel)
	after, err := s.journal.ends(ctx)
	go func() {
		defer close(frames)
		defer cancel()
		defer detach()
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if after == nil { // the database was away
				after, err = s.journal.ends(ctx)
				s.try("watch the journal", err)
				continue
			}
			news, err := s.journal.since(ctx, device, after)
			s.try("watch the journal", err)
			for _, frame := range news {
				select {
				case frames <- frame:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	s.try("watch the journal", err)
	return frames
}

// ends returns the number of the last batch of each lane.
func (j *Journal) ends(ctx context.Context) (map[int32]int64, error) {
	rows, err := j.db.Reader().QueryContext(ctx, "SELECT part, last FROM frame_sequence")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ends := map[int32]int64{}
	for rows.Next() {
		var lane int32
		var last int64
		if err := rows.Scan(&lane, &last); err != nil {
			return nil, err
		}
		ends[lane] = last
	}
	return ends, rows.Err()
}

// since returns the frames of a device in batches after those of the map, which it advances.
func (j *Journal) since(ctx context.Context, device int64, after map[int32]int64) (frames []Logged, err error) {
	ends, err := j.ends(ctx)
	if err != nil {
		return nil, err
	}
	for lane, end := range ends {
		if end == after[lane] {
			continue
		}
		hits, err := j.batchesAfter(ctx, lane, device, after[lane], end)
		if err != nil {
			return nil, err
		}
		for _, seq := range hits {
			batch, err := j.batch(ctx, seq)
			if err != nil {
				return nil, err
			}
			for i := range batch {
				if batch[i].Device == device {
					frames = append(frames, Logged{Entry{Seq: seq, Index: int32(i)}, batch[i]})
				}
			}
		}
		after[lane] = end
	}
	slices.SortFunc(frames, func(a, b Logged) int { return a.Entry.compare(b.Entry) })
	return frames, nil
}

// batchesAfter returns the batches of a lane in (after, end] that contain frames of a device.
func (j *Journal) batchesAfter(ctx context.Context, lane int32, device, after, end int64) (hits []int64, err error) {
	rows, err := j.db.Reader().QueryContext(ctx, "SELECT seq, devices FROM frame_batch WHERE part = $1 AND seq > $2 AND seq <= $3 ORDER BY seq", lane, after, end)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var devices []byte
		if err := rows.Scan(&seq, &devices); err != nil {
			return nil, err
		}
		if hasDevice(devices, device) {
			hits = append(hits, seq)
		}
	}
	return hits, rows.Err()
}
