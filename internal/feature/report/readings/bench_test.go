package readings

import (
	"io"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// BenchmarkParquet writes a million values of one point.
func BenchmarkParquet(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		out := parquet.NewGenericWriter[line](io.Discard, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(group))
		lines, values := make([]line, batch), make([]float64, batch)
		for i := range lines {
			lines[i] = line{PointID: 7, Structure: "North", Point: "SW-09", Measurement: "Crack", Field: "width", ValueType: "observed", Unit: "mm"}
		}
		for at := 0; at < 1_000_000; at += batch {
			for i := range lines {
				values[i] = float64((at+i)%997) * 0.001
				lines[i].Time, lines[i].Value = int64(at+i)*60_000, &values[i]
			}
			if _, err := out.Write(lines); err != nil {
				b.Fatal(err)
			}
		}
		if err := out.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
