package ingest

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/platform/database"
)

// missingTimestamps gives readings without a device time their time of receipt. To recognize repeated messages it
// remembers the packet numbers of the last ones with their times; without a packet number each message is its own
// reading with its own time (design core.md section 1).
type missingTimestamps struct {
	db    *database.DB
	known map[source]*ring
	dirty []source
}

type source struct {
	device  int64
	channel int32
}

// ring is the last packets of one channel, oldest first.
type ring struct {
	newest, late burst
	packets      []packet
	dirty        bool
	stored       []byte // as in the database; nil: not there
	storedLate   int64  // the last late one there
	next         []byte // as written by the transaction that is about to commit
}

// burst is readings that were received so close together that their times follow one another by 1 ms.
type burst struct{ first, last int64 }

// add returns the time of a reading that was received during or after a burst, and no other of it has.
func (b *burst) add(received int64) int64 {
	if received > b.last {
		b.first = received
	}
	b.last = max(received, b.last+1)
	return b.last
}

// place returns the time of a reading. Frames of a server that died, and replayed ones, come late: they keep the time at which
// they were received.
func (r *ring) place(received int64) int64 {
	if received < r.newest.first {
		if received < r.late.first {
			r.late = burst{}
		}
		if at := r.late.add(received); at < r.newest.first {
			return at
		}
	}
	return r.newest.add(received)
}

type packet struct{ seq, time int64 }

const (
	ringLength = 256
	// Packet numbers wrap at 65,535: after this long the same number is another packet.
	packetLife    = 24 * time.Hour
	maxKnownRings = 4096
)

func newMissingTimestamps(db *database.DB) *missingTimestamps {
	return &missingTimestamps{db: db, known: map[source]*ring{}}
}

// forget drops the memory: after another server took over, or before it grows too large.
func (t *missingTimestamps) forget() {
	clear(t.known)
	t.dirty = t.dirty[:0]
}

// timeOf returns the time of a reading without one, received at a time.
func (t *missingTimestamps) timeOf(ctx context.Context, from source, seq int64, hasSeq bool, received int64) (int64, error) {
	r, ok := t.known[from]
	if !ok {
		var err error
		if r, err = t.load(ctx, from); err != nil {
			return 0, err
		}
		t.known[from] = r
	}
	if hasSeq {
		for i := len(r.packets) - 1; i >= 0; i-- {
			apart := received - r.packets[i].time
			if r.packets[i].seq == seq && max(apart, -apart) < packetLife.Milliseconds() {
				return r.packets[i].time, nil
			}
		}
	}
	at := r.place(received)
	if hasSeq {
		if len(r.packets) == ringLength {
			r.packets = append(r.packets[:0], r.packets[1:]...)
		}
		r.packets = append(r.packets, packet{seq, at})
	}
	if !r.dirty {
		r.dirty = true
		t.dirty = append(t.dirty, from)
	}
	return at, nil
}

func (t *missingTimestamps) load(ctx context.Context, from source) (*ring, error) {
	var data []byte
	r := &ring{}
	err := t.db.Reader().QueryRowContext(ctx, "SELECT data, newest_first, late_first, late_last FROM timeless WHERE device = $1 AND channel = $2",
		from.device, from.channel).Scan(&data, &r.newest.first, &r.late.first, &r.late.last)
	if errors.Is(err, sql.ErrNoRows) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the last packets of device %d: %w", from.device, err)
	}
	r.stored, r.storedLate = bytes.Clone(data), r.late.last
	numbers := make([]int64, 0, 1+2*ringLength)
	for len(data) > 0 {
		v, n := binary.Varint(data)
		if n <= 0 {
			return nil, fmt.Errorf("damaged list of the last packets of device %d", from.device)
		}
		numbers, data = append(numbers, v), data[n:]
	}
	if len(numbers)%2 == 1 {
		r.newest.last = numbers[0]
		for i := 1; i < len(numbers); i += 2 {
			r.packets = append(r.packets, packet{numbers[i], numbers[i+1] + numbers[0]})
		}
	}
	return r, nil
}

// save writes changes in stage 1's transaction. Call saved after the commit. It returns errCursor if another server has
// stored packets of the same source since they were read.
func (t *missingTimestamps) save(ctx context.Context, tx *sql.Tx) error {
	for _, from := range t.dirty {
		r := t.known[from]
		data := binary.AppendVarint(nil, r.newest.last)
		for _, p := range r.packets {
			data = binary.AppendVarint(data, p.seq)
			data = binary.AppendVarint(data, p.time-r.newest.last)
		}
		written, err := tx.ExecContext(ctx, `INSERT INTO timeless (device, channel, data, newest_first, late_first, late_last)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (device, channel) DO UPDATE SET data = excluded.data, newest_first = excluded.newest_first,
			late_first = excluded.late_first, late_last = excluded.late_last
			WHERE timeless.data = $7 AND timeless.late_last = $8`,
			from.device, from.channel, data, r.newest.first, r.late.first, r.late.last, r.stored, r.storedLate)
		if err != nil {
			return fmt.Errorf("keep the last packets of device %d: %w", from.device, err)
		}
		if n, err := written.RowsAffected(); err != nil || n != 1 {
			t.forget()
			return errors.Join(errCursor, err)
		}
		r.next = data
	}
	return nil
}

func (t *missingTimestamps) saved() {
	for _, from := range t.dirty {
		r := t.known[from]
		r.dirty, r.stored, r.storedLate = false, r.next, r.late.last
	}
	t.dirty = t.dirty[:0]
	if len(t.known) > maxKnownRings {
		t.forget()
	}
}
