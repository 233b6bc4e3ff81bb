package ingest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
)

// Picture is a picture that a device sent, a JPEG. Times are UTC ms.
type Picture struct {
	Time     int64 // of the picture
	Received int64
	Size     int64 // bytes
}

// picture is a picture to store.
type picture struct {
	device, time, received int64
	content                []byte
}

func addPictures(ctx context.Context, tx *sql.Tx, list []picture) error {
	for _, one := range list {
		_, err := tx.ExecContext(ctx, `INSERT INTO device_picture (device, time, received, content) VALUES ($1, $2, $3, $4)
			ON CONFLICT (device, time) DO UPDATE SET received = excluded.received, content = excluded.content`,
			one.device, one.time, one.received, one.content)
		if err != nil {
			return fmt.Errorf("store a picture: %w", err)
		}
	}
	return nil
}

// TrimPictures removes the pictures of deleted devices, and parts of pictures whose other parts did not come.
func (s *Service) TrimPictures(ctx context.Context) error {
	return s.config.Data.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM device_picture WHERE device NOT IN (SELECT id FROM device)")
		if err != nil {
			return fmt.Errorf("remove the pictures of deleted devices: %w", err)
		}
		return trimParts(ctx, tx.Tx, clock.Now().Add(-partsKept).UnixMilli())
	})
}

// devicesAtOnce is the number of devices in one query of amounts.
const devicesAtOnce = 500

// MeasurePictures returns how many pictures of devices were taken in [from, to) and received before to, by device. Devices
// without are left out.
func (s *Service) MeasurePictures(ctx context.Context, devices []int64, from, to int64) (map[int64]Amount, error) {
	found := map[int64]Amount{}
	for some := range slices.Chunk(devices, devicesAtOnce) {
		if err := s.measurePictures(ctx, some, from, to, found); err != nil {
			return nil, fmt.Errorf("measure pictures: %w", err)
		}
	}
	return found, nil
}

func (s *Service) measurePictures(ctx context.Context, devices []int64, from, to int64, into map[int64]Amount) error {
	list, args := placeholders(devices, []any{from, to})
	rows, err := s.config.Data.Reader().QueryContext(ctx, `SELECT device, COUNT(*), SUM(length(content)), MIN(time), MAX(time) FROM device_picture
		WHERE time >= $1 AND time < $2 AND received < $2 AND device IN (`+list+") GROUP BY device", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var device int64
		var a Amount
		if err := rows.Scan(&device, &a.Rows, &a.Bytes, &a.First, &a.Last); err != nil {
			return err
		}
		into[device] = a
	}
	return rows.Err()
}

// DeletePictures deletes up to limit pictures of a device that were taken in [from, to) and received before to, the
// oldest first, and returns what it deleted.
func (s *Service) DeletePictures(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) (deleted Amount, err error) {
	rows, err := tx.QueryContext(ctx, `DELETE FROM device_picture WHERE device = $1 AND time IN (SELECT time FROM device_picture
		WHERE device = $1 AND time >= $2 AND time < $3 AND received < $3 ORDER BY time LIMIT $4) RETURNING time, length(content)`, device, from, to, limit)
	if err != nil {
		return deleted, fmt.Errorf("delete pictures: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		one := Amount{Rows: 1}
		if err := rows.Scan(&one.First, &one.Bytes); err != nil {
			return deleted, fmt.Errorf("delete pictures: %w", err)
		}
		one.Last = one.First
		deleted.Add(one)
	}
	return deleted, rows.Err()
}

// Pictures returns the pictures of a device, newest first, before a time (UTC ms; 0: from the newest).
func (s *Service) Pictures(ctx context.Context, device, before int64, limit int) ([]Picture, error) {
	if before == 0 {
		before = 1 << 62
	}
	rows, err := s.config.Data.Reader().QueryContext(ctx, `SELECT time, received, length(content) FROM device_picture
		WHERE device = $1 AND time < $2 ORDER BY time DESC LIMIT $3`, device, before, limit)
	if err != nil {
		return nil, fmt.Errorf("list pictures: %w", err)
	}
	defer rows.Close()
	list := []Picture{}
	for rows.Next() {
		var one Picture
		if err := rows.Scan(&one.Time, &one.Received, &one.Size); err != nil {
			return nil, fmt.Errorf("list pictures: %w", err)
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// Picture returns the content of a picture; false if there is none of that time.
func (s *Service) Picture(ctx context.Context, device, time int64) (content []byte, found bool, err error) {
	err = s.config.Data.Reader().QueryRowContext(ctx, "SELECT content FROM device_picture WHERE device = $1 AND time = $2", device, time).Scan(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("read a picture: %w", err)
	}
	return content, true, nil
}
