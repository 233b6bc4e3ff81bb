package csv_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/protocol/csv"
	"plumbline/internal/protocol/loggerfile"
)

func TestDialects(t *testing.T) {
	cases := map[string]loggerfile.Preview{
		"testdata/decimal-comma.csv": {
			Format: "csv", Separator: ",", DecimalComma: true, HeaderLines: 1, TimeColumns: []int{1},
			TimeFormat: "D/M/YYYY H:mm:ss ZZ", TimeFormats: []string{"D/M/YYYY H:mm:ss ZZ"}, HasZone: true,
			Columns: []loggerfile.Column{
				{Name: "ID", Kind: loggerfile.KindNumber},
				{Name: "WHEN", Kind: loggerfile.KindTime},
				{Name: "PRESSURE", Kind: loggerfile.KindNumber},
				{Name: "TEMP", Kind: loggerfile.KindNumber},
				{Name: "STATE", Kind: loggerfile.KindText},
			},
			Rows: [][]string{
				{"1", "8/08/2014 20:00:00 +01:00", "112,485038689249", "13,99", "ENT"},
				{"2", "28/08/2014 9:00:00 +02:00", "1.112,7", "", "DEL"},
			},
		},
		"testdata/tabs.txt": {
			Format: "csv", Separator: "\t", HeaderLines: 2, TimeColumns: []int{0},
			TimeFormat: "YYYY-MM-DD HH:mm:ss", TimeFormats: []string{"YYYY-MM-DD HH:mm:ss"},
			Columns: []loggerfile.Column{
				{Name: "Datum", Kind: loggerfile.KindTime},
				{Name: "Waterstand", Unit: "cm", Kind: loggerfile.KindNumber},
				{Name: "Temperatuur water", Kind: loggerfile.KindNumber},
			},
			Rows: [][]string{{"2018-06-26 07:15:00", "-194.76", "13.26"}, {"2018-06-26 07:30:00", "-194.69", "13.26"}},
		},
	}
	for name, want := range cases {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := csv.Inspect(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
