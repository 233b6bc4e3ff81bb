package series

import "plumbline/internal/core/reading"

// VisitRows calls visit with those rows of [from, to], like Store.Scan. The rows are in ascending time.
func VisitRows(list []Put, from, to int64, want []reading.Column, visit func(*Block) error) error {
	for i := 0; i < len(list); {
		if list[i].Time < from || list[i].Time > to {
			i++
			continue
		}
		columns := list[i].Columns
		first := i
		for i < len(list) && list[i].Columns == columns && list[i].Time <= to {
			i++
		}
		if err := visit(blockOf(list[first:i], columns, want)); err != nil {
			return err
		}
	}
	return nil
}

func blockOf(list []Put, columns *reading.Columns, want []reading.Column) *Block {
	kept := columns
	if want != nil {
		var named []reading.Column
		for _, column := range want {
			if columns.Index(column) >= 0 {
				named = append(named, column)
			}
		}
		kept = reading.Intern(named)
	}
	b := &Block{Columns: kept, Values: make([][]float64, kept.Len())}
	for _, row := range list {
		b.Times = append(b.Times, row.Time)
		b.Flags = append(b.Flags, row.Flag)
		for c, column := range kept.List {
			b.Values[c] = append(b.Values[c], row.Values[columns.Index(column)])
		}
	}
	return b
}
