package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// result is one run of one store. Times are milliseconds unless named otherwise.
type result struct {
	Store           string  `json:"store"`
	Turn            int     `json:"turn"`
	LiveValues      float64 `json:"live_values_per_s"`
	LiveP50         float64 `json:"live_p50_ms"`
	LiveP99         float64 `json:"live_p99_ms"`
	LiveWorst       float64 `json:"live_worst_ms"`
	BackValues      float64 `json:"back_values_per_s"`
	SettleSeconds   float64 `json:"settle_s"`
	BytesPerValue   float64 `json:"bytes_per_value"`
	Year            float64 `json:"year_lttb_ms"`
	ManyPerRow      float64 `json:"many_series_ns_per_row"`
	Latest          float64 `json:"latest_10k_ms"`
	UpsertRun       float64 `json:"upsert_run_ms"`
	UpsertScattered float64 `json:"upsert_scattered_ms"`
	Delete          float64 `json:"delete_30d_ms"`
	Export          float64 `json:"export_65535_ms"`
	RSS             float64 `json:"rss_mb"`
}

// measuring is one run under way.
type measuring struct {
	ctx    context.Context
	load   load
	store  store
	result result
	values int
}

func measure(ctx context.Context, e engine, l load) (result, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	runtime.GC()
	s, err := e.open(ctx, dir)
	if err != nil {
		return result{}, fmt.Errorf("open: %w", err)
	}
	m := &measuring{ctx: ctx, load: l, store: s, result: result{Store: e.name}}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"live ingest", m.live},
		{"backfill", m.back},
		{"settle", m.settle},
		{"year", m.year},
		{"many series", m.many},
		{"latest", m.latest},
		{"export", m.export},
		{"upsert", m.upsert},
		{"delete", m.delete},
	} {
		if err := step.do(); err != nil {
			_ = s.Close()
			return result{}, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	m.result.RSS = residentMB()
	return m.result, s.Close()
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// live stores one reading of each point a commit.
func (m *measuring) live() error {
	sensors := make([]*sensor, m.load.livePoints)
	for i := range sensors {
		sensors[i] = m.load.sensor(livePoint + int64(i))
	}
	batch := make([]row, len(sensors))
	took := make([]time.Duration, m.load.rounds)
	var total time.Duration
	for round := range took {
		for i, s := range sensors {
			batch[i] = s.next(twentyMin)
		}
		begun := time.Now()
		if err := m.store.Live(m.ctx, batch); err != nil {
			return err
		}
		took[round] = time.Since(begun)
		total += took[round]
	}
	slices.Sort(took)
	n := len(took)
	m.values += 3 * n * len(sensors)
	m.result.LiveValues = float64(3*n*len(sensors)) / total.Seconds()
	m.result.LiveP50, m.result.LiveP99, m.result.LiveWorst = ms(took[n/2]), ms(took[n*99/100]), ms(took[n-1])
	return nil
}

// back stores the histories of single points.
func (m *measuring) back() error {
	var total time.Duration
	stored := 0
	put := func(point int64, n int, step int64) error {
		for part := range slices.Chunk(m.load.history(point, n, step), backCommit) {
			begun := time.Now()
			if err := m.store.Back(m.ctx, part); err != nil {
				return err
			}
			total += time.Since(begun)
			stored += 3 * len(part)
		}
		return nil
	}
	for i := range m.load.yearPoints {
		if err := put(yearPoint+int64(i), yearRows, fiveMin); err != nil {
			return err
		}
	}
	m.result.BackValues = float64(stored) / total.Seconds()
	for i := range m.load.monthly {
		if err := put(monthPoint+int64(i), monthRows, fiveMin); err != nil {
			return err
		}
	}
	m.values += stored
	return nil
}

func (m *measuring) settle() error {
	begun := time.Now()
	if err := m.store.Settle(m.ctx); err != nil {
		return err
	}
	m.result.SettleSeconds = time.Since(begun).Seconds()
	size, err := m.store.Bytes(m.ctx)
	m.result.BytesPerValue = float64(size) / float64(m.values)
	return err
}

// median is the middle of several takes; each is checked, outside of its time.
func median(takes int, do, check func() error) (time.Duration, error) {
	took := make([]time.Duration, takes)
	for i := range took {
		begun := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		took[i] = time.Since(begun)
		if err := check(); err != nil {
			return 0, err
		}
	}
	slices.Sort(took)
	return took[takes/2], nil
}

// year reads a year of one point and reduces its three fields to 2000 points each.
func (m *measuring) year() error {
	want := checksumOf(m.load.history(yearPoint, yearRows, fiveMin))
	times := make([]int64, 0, yearRows)
	var v [3][]float64
	for i := range v {
		v[i] = make([]float64, 0, yearRows)
	}
	drawn := 0
	took, err := median(7, func() error {
		times, drawn = times[:0], 0
		for i := range v {
			v[i] = v[i][:0]
		}
		err := m.store.Scan(m.ctx, []int64{yearPoint}, begin, begin+yearRows*fiveMin, func(_ int64, t []int64, part [3][]float64) error {
			times = append(times, t...)
			for i := range v {
				v[i] = append(v[i], part[i]...)
			}
			return nil
		})
		for i := range v {
			drawn += len(largestTriangles(times, v[i], 2000))
		}
		return err
	}, func() error {
		var got checksum
		for i, t := range times {
			got.add(t, [3]float64{v[0][i], v[1][i], v[2][i]})
		}
		if !got.equal(want) || drawn != 3*2000 {
			return fmt.Errorf("checksum %v, %d points drawn; want %v, 6000", got, drawn, want)
		}
		return nil
	})
	m.result.Year = ms(took)
	return err
}

// many reads 30 days of many points.
func (m *measuring) many() error {
	points := make([]int64, m.load.monthly)
	for i := range points {
		points[i] = monthPoint + int64(i)
	}
	var want, got float64
	for _, point := range points {
		for _, r := range m.load.history(point, monthRows, fiveMin) {
			want += r.v[0] + r.v[2]
		}
	}
	read := 0
	took, err := median(3, func() error {
		read, got = 0, 0
		return m.store.Scan(m.ctx, points, begin, begin+monthRows*fiveMin, func(_ int64, times []int64, v [3][]float64) error {
			for i := range times {
				got += v[0][i] + v[2][i]
			}
			read += len(times)
			return nil
		})
	}, func() error {
		if read != monthRows*len(points) || math.Abs(got-want) > 1e-6*math.Abs(want) {
			return fmt.Errorf("%d rows of sum %v, want %d of %v", read, got, monthRows*len(points), want)
		}
		return nil
	})
	m.result.ManyPerRow = float64(took.Nanoseconds()) / float64(max(1, read))
	return err
}

// latest asks for the newest row of points that report now and then.
func (m *measuring) latest() error {
	points := make([]int64, m.load.tail)
	want := make([]row, m.load.tail)
	sensors := make([]*sensor, m.load.tail)
	for i := range points {
		points[i] = tailPoint + int64(i)
		sensors[i] = m.load.sensor(points[i])
	}
	for range 6 {
		for i, s := range sensors {
			want[i] = s.next(twentyMin)
		}
		for part := range slices.Chunk(want, 1000) {
			if err := m.store.Live(m.ctx, part); err != nil {
				return err
			}
		}
	}
	var got []row
	took, err := median(5, func() (err error) {
		got, err = m.store.Latest(m.ctx, points)
		return err
	}, func() error {
		if !slices.Equal(got, want) {
			return fmt.Errorf("latest rows differ")
		}
		return nil
	})
	m.result.Latest = ms(took)
	return err
}

// export writes rows as CSV in memory.
func (m *measuring) export() error {
	var out []byte
	n := 0
	took, err := median(3, func() error {
		out, n = out[:0], 0
		return m.store.Scan(m.ctx, []int64{yearPoint}, begin, begin+exportRows*fiveMin-1, func(_ int64, times []int64, v [3][]float64) error {
			for i, t := range times {
				out = strconv.AppendInt(out, t, 10)
				for c := range v {
					out = strconv.AppendFloat(append(out, ','), v[c][i], 'g', -1, 64)
				}
				out = append(out, '\n')
				n++
			}
			return nil
		})
	}, func() error {
		if n != exportRows {
			return fmt.Errorf("%d rows, want %d", n, exportRows)
		}
		return nil
	})
	m.result.Export = ms(took)
	return err
}

// upsert changes 1000 rows in a run of one point, then one row of each of 1000 points.
func (m *measuring) upsert() error {
	run := m.load.history(yearPoint+1, yearRows/2, fiveMin)[yearRows/2-1000:]
	for i := range run {
		run[i].v[0] += 100
	}
	begun := time.Now()
	if err := m.store.Back(m.ctx, run); err != nil {
		return err
	}
	m.result.UpsertRun = ms(time.Since(begun))

	rng := rand.New(rand.NewPCG(m.load.seed, 99))
	scattered := make([]row, 1000)
	for i := range scattered {
		point := livePoint + int64(i%m.load.livePoints)
		h := m.load.history(point, 1+rng.IntN(m.load.rounds), twentyMin)
		scattered[i] = h[len(h)-1]
		scattered[i].v[1] -= 50
	}
	begun = time.Now()
	if err := m.store.Live(m.ctx, scattered); err != nil {
		return err
	}
	m.result.UpsertScattered = ms(time.Since(begun))
	for _, changed := range [][]row{run, scattered[:5]} {
		for _, r := range changed[:5] {
			if err := m.expect(r.point, r.time, r.time, []row{r}); err != nil {
				return err
			}
		}
	}
	return nil
}

// expect checks the rows of a range.
func (m *measuring) expect(point, from, to int64, want []row) error {
	var got checksum
	err := m.store.Scan(m.ctx, []int64{point}, from, to, func(_ int64, times []int64, v [3][]float64) error {
		for i, t := range times {
			got.add(t, [3]float64{v[0][i], v[1][i], v[2][i]})
		}
		return nil
	})
	if err == nil && !got.equal(checksumOf(want)) {
		err = fmt.Errorf("point %d from %d to %d: checksum %v, want %v", point, from, to, got, checksumOf(want))
	}
	return err
}

// delete removes 30 days of one point.
func (m *measuring) delete() error {
	from, to := begin+100*86_400_000, begin+130*86_400_000
	begun := time.Now()
	if err := m.store.Delete(m.ctx, yearPoint, from, to); err != nil {
		return err
	}
	m.result.Delete = ms(time.Since(begun))
	kept := m.load.history(yearPoint, yearRows, fiveMin)
	kept = slices.DeleteFunc(kept, func(r row) bool { return r.time >= from && r.time <= to })
	return m.expect(yearPoint, begin, begin+yearRows*fiveMin, kept)
}

// residentMB is the memory of this process, what earlier runs left included.
func residentMB() float64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(data), &size, &resident); err != nil {
		return 0
	}
	return float64(resident) * float64(os.Getpagesize()) / (1 << 20)
}
