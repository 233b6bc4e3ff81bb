package readings

import (
	"context"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

// group is the number of lines of a row group, which a writer holds in memory.
const group = 128 << 10

// line is a value in a Parquet file. Texts are codes of the API, names as they were when the file was made.
type line struct {
	Time        int64    `parquet:"time,timestamp(millisecond),delta"`
	PointID     int64    `parquet:"point_id,dict"`
	Structure   string   `parquet:"structure,dict"`
	Item        string   `parquet:"item,dict"` // empty: none
	Point       string   `parquet:"point,dict"`
	Measurement string   `parquet:"measurement,dict"`
	Field       string   `parquet:"field,dict"`
	ValueType   string   `parquet:"value_type,dict"`
	Node        int32    `parquet:"node,dict"` // 0: the point itself
	Depth       *float64 `parquet:"depth,optional,dict"`
	Value       *float64 `parquet:"value,optional"`
	Unit        string   `parquet:"unit,dict"`
	Flags       string   `parquet:"flags,dict"` // separated by spaces
}

// parquet writes a line for each value: Parquet of one layout for all measurements. What the reader has to know is in the metadata.
func (e *file) parquet(ctx context.Context, w io.Writer) error {
	options := []parquet.WriterOption{
		parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(group), parquet.CreatedBy("Plumbline", e.Version, ""),
	}
	lines := e.aboutReadings()
	for _, l := range lines {
		options = append(options, parquet.KeyValueMetadata(l[0], strings.Join(l[1:], ": ")))
	}
	out := parquet.NewGenericWriter[line](w, options...)
	for i := range e.points {
		stream, err := e.stream(ctx, i)
		if err != nil {
			return err
		}
		if err := e.parquetPoint(ctx, out, stream, i); err != nil {
			return err
		}
		if err := e.progress(int64(i+1)*steps, int64(len(e.points))*steps); err != nil {
			return err
		}
	}
	return out.Close()
}

// batch is the number of lines that are passed to a writer at once.
const batch = 4096

// parquetPoint writes the lines of a point.
func (e *file) parquetPoint(ctx context.Context, out *parquet.GenericWriter[line], stream *query.Stream, i int) error {
	p, columns := &e.points[i], stream.Columns()
	made := make([]line, 0, batch+len(columns))
	values := make([]float64, 0, cap(made))
	heads := make([]line, len(columns))
	for k := range columns {
		c := &columns[k]
		heads[k] = line{
			PointID: p.ID, Structure: p.Structure, Item: p.Item, Point: p.Name, Measurement: p.Measurement,
			Field: c.Field, ValueType: string(c.ValueType), Node: c.Node, Depth: c.Depth, Unit: c.Unit,
		}
	}
	counted := e.counted(i)
	flush := func() error {
		_, err := out.Write(made)
		made, values = made[:0], values[:0]
		return err
	}
	var last reading.Flag
	flags := ""
	err := stream.Each(ctx, func(row *query.Row) error {
		if row.Flag != last {
			last, flags = row.Flag, strings.Join(row.Flag.Names(), " ")
		}
		for k, v := range row.Values {
			l := heads[k]
			l.Time, l.Flags = row.Time, flags
			if reading.IsFinite(v) {
				values = append(values, v)
				l.Value = &values[len(values)-1]
			}
			made = append(made, l)
		}
		if err := counted(row.Time); err != nil || len(made) < batch {
			return err
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}
