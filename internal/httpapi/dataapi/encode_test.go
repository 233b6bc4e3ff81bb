package dataapi

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/project"
)

func ptr[T any](v T) *T { return &v }

// decodeStrictly fails on fields that are not in the documented shape.
func decodeStrictly[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

func TestHandWrittenJSONMatchesTypes(t *testing.T) {
	column := query.Column{
		Field: "x", Node: 3, Depth: ptr(1.5), ValueType: query.Accumulated,
		Label: i18n.Label{Zh: "位移", En: "disp\"l\\\n", Tw: "位移"}, Unit: "mm", Decimals: 2, PerSegment: true, Old: true,
	}
	threshold := alarm.Threshold{
		Field: "x", ValueType: alarm.Accumulated, Blue: ptr(1.0), Yellow: ptr(2.0), Lower: &alarm.Lower{Blue: ptr(4.0)}, Direction: "both",
		NodeRange: &[2]int32{1, 9}, Reference: 2.5, ConfirmTimes: 2, RestoreTimes: 3, RestoreMargin: ptr(0.1), Enable: true, Source: "manual",
	}
	chart := query.Chart{
		Start: 1, End: 9, TimeZone: "Asia/Shanghai", Completeness: math.NaN(),
		Series: []query.Series{{
			Column: column, Times: []int64{1, 2}, Values: []float64{1.25, math.NaN()}, Reduced: true,
			Statistics: query.Statistics{Count: 1, Abnormal: 1, Mean: 1.25, Max: query.Extreme{Time: 1, Value: 1.25}},
		}},
		Gaps: []query.Span{{From: 3, To: 4}}, Abnormal: []query.AbnormalValue{{Field: "x", Depth: ptr(2.5), Time: 2, Value: 1e9, Flag: reading.Abnormal | reading.Manual}},
		Marks: []query.Mark{{Time: 5, Kind: "correction", ID: 7, Note: "fell \t over"}}, Thresholds: []alarm.Threshold{threshold},
		Ranges: []query.Range{{From: 1, Until: 9, Field: "freq", Unit: "Hz", Low: 400, High: math.Inf(1)}},
	}
	got := decodeStrictly[Chart](t, appendChart(nil, 42, query.Accumulated, &chart))
	want := Chart{
		MeasuringPointID: 42, ValueType: "accumulated", Start: 1, End: 9, TimeZone: "Asia/Shanghai",
		Series: []Series{{
			Column: columnOf(column), Reduced: true, Times: []int64{1, 2}, Values: []*float64{ptr(1.25), nil},
			Statistics: Statistics{Count: 1, Abnormal: 1, Mean: ptr(1.25), Max: &Moment{1, ptr(1.25)}},
		}},
		Gaps: []Gap{{3, 4}}, Abnormal: []AbnormalValue{{Time: 2, Field: "x", Depth: ptr(2.5), Value: ptr(1e9), Flags: []string{"abnormal", "manual"}}},
		Marks: []Mark{{Time: 5, Kind: "correction", ID: 7, Note: "fell \t over"}}, Thresholds: []alarm.Threshold{threshold},
		Ranges: []PhysicalRange{{From: 1, Until: 9, Field: "freq", Unit: "Hz", Min: ptr(400.0)}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("chart:", diff)
	}
	empty := appendChart(nil, 1, query.Observed, &query.Chart{})
	if strings.Contains(string(empty), "[null") || decodeStrictly[Chart](t, empty).Series == nil {
		t.Errorf("lists of an empty chart: %s", empty)
	}

	table := query.Table{Columns: []query.Column{column}, Rows: []query.Row{{Time: 3, Flag: reading.Withdrawn, Values: []float64{-0.5}}}, Total: 1}
	gotTable := decodeStrictly[Table](t, appendTable(nil, &table))
	wantTable := Table{
		Columns: []Column{columnOf(column)},
		List:    []TableRow{{Time: 3, Flags: []string{"withdrawn"}, Values: []*float64{ptr(-0.5)}}}, Total: 1, Ranges: []PhysicalRange{},
	}
	if diff := cmp.Diff(wantTable, gotTable); diff != "" {
		t.Error("table:", diff)
	}

	nan := math.NaN()
	said := func(text string) i18n.Label {
		return i18n.Label{Zh: "中" + text, En: text, Tw: "繁" + text}
	}
	judgement := &query.Judgement{
		Code: query.PartlyJudged, Reason: said("partly"), Since: 4,
		Missing: []query.Unjudged{{Field: "y", ValueType: query.Accumulated, Label: said("Y"), Code: query.NoInitialValue, Reason: said("no initial")}},
		By: &query.By{
			Field: "x", ValueType: query.Observed, Node: 2, Value: -2, Limit: 1.5, Side: alarm.Upper,
			Direction: "both", Reference: 0.5, Unit: "mm", Decimals: 1,
		},
		Held: &query.Held{
			Level: 1, RestoreTimes: 2, Done: 1, Line: 1.4, Side: alarm.LowerLimit, Direction: "both", Field: "x",
			ValueType: query.Rate, Unit: "mm/d", Decimals: 2,
		},
	}
	latest := []query.Latest{{
		Point: 5, Corporation: 9, Project: 2, Time: 8, Level: 3, Field: "x", ValueType: query.Observed, Unit: "mm",
		Decimals: 1, Value: 2, Observed: 2, Accumulated: math.NaN(), Rate: -0.25, Share: 0.5, Interval: 300000, NoInitial: true, Judgement: judgement,
	}, {
		Point: 6, Level: alarm.NotJudged, Value: nan, Observed: nan, Accumulated: nan, Rate: nan, Share: nan,
		Judgement: &query.Judgement{Code: query.NoData, Reason: said("none")},
	}}
	wantLatest := LatestValue{
		MeasuringPointID: 5, ProjectID: 2, Time: 8, Level: ptr(3), Flags: []string{}, Field: "x", ValueType: "observed", Unit: "mm", Decimals: 1,
		Value: ptr(2.0), Observed: ptr(2.0), Rate: ptr(-0.25), Share: ptr(0.5), Interval: 300000, NoInitial: true,
		Judgement: Judgement{
			Code: "partlyJudged", Reason: "partly", Since: 4,
			Fields: []UnjudgedField{{Field: "y", ValueType: "accumulated", Label: "Y", Code: "noInitialValue", Reason: "no initial"}},
		},
		JudgedBy: &JudgedBy{
			Field: "x", ValueType: "observed", Node: 2, Value: ptr(-2.0), Limit: ptr(1.5), Side: "upper",
			Direction: "both", Reference: 0.5, Unit: "mm", Decimals: 1,
		},
		Held: &HeldLevel{
			Level: 1, RestoreTimes: 2, Done: 1, Line: 1.4, Side: "lower", Direction: "both", Field: "x", ValueType: "rate", Unit: "mm/d", Decimals: 2,
		},
	}
	wantNone := LatestValue{MeasuringPointID: 6, Flags: []string{}, Judgement: Judgement{Code: "noData", Reason: "none", Fields: []UnjudgedField{}}}
	for i, want := range []LatestValue{wantLatest, wantNone} {
		if diff := cmp.Diff(want, LatestOf(&latest[i], errs.English)); diff != "" {
			t.Error("latest value (-want +got):", diff)
		}
	}
	if diff := cmp.Diff(LatestList{List: []LatestValue{wantLatest, wantNone}},
		decodeStrictly[LatestList](t, appendLatestList(nil, latest, "en", whole))); diff != "" {
		t.Error("latest:", diff)
	}
	anew := map[string]string{}
	for _, language := range []string{"zh", "en", "zh-TW"} {
		anew[language] = string(appendLatestList(nil, latest, language, whole))
	}
	for i := range latest {
		latest[i].Encoded = new(query.Encoded)
	}
	for range 2 { // encoded, then cached
		for language, want := range anew {
			if diff := cmp.Diff(want, string(appendLatestList(nil, latest, language, whole))); diff != "" {
				t.Errorf("cached in %s: %s", language, diff)
			}
		}
	}

	tree := []project.Node{{Kind: project.StructureNode, ID: 10, Children: []project.Node{
		{Kind: project.PointNode, ID: 5, Name: "P5", Type: "Crack", Measurement: "Crack"},
		{Kind: project.ItemNode, ID: 11, Children: []project.Node{{Kind: project.PointNode, ID: 6, Name: "P6", Level: 1}}},
	}}}
	overview := decodeStrictly[Overview](t, appendOverview(nil, project.PointsIn(tree, 0), latest, [][]string{{"hda-chart", "hda-data"}, nil}, 9, "en"))
	wantOverview := Overview{Tally: Tally{Level: ptr(3), Points: 2, Judged: 1, NotJudged: 1, NoData: 1, Levels: [5]int{3: 1}}, List: []OverviewPoint{
		{Name: "P5", StructureID: 10, Measurement: "Crack", Category: "Crack", Pages: PageSlugs{"hda-chart", "hda-data"}, LatestValue: wantLatest},
		{Name: "P6", StructureID: 10, ItemID: 11, Pages: PageSlugs{}, LatestValue: wantNone},
	}}
	if diff := cmp.Diff(wantOverview, overview); diff != "" {
		t.Error("overview:", diff)
	}
	if below := project.PointsIn(tree, 11); len(below) != 1 || below[0].ID != 6 {
		t.Errorf("points of the item: %v", below)
	}
}

func TestNumberAndTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		var back float64
		if data := httpapi.AppendNumber(nil, v); json.Unmarshal(data, &back) != nil || back != v {
			t.Fatalf("%v became %s", v, data)
		}
		s := rapid.String().Draw(t, "s")
		var text string
		if data := httpapi.AppendText(nil, s); json.Unmarshal(data, &text) != nil || text != s {
			t.Fatalf("%q became %s", s, data)
		}
	})
}

// benchJudgement is the typical judgement of a point with a level.
var benchJudgement = &query.Judgement{
	Code: query.Judged, Reason: i18n.Label{Zh: "已判定", En: "Judged", Tw: "已判定"}, Since: 1_795_000_000_000,
	By: &query.By{Field: "displacement", ValueType: query.Accumulated, Value: 12.345, Limit: 20, Side: alarm.Upper, Direction: "both", Unit: "mm", Decimals: 2},
}

// BenchmarkLatest10k is the encoding part of the 30 ms for the latest values of 10,000 points. Target: 3 ms.
func BenchmarkLatest10k(b *testing.B) {
	latest := make([]query.Latest, 10_000)
	for i := range latest {
		latest[i] = query.Latest{
			Point: int64(100000 + i), Project: int64(i / 1000), Time: 1_795_000_000_000 + int64(i), Level: alarm.Level(i % 5), Field: "displacement",
			ValueType: query.Accumulated, Unit: "mm", Decimals: 2, Value: float64(i%977) / 1000,
			Observed: float64(i) / 100, Accumulated: float64(i%977) / 1000, Rate: float64(i) / 1000, Share: 0.2, Interval: 300000, Judgement: benchJudgement,
		}
	}
	b.ReportAllocs()
	var body []byte
	for b.Loop() {
		body = appendLatestList(body[:0], latest, "zh", whole)
		b.SetBytes(int64(len(body)))
	}
}

// BenchmarkCompressLatest10k compresses that response.
func BenchmarkCompressLatest10k(b *testing.B) {
	latest := make([]query.Latest, 10_000)
	for i := range latest {
		latest[i] = query.Latest{
			Point: int64(100000 + i), Time: 1_795_000_000_000 + int64(i), Field: "displacement", Unit: "mm",
			Value: float64(i%977) / 1000, Rate: math.NaN(), Judgement: benchJudgement,
		}
	}
	body := appendLatestList(nil, latest, "zh", whole)
	for _, encoding := range []string{"zstd", "gzip"} {
		b.Run(encoding, func(b *testing.B) {
			h := httpapi.WithCompression(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(body)
			}))
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", encoding)
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				b.ReportMetric(float64(w.Body.Len()), "compressed_B")
			}
		})
	}
}

// BenchmarkChart3x2400 is the encoding part of the 20 ms for a chart of a year.
func BenchmarkChart3x2400(b *testing.B) {
	chart := query.Chart{TimeZone: "Asia/Shanghai", Series: make([]query.Series, 3)}
	for i := range chart.Series {
		s := &chart.Series[i]
		s.Column = query.Column{Field: "x", Unit: "mm"}
		for j := range 2400 {
			s.Times = append(s.Times, 1_795_000_000_000+int64(j)*300_000)
			s.Values = append(s.Values, float64(j%977)/1000)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(appendChart(nil, 1, query.Observed, &chart))))
	}
}

// whole keeps a response in one piece.
func whole(b []byte) []byte { return b }

// A list sent in pieces has the same text.
func TestListsInPieces(t *testing.T) {
	latest := make([]query.Latest, 2000)
	for i := range latest {
		latest[i] = query.Latest{Point: int64(i), Field: "displacement", Value: float64(i) / 8, Judgement: benchJudgement}
	}
	var sent []byte
	pieces := 0
	rest := appendLatestList(nil, latest, "zh", func(b []byte) []byte {
		if len(b) < httpapi.PieceSize {
			return b
		}
		sent = append(sent, b...)
		pieces++
		return b[:0]
	})
	if got, want := string(append(sent, rest...)), string(appendLatestList(nil, latest, "zh", whole)); got != want || pieces < 2 {
		t.Errorf("%d pieces, %d bytes instead of %d", pieces, len(got), len(want))
	}
}
