package dataapi

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

func TestHandWrittenMasterMatchesTypes(t *testing.T) {
	column := query.Column{Field: "strain", ValueType: query.Observed, Label: i18n.Label{Zh: "应变", En: "Strain", Tw: "應變"}, Unit: "µε", Decimals: 1}
	chart := query.Chart{
		Start: 1, End: 9, Completeness: math.NaN(),
		Series: []query.Series{{Column: column, Times: []int64{2}, Values: []float64{-412.6}, Statistics: query.Statistics{Mean: math.NaN()}}},
	}
	chartOf := func(point int64) *Chart {
		c := decodeStrictly[Chart](t, appendChart(nil, point, query.Observed, &chart))
		return &c
	}
	slave := query.Slave{Point: 7, Role: "sub2", Column: column, Interval: 60, Within: 30}
	listed := MasterSlave{MeasuringPointID: 7, Role: "sub2", Interval: 60, Within: 30, Column: columnOf(column)}
	drawn := listed
	drawn.Chart = chartOf(7)

	got := decodeStrictly[Master](t, appendMaster(nil, 42, query.Observed, &query.Master{
		Slaves: []query.Slave{slave}, Tolerance: 60, Chart: chart, Charts: []query.Chart{chart}, Partial: []query.Extreme{{Time: 4, Value: 2}}, Partials: 3,
	}))
	want := Master{
		Slaves: []MasterSlave{drawn}, Tolerance: 60, Chart: chartOf(42), Partial: []Moment{{4, ptr(2.0)}}, Partials: 3,
		Columns: []Column{}, List: []MasterRow{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("series:", diff)
	}

	got = decodeStrictly[Master](t, appendMasterTable(nil, &query.MasterTable{
		Slaves: []query.Slave{slave}, Tolerance: 60, Columns: []query.Column{column}, Total: 1,
		Rows: []query.MasterRow{{
			Row:    query.Row{Time: 3, Flag: reading.Partial, Values: []float64{-0.5}},
			Slaves: []query.Joined{{Time: 2, Value: 1.5, Used: true}, {Value: math.NaN()}},
		}},
	}))
	want = Master{
		Slaves: []MasterSlave{listed}, Tolerance: 60, Partial: []Moment{}, Columns: []Column{columnOf(column)}, Total: 1,
		List: []MasterRow{{
			TableRow: TableRow{Time: 3, Flags: []string{"partial"}, Values: []*float64{ptr(-0.5)}},
			Slaves:   []MasterValue{{Time: 2, Value: ptr(1.5), Used: true}, {}},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("table:", diff)
	}
}
