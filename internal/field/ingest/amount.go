package ingest

import (
	"fmt"
	"strings"
)

// Amount is how much of a kind of data there is. Times are UTC ms.
type Amount struct {
	Rows, Bytes int64
	First, Last int64 // 0 without rows
}

// Add adds another amount.
func (a *Amount) Add(other Amount) {
	if other.Rows == 0 {
		return
	}
	if a.Rows == 0 || other.First < a.First {
		a.First = other.First
	}
	a.Last = max(a.Last, other.Last)
	a.Rows, a.Bytes = a.Rows+other.Rows, a.Bytes+other.Bytes
}

// placeholders returns the placeholders of ids that follow other arguments, and all arguments.
func placeholders(ids []int64, before []any) (list string, args []any) {
	text := make([]string, len(ids))
	for i, id := range ids {
		before = append(before, id)
		text[i] = fmt.Sprintf("$%d", len(before))
	}
	return strings.Join(text, ","), before
}
