package sqlkit

import (
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/platform/database"
)

// IDsAtOnce is the maximum number of ids in one statement.
const IDsAtOnce = 5000

// RowsAtOnce is the maximum number of rows in one statement, below the limits of both engines.
const RowsAtOnce = 400

// Placeholders returns the placeholders of rows: ($1,$2),($3,$4), or (?,?),(?,?) for SQLite, whose driver compares each name
// with all numbers.
func Placeholders(engine database.Dialect, rows, columns int) string {
	var b strings.Builder
	for row := range rows {
		if row > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		for column := range columns {
			if column > 0 {
				b.WriteByte(',')
			}
			if engine == database.SQLite {
				b.WriteByte('?')
			} else {
				fmt.Fprintf(&b, "$%d", row*columns+column+1)
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}

// JSONText returns a value as JSON, or "" for nil.
func JSONText(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode: %w", err)
	}
	return string(data), nil
}

// RawJSON returns the JSON of a column, or nil for "".
func RawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
