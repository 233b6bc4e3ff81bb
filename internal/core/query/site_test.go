package query_test

import (
	"context"
	"database/sql"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/database"
)

const (
	minute = int64(60_000)
	hour   = 60 * minute
	day    = 24 * hour

	start    = int64(1_760_000_000_000)
	interval = 5 * minute
	deviceID = 71
	pointID  = 11
)

// site is a set of points on a real series store; their results are computed by their own programs.
type site struct {
	t        testing.TB
	db       *database.DB
	series   series.Store
	points   map[int64]*compiled.Point
	initials []compiled.InitialValue
	levels   []alarm.PointLevel
	now      int64
	read     *query.Service
}

func (s *site) Find(_ context.Context, id int64) (*compiled.Point, bool, error) {
	p, ok := s.points[id]
	return p, ok, nil
}

func (s *site) FindAll(context.Context, []int64) (func(int64) (*compiled.Point, bool), error) {
	return func(id int64) (*compiled.Point, bool) { p, ok := s.points[id]; return p, ok }, nil
}

func (s *site) InitialValues(_ context.Context, points []int64) ([]compiled.InitialValue, error) {
	var list []compiled.InitialValue
	for _, id := range points {
		for _, v := range s.initials {
			if v.Point == id {
				list = append(list, v)
			}
		}
	}
	return list, nil
}

func (s *site) PointLevels(_ context.Context, points []int64) ([]alarm.PointLevel, error) {
	var list []alarm.PointLevel
	for _, l := range s.levels {
		if slices.Contains(points, l.PointID) {
			list = append(list, l)
		}
	}
	return list, nil
}

func newSite(t testing.TB) *site {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	store, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, db: db, series: store, points: map[int64]*compiled.Point{}, now: start + 30*day}
	s.read = query.New(query.Config{Series: store, Directory: s, Initials: s, Levels: s, Now: func() time.Time { return time.UnixMilli(s.now) }})
	return s
}

func versions[T any](value T) timeline.Timeline[T] {
	return timeline.Of([]timeline.Version[T]{{ID: 1, ValidFrom: start - day, Value: value, RecordedAt: 1, Note: "installed"}})
}

// piezometer is a water level point: level and temp from the instrument, and the depth below the collar.
func piezometer(id int64) definition.Definition {
	return definition.Definition{
		Point: definition.Point{
			ID: id, CorporationID: 1, ProjectID: 2, Name: "SW-09", Kind: catalog.NormalPoint, Measurement: "Waterlevel", Category: "WATERLEVEL",
		},
		Config: definition.PointConfig{
			Binding: versions(definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: deviceID, ChannelNo: int32(id % 1000)}}}),
			Formula: versions(definition.Formula{Rules: []definition.Rule{
				{ComputedField: "level", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
				{ComputedField: "depth", FormulaType: definition.CustomFormula, Text: "elevation - level"},
				{ComputedField: "temp", FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
			}}),
			Initial: versions(definition.Initial{Mode: "manual", Time: start, Values: map[string]float64{"level": 10}}),
			Collect: versions(definition.Collect{Mode: "UploadCollect", Interval: interval / 1000}),
		},
		Devices: map[int64]definition.Device{deviceID: {
			ID: deviceID, Type: "WATERLEVEL", Kind: catalog.MeasuringDevice,
			Config: definition.DeviceConfig{Coefficients: versions(definition.Coefficients{Values: map[string]float64{"elevation": 31.5}})},
		}},
		ProjectZone: "Asia/Shanghai",
	}
}

func (s *site) add(d definition.Definition) *compiled.Point {
	p := compiled.Compile(d)
	s.points[d.Point.ID] = p
	return p
}

// initial adds an initial value for the point's first version.
func (s *site) initial(id int64, values ...float64) {
	s.initials = append(s.initials, compiled.InitialValue{
		Point: id, From: start - day, Version: 1, Columns: s.points[id].At(start).Program.Observed(), Values: values,
	})
}

type message struct {
	t      int64
	values map[string]float64
	flag   reading.Flag
}

// store writes messages as raw readings, and their results.
func (s *site) store(id int64, messages ...message) {
	s.t.Helper()
	p := s.points[id]
	var batch series.Batch
	for _, m := range messages {
		segment := p.At(m.t)
		var columns []reading.Column
		var values []float64
		in := make([]float64, len(segment.Program.Inputs()))
		for i, input := range segment.Program.Inputs() {
			v, ok := m.values[input.Field]
			in[i] = reading.Missing
			if ok {
				in[i] = v
				columns, values = append(columns, reading.Column{Field: input.Field, Node: input.Node}), append(values, v)
			}
		}
		out := make([]float64, segment.Program.Observed().Len())
		flag, _ := segment.Program.Observe(in, &formula.Env{Elapsed: math.NaN()}, out)
		batch.Raw = append(batch.Raw, series.Put{Series: segment.Main, Time: m.t, Received: m.t + 1000, Columns: reading.Intern(columns), Values: values})
		batch.Results = append(batch.Results, series.Put{
			Series: series.ResultID(id), Time: m.t, Flag: flag | m.flag, Columns: segment.Program.Observed(), Values: out,
		})
	}
	s.write(batch)
}

func (s *site) write(batch series.Batch) {
	s.t.Helper()
	err := s.db.Write(s.t.Context(), func(tx *database.Tx) error {
		_, apply, err := s.series.Write(s.t.Context(), tx.Tx, batch)
		if err == nil {
			tx.AfterCommit(apply)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func level(t int64, v float64, flag ...reading.Flag) message {
	m := message{t: t, values: map[string]float64{"level": v, "temp": 15}}
	for _, f := range flag {
		m.flag |= f
	}
	return m
}

func withdrawn(from, to int64) correction.Correction {
	return correction.Correction{ID: 5, PointID: pointID, Kind: correction.Withdraw, From: from, To: to, Note: "cable cut"}
}

func initialOf(row series.Put) compiled.InitialValue {
	return compiled.InitialValue{Point: row.Series.Point(), From: start - day, Version: 1, Columns: row.Columns, Values: row.Values}
}

// seal moves all rows into chunks, as happens after some days.
func (s *site) seal() {
	s.t.Helper()
	err := s.series.Flush(s.t.Context(), func(do func(tx *sql.Tx) (func(), error)) error {
		return s.db.Write(s.t.Context(), func(tx *database.Tx) error {
			apply, err := do(tx.Tx)
			tx.AfterCommit(apply)
			return err
		})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}
