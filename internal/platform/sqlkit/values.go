package sqlkit

import (
	"encoding/json"
	"fmt"
	"strings"
)

// IDsAtOnce bounds the ids of one statement.
const IDsAtOnce = 5000

// RowsAtOnce bounds the rows of one statement, so that it stays below the limits of
// both engines.
const RowsAtOnce = 400

// Placeholders writes the placeholders of rows: ($1,$2),($3,$4).
func Placeholders(rows, columns int) string {
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
			fmt.Fprintf(&b, "$%d", row*columns+column+1)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// JSONText is the JSON of a value, "" for nil.
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

// RawJSON is the JSON kept in a column, nil for "".
func RawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
