package protocol

import (
	"encoding/binary"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// ColumnBuilder collects the columns and values of one reading. Devices repeat the same columns, so lists are looked
// up by spelling, without an allocation. The zero value is ready to use.
type ColumnBuilder struct {
	key    []byte
	values []float64
	cache  *ColumnCache
}

// ColumnCache caches column lists by spelling. It is bounded: a device that keeps inventing names costs time, not
// memory.
type ColumnCache struct {
	known map[string]*reading.Columns
	bytes int // approximate size
}

// Maximum size of a cache, and the approximate size of a column without its name.
const (
	maxCacheBytes  = 8 << 20
	bytesPerColumn = 128
)

// NewColumnCache returns an empty cache.
func NewColumnCache() *ColumnCache {
	return &ColumnCache{known: map[string]*reading.Columns{}}
}

// NewColumnBuilder returns a builder with a cache.
func NewColumnBuilder(cache *ColumnCache) ColumnBuilder { return ColumnBuilder{cache: cache} }

// Begin starts a reading.
func (b *ColumnBuilder) Begin() { b.key, b.values = b.key[:0], b.values[:0] }

// Add adds a value. Columns checks the name.
func (b *ColumnBuilder) Add(node int32, name []byte, value float64) {
	b.key = binary.AppendUvarint(b.key, uint64(node))
	b.key = append(b.key, name...)
	b.key = append(b.key, 0)
	b.values = append(b.values, value)
}

// Len returns the number of values so far.
func (b *ColumnBuilder) Len() int { return len(b.values) }

// Values returns the values in the order of Add; valid until Begin.
func (b *ColumnBuilder) Values() []float64 { return b.values }

// BadColumn is the reason why a column is invalid.
type BadColumn struct {
	Column  reading.Column
	Message *errs.Message
	Args    []any
}

// Columns returns the interned list, or the first invalid column: a name that is not a field name, or the same name
// twice in a node.
func (b *ColumnBuilder) Columns() (*reading.Columns, *BadColumn) {
	if found, ok := b.cache.known[string(b.key)]; ok {
		return found, nil
	}
	list := make([]reading.Column, 0, len(b.values))
	seen := make(map[reading.Column]bool, len(b.values))
	for rest := b.key; len(rest) > 0; {
		node, n := binary.Uvarint(rest)
		rest = rest[n:]
		end := 0
		for rest[end] != 0 {
			end++
		}
		column := reading.Column{Field: string(rest[:end]), Node: int32(node)}
		rest = rest[end+1:]
		if !FieldName(column.Field) {
			return nil, &BadColumn{Column: column, Message: errs.FormatWrong}
		}
		if seen[column] {
			return nil, &BadColumn{Column: column, Message: errs.Duplicate}
		}
		seen[column] = true
		list = append(list, column)
	}
	columns := reading.Intern(list)
	size := 2*len(b.key) + bytesPerColumn*(1+len(list))
	if b.cache.bytes+size > maxCacheBytes {
		b.cache.known = map[string]*reading.Columns{} // clear would keep the table's memory
		b.cache.bytes = 0
	}
	b.cache.known[string(b.key)] = columns
	b.cache.bytes += size
	return columns, nil
}

// MaxChannel and MaxNode are the highest numbers of channels and nodes.
const (
	MaxChannel = 1<<14 - 1
	MaxNode    = 1<<16 - 1
)

// MaxFieldName is the maximum length of a field name.
const MaxFieldName = 64

// FieldName reports whether a text is a valid field name: a letter, then letters, digits and underscores, so that
// formulas can use it.
func FieldName(name string) bool {
	if name == "" || len(name) > MaxFieldName {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}
