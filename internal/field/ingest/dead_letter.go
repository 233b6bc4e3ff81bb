package ingest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// DeadLetter is a frame, or part of one, that could not be turned into readings. It is kept with the reason until a
// replay succeeds or it is removed by age and size.
type DeadLetter struct {
	Logged
	Reason *errs.Error
}

// reason stores an error as codes, so that it can be shown in each reader's language.
type reason struct {
	Code   int           `json:"code"`
	Args   errs.Args     `json:"args,omitempty"`
	Fields []reasonField `json:"fields,omitempty"`
}

type reasonField struct {
	Name string    `json:"name"`
	Code int       `json:"code"`
	Args errs.Args `json:"args,omitempty"`
}

func packReason(refused *errs.Error) (string, error) {
	r := reason{Code: refused.Code, Args: refused.Args}
	for _, f := range refused.Fields {
		r.Fields = append(r.Fields, reasonField{f.Name, f.Message.Code, f.Args})
	}
	data, err := json.Marshal(r)
	return string(data), err
}

var messages = func() map[int]*errs.Message {
	byCode := map[int]*errs.Message{}
	for _, m := range errs.Catalog() {
		byCode[m.Code] = m
	}
	return byCode
}()

func unpackReason(text string) (*errs.Error, error) {
	var r reason
	kept := json.NewDecoder(strings.NewReader(text))
	kept.UseNumber() // keep times as written, not as powers of ten
	if err := kept.Decode(&r); err != nil {
		return nil, fmt.Errorf("reason of a dead frame: %w", err)
	}
	message, known := messages[r.Code]
	if !known {
		return nil, fmt.Errorf("reason of a dead frame: no message %d", r.Code)
	}
	var pairs []any
	for name, value := range r.Args {
		pairs = append(pairs, name, value)
	}
	refused := errs.New(message, pairs...)
	for _, f := range r.Fields {
		if m, known := messages[f.Code]; known {
			refused.Fields = append(refused.Fields, errs.Field{Name: f.Name, Message: m, Args: f.Args})
		}
	}
	return refused, nil
}

// deadLetters is the table of dead frames.
type deadLetters struct{ db *database.DB }

// Limits of stored dead frames.
const (
	keptDeadOfDevice = 2000
	keptDeadBytes    = 256 << 20
)

func (g deadLetters) add(ctx context.Context, tx *sql.Tx, dead []DeadLetter) error {
	for i := range dead {
		d := &dead[i]
		why, err := packReason(d.Reason)
		if err != nil {
			return fmt.Errorf("keep a dead frame: %w", err)
		}
		payload := d.Payload
		if payload == nil {
			payload = []byte{} // an empty frame; nil would be NULL
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO dead_frame (seq, place, device, register, transport, kind, received, size, reason, payload)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (seq, place) DO UPDATE SET reason = excluded.reason`,
			d.Seq, d.Index, d.Device, d.Register, int64(d.Transport), int64(d.Kind), d.Received, len(payload)+len(why), why, payload)
		if err != nil {
			return fmt.Errorf("keep a dead frame: %w", err)
		}
	}
	return nil
}

func (g deadLetters) remove(ctx context.Context, tx *sql.Tx, entry Entry) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM dead_frame WHERE seq = $1 AND place = $2", entry.Seq, entry.Index); err != nil {
		return fmt.Errorf("remove a dead frame: %w", err)
	}
	return nil
}

// of returns dead frames of a device, newest first, before an entry (zero: from the end).
func (g deadLetters) of(ctx context.Context, device int64, before Entry, limit int) ([]DeadLetter, error) {
	if before.Seq == 0 {
		before = Entry{Seq: 1 << 62}
	}
	rows, err := g.db.Reader().QueryContext(ctx, `SELECT seq, place, device, register, transport, kind, received, reason, payload FROM dead_frame
		WHERE device = $1 AND (seq < $2 OR seq = $2 AND place < $3) ORDER BY seq DESC, place DESC LIMIT $4`,
		device, before.Seq, before.Index, limit)
	if err != nil {
		return nil, fmt.Errorf("list dead frames: %w", err)
	}
	defer rows.Close()
	list := make([]DeadLetter, 0, limit)
	for rows.Next() {
		var d DeadLetter
		var why string
		var transport, kind int64
		if err := rows.Scan(&d.Seq, &d.Index, &d.Device, &d.Register, &transport, &kind, &d.Received, &why, &d.Payload); err != nil {
			return nil, fmt.Errorf("list dead frames: %w", err)
		}
		d.Transport, d.Kind = Transport(transport), Kind(kind)
		if d.Reason, err = unpackReason(why); err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

// count returns the number of dead frames of a device.
func (g deadLetters) count(ctx context.Context, device int64) (n int64, err error) {
	err = g.db.Reader().QueryRowContext(ctx, "SELECT COUNT(*) FROM dead_frame WHERE device = $1", device).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count dead frames: %w", err)
	}
	return n, nil
}

// trim deletes the oldest dead frames of devices with too many, and of all if they take too much space.
func (g deadLetters) trim(ctx context.Context) error {
	type excess struct{ device, count int64 }
	var over []excess
	rows, err := g.db.Reader().QueryContext(ctx, "SELECT device, COUNT(*) FROM dead_frame GROUP BY device HAVING COUNT(*) > $1", keptDeadOfDevice)
	if err != nil {
		return fmt.Errorf("count dead frames: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e excess
		if err := rows.Scan(&e.device, &e.count); err != nil {
			return fmt.Errorf("count dead frames: %w", err)
		}
		over = append(over, e)
	}
	if err := errorsOf(rows); err != nil {
		return fmt.Errorf("count dead frames: %w", err)
	}
	for _, e := range over {
		if err := g.delete(ctx, `DELETE FROM dead_frame WHERE device = $1 AND (seq, place) IN
			(SELECT seq, place FROM dead_frame WHERE device = $1 ORDER BY seq, place LIMIT $2)`, e.device, e.count-keptDeadOfDevice); err != nil {
			return err
		}
	}
	var bytes int64
	for {
		if err := g.db.Reader().QueryRowContext(ctx, "SELECT COALESCE(SUM(size), 0) FROM dead_frame").Scan(&bytes); err != nil {
			return fmt.Errorf("measure dead frames: %w", err)
		}
		if bytes <= keptDeadBytes {
			return nil
		}
		if err := g.delete(ctx, "DELETE FROM dead_frame WHERE (seq, place) IN (SELECT seq, place FROM dead_frame ORDER BY seq, place LIMIT 200)"); err != nil {
			return err
		}
	}
}

func (g deadLetters) delete(ctx context.Context, query string, args ...any) error {
	return g.db.Write(ctx, func(tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("trim dead frames: %w", err)
		}
		return nil
	})
}

func errorsOf(rows *sql.Rows) error {
	err := rows.Err()
	if closing := rows.Close(); err == nil {
		err = closing
	}
	return err
}
