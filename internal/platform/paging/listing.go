// Package paging defines pages, sort orders and keywords of lists. It does not depend on tables or HTTP.
package paging

import "strings"

// Limits of a page.
const (
	DefaultSize = 20
	MaxSize     = 200
)

// Query selects a page of a list. The zero value is the first page in the list's default order.
type Query struct {
	Page    int    // from 1
	Size    int    // maximum MaxSize; 0: DefaultSize
	Sort    string // field of the list; a leading "-" sorts in descending order
	Keyword string // part of a name or number, ignoring case
}

// Offset returns the number of rows before the page.
func (q Query) Offset() int64 { return int64(max(q.Page, 1)-1) * int64(q.Limit()) }

// Limit returns the maximum number of rows on the page.
func (q Query) Limit() int {
	if q.Size <= 0 {
		return DefaultSize
	}
	return min(q.Size, MaxSize)
}

// Order splits Sort into the field and the direction.
func (q Query) Order() (field string, down bool) {
	field, down = strings.CutPrefix(q.Sort, "-")
	return field, down
}

// Page is a page of a list with the total number of rows.
type Page[T any] struct {
	List  []T // never nil
	Total int
}
