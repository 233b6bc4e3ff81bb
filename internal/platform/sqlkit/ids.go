package sqlkit

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"plumbline/internal/platform/database"
)

// idBlock is the number of ids that a node reserves at once. Reserved ids that stay unused are lost.
const idBlock = 1000

// ids assigns ids from blocks reserved in the table id_block. On SQLite this happens in the transaction that uses them; a
// rollback also rolls back the reservation. On PostgreSQL it happens on a connection aside: the row must not stay locked
// until the commit of a transaction that waits for others.
type ids struct {
	aside *sql.DB // PostgreSQL

	mu        sync.Mutex
	next, end int64 // [next, end) are free
	held      block // SQLite
}

// block is the reservation of the latest transaction that needed a new one, until it commits.
type block struct {
	tx        *sql.Tx
	next, end int64
}

// Take returns the first of n consecutive ids.
func (i *ids) Take(ctx context.Context, tx *database.Tx, n int64) (int64, error) {
	return i.takeFrom(ctx, tx.Tx, n, tx.AfterCommit)
}

// TakeIn is Take for callers with a plain transaction. The rest of a block reserved here is lost.
func (i *ids) TakeIn(ctx context.Context, tx *sql.Tx, n int64) (int64, error) {
	return i.takeFrom(ctx, tx, n, func(func()) {})
}

func (i *ids) takeFrom(ctx context.Context, tx *sql.Tx, n int64, afterCommit func(func())) (int64, error) {
	if i.aside != nil {
		return i.takeAside(ctx, n)
	}
	if first, ok := i.takeHere(tx, n); ok {
		return first, nil
	}
	first, end, err := reserve(ctx, tx, n)
	if err != nil {
		return 0, err
	}
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

// takeAside takes ids from the block, and reserves the next one if it is used up.
func (i *ids) takeAside(ctx context.Context, n int64) (first int64, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.end-i.next < n {
		if i.next, i.end, err = reserve(ctx, i.aside, n); err != nil {
			return 0, err
		}
	}
	first, i.next = i.next, i.next+n
	return first, nil
}

// reserve reserves n ids and a block.
func reserve(ctx context.Context, from interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, n int64,
) (first, end int64, err error) {
	size := n + idBlock
	if err := from.QueryRowContext(ctx, "UPDATE id_block SET next = next + $1 WHERE name = 'id' RETURNING next", size).Scan(&end); err != nil {
		return 0, 0, fmt.Errorf("take ids: %w", err)
	}
	return end - size, end, nil
}

// takeHere takes ids from the committed block, or from the block that the transaction itself reserved.
func (i *ids) takeHere(tx *sql.Tx, n int64) (first int64, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.end-i.next >= n:
		first, i.next = i.next, i.next+n
	case i.held.tx == tx && i.held.end-i.held.next >= n:
		first, i.held.next = i.held.next, i.held.next+n
	default:
		i.next = i.end // later ids must not be smaller than those of the next block
		return 0, false
	}
	return first, true
}
