// Package reading holds what an instrument sent: a reading is one time of one
// channel of a device with the raw values of its fields and nodes. Readings are
// stored once and never changed; everything else in the product is computed
// from them. The package knows nothing of storage, protocols or formulas.
package reading

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"weak"
)

// Column names one number of a reading or of a result: a field, and the node of
// an array that it belongs to. Node 0 is the instrument or point itself.
type Column struct {
	Field string
	Node  int32
}

// Columns is an ordered list of columns, interned so that two lists with the
// same content are the same pointer. Make one with Intern; never change it.
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

// Len is the number of columns.
func (c *Columns) Len() int { return len(c.List) }

// interned holds the lists weakly, by their spelling: one that nobody uses any more
// goes, so that what a device invents costs no memory for longer than it is in use.
var interned = struct {
	sync.RWMutex
	lists map[string]weak.Pointer[Columns]
}{lists: map[string]weak.Pointer[Columns]{}}

// Intern returns the one Columns with this content. The list is copied.
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

// forget removes a list that is gone, unless another has taken its place.
func forget(gone entry) {
	interned.Lock()
	defer interned.Unlock()
	if interned.lists[gone.spelling] == gone.held {
		delete(interned.lists, gone.spelling)
	}
}

const missingBits = 0x7FF8_0000_0000_0BAD

// Missing marks a column that a reading does not have. It is its own NaN,
// told apart from a NaN that an instrument sent by IsMissing.
var Missing = math.Float64frombits(missingBits)

// IsMissing reports whether a value is Missing: not there at all.
func IsMissing(v float64) bool { return math.Float64bits(v) == missingBits }
