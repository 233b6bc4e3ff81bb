package ingest

import (
	"context"
	"fmt"

	"plumbline/internal/platform/errs"
)

// RefusedHour is how many frames of a device were refused in one hour for one reason, among the dead frames that are
// kept.
type RefusedHour struct {
	Device int64
	Hour   int64 // UTC ms
	Count  int64
	Newest int64       // UTC ms
	Reason *errs.Error // of one of them
}

const hour = int64(3600_000)

// codeChars is the beginning of a stored reason that has its code: {"code":5300.
const codeChars = 12

// RefusedByHour counts dead frames received in [from, to): of one device, or of all if it is 0.
func (s *Service) RefusedByHour(ctx context.Context, device, from, to int64) ([]RefusedHour, error) {
	rows, err := s.worker.dead.db.Reader().QueryContext(ctx, `SELECT device, received / $1, COUNT(*), MAX(received), MAX(reason) FROM dead_frame
		WHERE received >= $2 AND received < $3 AND ($4 = 0 OR device = $4)
		GROUP BY device, received / $1, SUBSTR(reason, 1, $5) ORDER BY 2, 1, 5`, hour, from, to, device, codeChars)
	if err != nil {
		return nil, fmt.Errorf("count refused frames: %w", err)
	}
	defer rows.Close()
	var list []RefusedHour
	for rows.Next() {
		var one RefusedHour
		var why string
		if err := rows.Scan(&one.Device, &one.Hour, &one.Count, &one.Newest, &why); err != nil {
			return nil, fmt.Errorf("count refused frames: %w", err)
		}
		one.Hour *= hour
		if one.Reason, err = unpackReason(why); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}
