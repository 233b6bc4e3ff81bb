// Package paging is how lists are asked for and answered: pages, sort orders and
// keywords. It knows no table and no HTTP.
package paging

import "strings"

// The limits of a page.
const (
	DefaultSize = 20
	MaxSize     = 200
)

// Query asks for one page of a list. The zero value is the first page in the
// list's own order.
type Query struct {
	Page    int    // from 1
	Size    int    // at most MaxSize, 0 takes DefaultSize
	Sort    string // one of the list's fields; a leading "-" sorts downwards
	Keyword string // part of a name or number, without regard to case
}

// Offset is the number of rows before the page.
func (q Query) Offset() int64 { return int64(max(q.Page, 1)-1) * int64(q.Limit()) }

// Limit is the number of rows on the page.
func (q Query) Limit() int {
	if q.Size <= 0 {
		return DefaultSize
	}
	return min(q.Size, MaxSize)
}

// Order takes Sort apart: the field and whether it sorts downwards.
func (q Query) Order() (field string, down bool) {
	field, down = strings.CutPrefix(q.Sort, "-")
	return field, down
}

// Page is one page of a list and the length of the whole list.
type Page[T any] struct {
	List  []T // never nil
	Total int
}
