// Package reading defines readings: the raw values of one channel of a device at one time, by field and node. Readings
// are stored once and never changed; everything else is computed from them. The package does not depend on storage,
// protocols or formulas.
package reading

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"weak"
)

// Column identifies one number of a reading or result: a field and the array node that it belongs to. Node 0 is the
// instrument or point itself.
type Column struct {
	Field string
	Node  int32
}

// Columns is an ordered list of columns, interned so that equal lists are the same pointer. Create one with Intern and
// never change it.
type Columns struct {
	List  []Column
	index map[Column]int
}

// Index returns the position of a column, or -1.
func (c *Columns) Index(column Column) int {
	if i, ok := c.index[column]; ok {
		return i
	}
	return -1
}

// Len returns the number of columns.
func (c *Columns) Len() int { return len(c.List) }

// interned maps content to lists by weak pointers. The garbage collector frees unused lists, so that a device that
// makes up columns cannot fill the memory.
var interned = struct {
	sync.RWMutex
	lists map[string]weak.Pointer[Columns]
}{lists: map[string]weak.Pointer[Columns]{}}

// Intern returns the unique Columns with this content. The list is copied.
func Intern(list []Column) *Columns {
	var stack [512]byte
	key := stack[:0]
	for _, column := range list {
		key = binary.AppendUvarint(key, uint64(len(column.Field)))
		key = append(key, column.Field...)
		key = binary.AppendVarint(key, int64(column.Node))
	}
	interned.RLock()
	found := interned.lists[string(key)].Value()
	interned.RUnlock()
	if found != nil {
		return found
	}
	made := &Columns{List: append([]Column(nil), list...), index: make(map[Column]int, len(list))}
	for i, column := range made.List {
		made.index[column] = i
	}
	interned.Lock()
	defer interned.Unlock()
	spelling := string(key)
	if found := interned.lists[spelling].Value(); found != nil {
		return found
	}
	held := weak.Make(made)
	interned.lists[spelling] = held
	runtime.AddCleanup(made, forget, entry{spelling, held})
	return made
}

type entry struct {
	spelling string
	held     weak.Pointer[Columns]
}

// forget removes the entry of a garbage-collected list, unless a new list has replaced it.
func forget(gone entry) {
	interned.Lock()
	defer interned.Unlock()
	if interned.lists[gone.spelling] == gone.held {
		delete(interned.lists, gone.spelling)
	}
}

const missingBits = 0x7FF8_0000_0000_0BAD

// Missing is the value of a column that a reading does not have. IsMissing distinguishes this NaN from one that an
// instrument sent.
var Missing = math.Float64frombits(missingBits)

// IsMissing reports whether a value is Missing.
func IsMissing(v float64) bool { return math.Float64bits(v) == missingBits }

// IsFinite reports whether a value is a number: neither Missing nor NaN nor infinite.
func IsFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
