package ingest

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// partsKept is how long parts of a picture wait for the others.
const partsKept = 7 * 24 * time.Hour

// picturePart is a part of a picture, from a frame that is refused if the picture becomes too large.
type picturePart struct {
	picture
	part, parts int32 // from 1
	from        Logged
}

// picture keeps the picture of a message, or the part of one, for the device on the channel of r, or else for the sender. r has
// its time.
func (d *decoding) picture(device *Device, entry Entry, f *Frame, r *protocol.Reading, into *stage1Batch) *misplaced {
	m := &d.message
	channel, at, why := place(device, m, r, f.Received, Believable)
	if why != nil {
		return why
	}
	one := picture{device.OnChannel(channel, at), at, f.Received, m.Picture}
	if m.Parts > 0 {
		into.parts = append(into.parts, picturePart{one, m.Part, m.Parts, Logged{entry, *f}})
	} else {
		into.images = append(into.images, one)
	}
	return nil
}

// joinPictures stores parts, in any order and repeatedly, and returns the pictures of which all parts are there.
func joinPictures(ctx context.Context, tx *sql.Tx, list []picturePart) (joined []picture, refused []DeadLetter, err error) {
	for _, one := range list {
		fits, err := one.keep(ctx, tx)
		if err != nil {
			return nil, nil, fmt.Errorf("keep a part of a picture: %w", err)
		}
		if !fits {
			why := errs.OnField("data", errs.FileLarge, "max", protocol.MaxPicture>>20)
			refused = append(refused, DeadLetter{one.from, why})
			continue
		}
		whole, err := one.join(ctx, tx)
		if err != nil {
			return nil, nil, fmt.Errorf("join a picture: %w", err)
		}
		if whole != nil {
			joined = append(joined, picture{one.device, one.time, one.received, whole})
		}
	}
	return joined, refused, nil
}

// keep stores a part, unless the picture became too large. The row of the picture lets the servers that store parts of it take
// turns, so that the last one sees all of them. A picture in another number of parts is another picture.
func (p picturePart) keep(ctx context.Context, tx *sql.Tx) (fits bool, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO device_picture_due (device, time, parts, received) VALUES ($1, $2, 0, $3)
		ON CONFLICT (device, time) DO UPDATE SET received = excluded.received`, p.device, p.time, p.received)
	if err != nil {
		return false, err
	}
	var parts int32
	err = tx.QueryRowContext(ctx, "SELECT parts FROM device_picture_due WHERE device = $1 AND time = $2", p.device, p.time).Scan(&parts)
	if err != nil {
		return false, err
	}
	if parts != p.parts {
		if _, err := tx.ExecContext(ctx, "DELETE FROM device_picture_part WHERE device = $1 AND time = $2", p.device, p.time); err != nil {
			return false, err
		}
		_, err := tx.ExecContext(ctx, "UPDATE device_picture_due SET parts = $3 WHERE device = $1 AND time = $2", p.device, p.time, p.parts)
		if err != nil {
			return false, err
		}
	}
	var others int
	err = tx.QueryRowContext(ctx, `SELECT COALESCE(SUM(length(content)), 0) FROM device_picture_part
		WHERE device = $1 AND time = $2 AND part <> $3`, p.device, p.time, p.part).Scan(&others)
	if err != nil || others+len(p.content) > protocol.MaxPicture {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO device_picture_part (device, time, part, content) VALUES ($1, $2, $3, $4)
		ON CONFLICT (device, time, part) DO UPDATE SET content = excluded.content`, p.device, p.time, p.part, p.content)
	return err == nil, err
}

// join returns the picture and forgets its parts, if all are there.
func (p picturePart) join(ctx context.Context, tx *sql.Tx) (whole []byte, err error) {
	var there int32
	err = tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM device_picture_part WHERE device = $1 AND time = $2", p.device, p.time).Scan(&there)
	if err != nil || there < p.parts {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT content FROM device_picture_part WHERE device = $1 AND time = $2 ORDER BY part", p.device, p.time)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var content []byte
		if err := rows.Scan(&content); err != nil {
			return nil, err
		}
		whole = append(whole, content...)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, table := range []string{"device_picture_part", "device_picture_due"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE device = $1 AND time = $2", p.device, p.time); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// trimParts removes the parts of deleted devices, and those of which no other came since a time (UTC ms).
func trimParts(ctx context.Context, tx *sql.Tx, before int64) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM device_picture_due WHERE received < $1 OR device NOT IN (SELECT id FROM device)", before)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM device_picture_part WHERE NOT EXISTS (SELECT 1 FROM device_picture_due
			WHERE device_picture_due.device = device_picture_part.device AND device_picture_due.time = device_picture_part.time)`)
	}
	if err != nil {
		return fmt.Errorf("remove parts of pictures: %w", err)
	}
	return nil
}
