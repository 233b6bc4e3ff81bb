package delivery_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/database"
)

// recorder keeps the queries that it sees.
type recorder struct{ queries []string }

func (r *recorder) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (r *recorder) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	r.queries = append(r.queries, e.Query)
}

// In a ledger of years, sending reads only what is due: SQLite uses a partial index only if a query repeats its condition.
func TestSendingReadsTheLedgerByIndexes(t *testing.T) {
	r := newRig(t, database.SQLite)
	r.now = r.now.Truncate(time.Minute)
	r.rule("all", nil)
	seen := &recorder{}
	r.storm(12, alarm.Orange)
	r.storm(2, alarm.Red)
	r.post.Refuse(452, 0)
	r.ledger.Bun = r.ledger.Bun.WithQueryHook(seen)
	r.send(0)
	r.post.Refuse(0, 0)
	for range 3 { // gathered, and after a refusal
		r.send(time.Minute)
	}
	r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
	checked := 0
	for _, query := range slices.Clone(seen.queries) {
		if !strings.Contains(query, "alert_message") || strings.HasPrefix(query, "INSERT") {
			continue
		}
		checked++
		rows, err := r.ledger.Bun.QueryContext(r.Context(), "EXPLAIN QUERY PLAN "+query)
		r.must(err)
		for rows.Next() {
			var id, parent, unused int64
			var step string
			r.must(rows.Scan(&id, &parent, &unused, &step))
			for _, whole := range []string{"SCAN m", "SCAN alert_message", "SCAN alert_attempt", "SCAN at"} {
				if step == whole || strings.HasPrefix(step, whole+" ") && !strings.Contains(step, "alert_message_due") {
					t.Errorf("%s:\n%s", step, query)
				}
			}
		}
		r.must(rows.Close())
	}
	if checked < 30 {
		t.Errorf("%d queries were checked", checked)
	}
}
