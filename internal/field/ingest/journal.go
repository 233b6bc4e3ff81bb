package ingest

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"plumbline/internal/core/marks"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
)

//go:embed migrations
var migrations embed.FS

func migrate(ctx context.Context, db *database.DB, which, table string) error {
	files, err := fs.Sub(migrations, "migrations/"+which+"/"+string(db.Dialect()))
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, table)
}

// Migrate creates the tables of intake, including the marks.
func Migrate(ctx context.Context, data *database.DB) error {
	if err := marks.Migrate(ctx, data); err != nil {
		return err
	}
	return migrate(ctx, data, "data", "intake_version")
}

// Journal is the stored frames of an installation, one row per batch. Each server appends to its own lane, and so
// servers never wait for each other.
type Journal struct {
	db    *database.DB
	lease cluster.Lease
	lane  int32
	last  int64 // number of the last batch of the lane
	sure  bool  // its commit succeeded
	done  int64 // the last one whose commit succeeded

	packing   sync.Mutex // codec of the only committer
	packer    *blobCodec
	devices   []int64
	unpacking sync.Mutex // codec of readers
	unpacker  *blobCodec
}

// OpenJournal opens the journal in a database: its own SQLite file in the embedded shape, so that a long write
// elsewhere never delays an acknowledgement; the main database on PostgreSQL.
func OpenJournal(ctx context.Context, db *database.DB, lease cluster.Lease) (*Journal, error) {
	if err := migrate(ctx, db, "journal", "journal_version"); err != nil {
		return nil, err
	}
	packer, err := newBlobCodec()
	if err != nil {
		return nil, err
	}
	unpacker, err := newBlobCodec()
	if err != nil {
		return nil, err
	}
	j := &Journal{db: db, lease: lease, lane: lease.Lane(), packer: packer, unpacker: unpacker}
	err = db.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO frame_sequence (part, last) VALUES ($1, 0) ON CONFLICT DO NOTHING", j.lane)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT last FROM frame_sequence WHERE part = $1", j.lane).Scan(&j.last)
	})
	if err != nil {
		return nil, fmt.Errorf("read the journal's end: %w", err)
	}
	return j, nil
}

// laneBits is how many bits of a number are its lane, and tickBits how many count the batches of a millisecond.
const (
	laneBits = 8
	tickBits = 4
)

// next returns the number of the next batch: unique in the installation, rising within a lane, and in the order of time
// between lanes as far as the clocks of the servers agree.
func (j *Journal) next(now time.Time) int64 {
	ticks := max(now.UnixMilli()<<tickBits, j.last>>laneBits+1)
	return ticks<<laneBits | int64(j.lane)
}

// laneOf returns the lane of a number. The numbers of earlier versions count from 1 and are all of lane 0.
func laneOf(seq int64) int32 {
	const firstWithLane = 1 << 40
	if seq < firstWithLane {
		return 0
	}
	return int32(seq & (1<<laneBits - 1))
}

// append commits frames as one batch of the lane and returns its number, and that of the batch before; -1 if the lane
// has to be read, because it may have another one in between. The error is a behindError if the configuration has
// changed after a generation; -1: it is not compared.
func (j *Journal) append(ctx context.Context, frames []Frame, generation int64) (seq, before int64, err error) {
	j.packing.Lock()
	defer j.packing.Unlock()
	data := j.packer.pack(frames)
	var devices []byte
	devices, j.devices = packDevices(frames, j.devices)
	seq, before = j.next(clock.Now()), j.last
	if !j.sure {
		before = -1
	}
	err = j.db.Write(ctx, func(tx *database.Tx) error {
		if err := j.lease.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		if err := j.advance(ctx, tx, seq, generation); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO frame_batch (seq, part, received, frames, size, devices, data) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			seq, j.lane, frames[len(frames)-1].Received, len(frames), len(data)+len(devices), devices, data)
		return err
	})
	if errors.As(err, new(behindError)) {
		return 0, 0, err // nothing was written
	}
	// After a failure the batch may be stored all the same: its number is not used again.
	j.last, j.sure = seq, err == nil
	if err != nil {
		return 0, 0, fmt.Errorf("commit %d frames: %w", len(frames), err)
	}
	j.done = seq
	return seq, before, nil
}

// advance moves the end of the lane in the transaction that appends, unless the configuration has changed.
func (j *Journal) advance(ctx context.Context, tx *database.Tx, seq, generation int64) (err error) {
	now := int64(-1)
	switch {
	case j.db.OnCitus():
		now, err = moveOnCitus(ctx, tx, seq, j.lane, generation)
	case generation < 0:
		_, err = tx.ExecContext(ctx, move, seq, j.lane)
	default:
		err = tx.QueryRowContext(ctx, move+" RETURNING (SELECT generation FROM configuration WHERE id = 1)", seq, j.lane).Scan(&now)
	}
	if err == nil && now > generation {
		return behindError{now}
	}
	return err
}

// move moves the end of a lane.
const move = "UPDATE frame_sequence SET last = $1 WHERE part = $2"

// end returns the number of the last batch that this process has committed; 0: none.
func (j *Journal) end() int64 {
	j.packing.Lock()
	defer j.packing.Unlock()
	return j.done
}

// notBefore continues numbering after a number: a journal restored from an older backup than the data must not assign
// numbers that the cursor has passed.
func (j *Journal) notBefore(seq int64) { j.last = max(j.last, seq) }

// Read returns the batches of a lane after a number in order: at least one if there is one, and no more once their
// payloads exceed most bytes.
func (j *Journal) Read(ctx context.Context, lane int32, after int64, most int) ([]Batch, error) {
	rows, err := j.db.Reader().QueryContext(ctx, "SELECT seq, data FROM frame_batch WHERE part = $1 AND seq > $2 ORDER BY seq LIMIT 500", lane, after)
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	defer rows.Close()
	var batches []Batch
	for total := 0; total <= most && rows.Next(); {
		var batch Batch
		var data []byte
		if err := rows.Scan(&batch.Seq, &data); err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		if batch.Frames, err = j.unpack(data); err != nil {
			return nil, fmt.Errorf("batch %d of the journal: %w", batch.Seq, err)
		}
		batch.bytes = payloadBytes(batch.Frames)
		total += batch.bytes
		batches = append(batches, batch)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	return batches, nil
}

func (j *Journal) unpack(data []byte) ([]Frame, error) {
	j.unpacking.Lock()
	defer j.unpacking.Unlock()
	return j.unpacker.unpack(data)
}

func payloadBytes(frames []Frame) int {
	n := 0
	for i := range frames {
		n += len(frames[i].Payload) + frameFixed
	}
	return n
}

// Logged is a frame with its place in the journal.
type Logged struct {
	Entry
	Frame
}

// maxScanned bounds the batches searched by one call of Frames.
const maxScanned = 20000

// Frames returns the frames of a device in both directions, newest first, before an entry (zero: from the end), at
// most limit. more is where to continue; its Seq is 0 at the end.
func (j *Journal) Frames(ctx context.Context, device int64, before Entry, limit int) (frames []Logged, more Entry, err error) {
	if before.Seq == 0 {
		before = Entry{Seq: 1 << 62}
	}
	// Two steps: first the small columns of many batches, then only the blobs needed.
	hits, last, exhausted, err := j.batchesOf(ctx, device, before.Seq, limit)
	if err != nil {
		return nil, Entry{}, err
	}
	frames = make([]Logged, 0, limit)
	for _, seq := range hits {
		all, err := j.batch(ctx, seq)
		if err != nil {
			return nil, Entry{}, err
		}
		for i := len(all) - 1; i >= 0; i-- {
			entry := Entry{Seq: seq, Index: int32(i)}
			if all[i].Device != device || entry.Seq == before.Seq && entry.Index >= before.Index {
				continue
			}
			if len(frames) == limit {
				return frames, frames[limit-1].Entry, nil
			}
			frames = append(frames, Logged{Entry: entry, Frame: all[i]})
		}
	}
	if exhausted {
		return frames, Entry{}, nil
	}
	return frames, Entry{Seq: last}, nil
}

// batch returns the frames of a batch.
func (j *Journal) batch(ctx context.Context, seq int64) ([]Frame, error) {
	var data []byte
	err := j.db.Reader().QueryRowContext(ctx, "SELECT data FROM frame_batch WHERE part = $1 AND seq = $2", laneOf(seq), seq).Scan(&data)
	if err != nil {
		return nil, fmt.Errorf("read batch %d of the journal: %w", seq, err)
	}
	frames, err := j.unpack(data)
	if err != nil {
		return nil, fmt.Errorf("batch %d of the journal: %w", seq, err)
	}
	return frames, nil
}

// batchesOf returns up to limit+1 batches up to a number that contain frames of a device, newest first. All lanes have
// been searched down to last, or to their ends if exhausted.
func (j *Journal) batchesOf(ctx context.Context, device, upTo int64, limit int) (hits []int64, last int64, exhausted bool, err error) {
	lanes, err := j.lanes(ctx)
	if err != nil {
		return nil, 0, false, err
	}
	exhausted = true
	for _, lane := range lanes {
		found, reached, ended, err := j.batchesOfLane(ctx, lane, device, upTo, limit)
		if err != nil {
			return nil, 0, false, fmt.Errorf("scan the journal: %w", err)
		}
		hits = append(hits, found...)
		if !ended {
			last, exhausted = max(last, reached), false
		}
	}
	slices.SortFunc(hits, func(a, b int64) int { return cmp.Compare(b, a) })
	hits = slices.DeleteFunc(hits, func(seq int64) bool { return seq < last })
	return hits, last, exhausted, nil
}

func (j *Journal) batchesOfLane(ctx context.Context, lane int32, device, upTo int64, limit int) (hits []int64, last int64, ended bool, err error) {
	rows, err := j.db.Reader().
		QueryContext(ctx, "SELECT seq, devices FROM frame_batch WHERE part = $1 AND seq <= $2 ORDER BY seq DESC LIMIT $3", lane, upTo, maxScanned)
	if err != nil {
		return nil, 0, false, err
	}
	defer rows.Close()
	scanned := 0
	for rows.Next() {
		var devices []byte
		if err := rows.Scan(&last, &devices); err != nil {
			return nil, 0, false, err
		}
		scanned++
		if !hasDevice(devices, device) {
			continue
		}
		if hits = append(hits, last); len(hits) > limit {
			return hits, last, false, nil
		}
	}
	return hits, last, scanned < maxScanned, rows.Err()
}

// lanes returns all lanes that were ever used.
func (j *Journal) lanes(ctx context.Context) (list []int32, err error) {
	rows, err := j.db.Reader().QueryContext(ctx, "SELECT part FROM frame_sequence ORDER BY part")
	if err != nil {
		return nil, fmt.Errorf("lanes of the journal: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var lane int32
		if err := rows.Scan(&lane); err != nil {
			return nil, err
		}
		list = append(list, lane)
	}
	return list, rows.Err()
}

// sizeBehind returns the packed bytes of the batches of the lane after a number.
func (j *Journal) sizeBehind(ctx context.Context, seq int64) (size int64, err error) {
	err = j.db.Reader().QueryRowContext(ctx, "SELECT COALESCE(SUM(size), 0) FROM frame_batch WHERE part = $1 AND seq > $2", j.lane, seq).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("measure the journal: %w", err)
	}
	return size, nil
}
