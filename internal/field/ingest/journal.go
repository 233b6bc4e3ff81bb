package ingest

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"plumbline/internal/core/marks"
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

// partition is the only partition of devices so far. Rows have it so that more can be added without moving data.
const partition = 0

// Journal is the stored frames, one row per batch.
type Journal struct {
	db *database.DB

	packing   sync.Mutex // codec of the only committer
	packer    *blobCodec
	devices   []int64
	unpacking sync.Mutex // codec of readers
	unpacker  *blobCodec
}

// OpenJournal opens the journal in a database: its own SQLite file in the embedded shape, so that a long write
// elsewhere never delays an acknowledgement; the main database on PostgreSQL.
func OpenJournal(ctx context.Context, db *database.DB) (*Journal, error) {
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
	return &Journal{db: db, packer: packer, unpacker: unpacker}, nil
}

// append commits frames as one batch and returns its number. Numbers are assigned under the lock of the sequence's
// row, held until the commit: a reader who sees a batch sees all earlier ones, with any number of servers.
func (j *Journal) append(ctx context.Context, frames []Frame) (seq int64, err error) {
	j.packing.Lock()
	defer j.packing.Unlock()
	data := j.packer.pack(frames)
	var devices []byte
	devices, j.devices = packDevices(frames, j.devices)
	err = j.db.Write(ctx, func(tx *database.Tx) error {
		err := tx.QueryRowContext(ctx, "UPDATE frame_sequence SET last = last + 1 WHERE part = $1 RETURNING last", partition).Scan(&seq)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO frame_batch (seq, part, received, frames, size, devices, data) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			seq, partition, frames[len(frames)-1].Received, len(frames), len(data)+len(devices), devices, data)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("commit %d frames: %w", len(frames), err)
	}
	return seq, nil
}

// Last returns the number of the last committed batch; 0 if there is none.
func (j *Journal) Last(ctx context.Context) (last int64, err error) {
	err = j.db.Reader().QueryRowContext(ctx, "SELECT last FROM frame_sequence WHERE part = $1", partition).Scan(&last)
	if err != nil {
		return 0, fmt.Errorf("read the journal's end: %w", err)
	}
	return last, nil
}

// notBefore continues numbering after a number: a journal restored from an older backup than the data must not assign
// numbers that the cursor has passed.
func (j *Journal) notBefore(ctx context.Context, seq int64) error {
	return j.db.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE frame_sequence SET last = $1 WHERE part = $2 AND last < $1", seq, partition)
		return err
	})
}

// Read returns batches after a number in order: at least one if there is one, and no more once their payloads exceed
// most bytes.
func (j *Journal) Read(ctx context.Context, after int64, most int) ([]Batch, error) {
	rows, err := j.db.Reader().QueryContext(ctx, "SELECT seq, data FROM frame_batch WHERE part = $1 AND seq > $2 ORDER BY seq LIMIT 500", partition, after)
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
		var data []byte
		err := j.db.Reader().QueryRowContext(ctx, "SELECT data FROM frame_batch WHERE part = $1 AND seq = $2", partition, seq).Scan(&data)
		if err != nil {
			return nil, Entry{}, fmt.Errorf("read batch %d of the journal: %w", seq, err)
		}
		all, err := j.unpack(data)
		if err != nil {
			return nil, Entry{}, fmt.Errorf("batch %d of the journal: %w", seq, err)
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

// batchesOf returns up to limit+1 batches up to a number that contain frames of a device.
func (j *Journal) batchesOf(ctx context.Context, device, upTo int64, limit int) (hits []int64, last int64, exhausted bool, err error) {
	rows, err := j.db.Reader().
		QueryContext(ctx, "SELECT seq, devices FROM frame_batch WHERE part = $1 AND seq <= $2 ORDER BY seq DESC LIMIT $3", partition, upTo, maxScanned)
	if err != nil {
		return nil, 0, false, fmt.Errorf("scan the journal: %w", err)
	}
	defer rows.Close()
	scanned := 0
	for rows.Next() {
		var devices []byte
		if err := rows.Scan(&last, &devices); err != nil {
			return nil, 0, false, fmt.Errorf("scan the journal: %w", err)
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

// Keep is how long stored frames stay in the journal.
type Keep struct {
	Age   time.Duration
	Bytes int64
}

// trim deletes batches up to cursor that exceed the age or size of keep, in small pieces. It returns the remaining
// bytes.
func (j *Journal) trim(ctx context.Context, cursor int64, now time.Time, keep Keep) (left int64, err error) {
	if err := j.db.Reader().QueryRowContext(ctx, "SELECT COALESCE(SUM(size), 0) FROM frame_batch WHERE part = $1", partition).Scan(&left); err != nil {
		return 0, fmt.Errorf("measure the journal: %w", err)
	}
	oldest := now.Add(-keep.Age).UnixMilli()
	for {
		upTo, freed, err := j.due(ctx, cursor, oldest, left-keep.Bytes)
		if err != nil || upTo == 0 {
			return left, err
		}
		if err := j.db.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM frame_batch WHERE part = $1 AND seq <= $2", partition, upTo)
			return err
		}); err != nil {
			return left, fmt.Errorf("trim the journal: %w", err)
		}
		left -= freed
	}
}

// due returns the next piece to delete: up to 64 batches from the start.
func (j *Journal) due(ctx context.Context, cursor, oldest, over int64) (upTo, freed int64, err error) {
	rows, err := j.db.Reader().
		QueryContext(ctx, "SELECT seq, received, size FROM frame_batch WHERE part = $1 AND seq <= $2 ORDER BY seq LIMIT 64", partition, cursor)
	if err != nil {
		return 0, 0, fmt.Errorf("trim the journal: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq, received, size int64
		if err := rows.Scan(&seq, &received, &size); err != nil {
			return 0, 0, fmt.Errorf("trim the journal: %w", err)
		}
		if received >= oldest && freed >= over {
			break
		}
		upTo, freed = seq, freed+size
	}
	return upTo, freed, rows.Err()
}

// sizeBehind returns the packed bytes of the batches after a number.
func (j *Journal) sizeBehind(ctx context.Context, seq int64) (size int64, err error) {
	err = j.db.Reader().QueryRowContext(ctx, "SELECT COALESCE(SUM(size), 0) FROM frame_batch WHERE part = $1 AND seq > $2", partition, seq).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("measure the journal: %w", err)
	}
	return size, nil
}
