package sqlkit

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"plumbline/internal/platform/database"
)

// idBlock is how many ids a node takes at once. Ids that a node took and did not
// use are never used.
const idBlock = 1000

// ids hands out ids from blocks that it takes from the table id_block, in the
// transaction that uses them: a block of a transaction that is rolled back is
// taken again, together with the rows that were to have its ids.
type ids struct {
	mu        sync.Mutex
	next, end int64 // [next, end) are free
	held      block
}

// block is what the latest transaction that found no more has taken, until it commits.
type block struct {
	tx        *sql.Tx
	next, end int64
}

// Take gives the first of n ids in a row.
func (i *ids) Take(ctx context.Context, tx *database.Tx, n int64) (int64, error) {
	return i.takeFrom(ctx, tx.Tx, n, tx.AfterCommit)
}

// TakeIn is take for callers that hold a plain transaction: what is left of a
// block taken here is given up.
func (i *ids) TakeIn(ctx context.Context, tx *sql.Tx, n int64) (int64, error) {
	return i.takeFrom(ctx, tx, n, func(func()) {})
}

func (i *ids) takeFrom(ctx context.Context, tx *sql.Tx, n int64, afterCommit func(func())) (int64, error) {
	if first, ok := i.takeHere(tx, n); ok {
		return first, nil
	}
	size := n + idBlock
	var end int64
	if err := tx.QueryRowContext(ctx, "UPDATE id_block SET next = next + $1 WHERE name = 'id' RETURNING next", size).Scan(&end); err != nil {
		return 0, fmt.Errorf("take ids: %w", err)
	}
	first := end - size
	i.mu.Lock()
	i.held = block{tx, first + n, end}
	i.mu.Unlock()
	afterCommit(func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.held.tx == tx {
			i.next, i.end, i.held = i.held.next, i.held.end, block{}
		}
	})
	return first, nil
}

// takeHere takes from what is free for all, or from what the transaction holds itself.
func (i *ids) takeHere(tx *sql.Tx, n int64) (first int64, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.end-i.next >= n:
		first, i.next = i.next, i.next+n
	case i.held.tx == tx && i.held.end-i.held.next >= n:
		first, i.held.next = i.held.next, i.held.next+n
	default:
		i.next = i.end // smaller ids than those of the next block must not come later
		return 0, false
	}
	return first, true
}
