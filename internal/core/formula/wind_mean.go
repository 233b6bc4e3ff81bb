package formula

import (
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/sample"
)

const (
	windSpeed   = "windSpeed"
	windDir     = "windDir"
	windMean    = "windMean"
	windMeanDir = "windMeanDir"
	windMax     = "windMax"

	// gustSpan is the time over which a gust is a mean, ms.
	gustSpan = 3000
)

var windMeanFamily = family{
	SystemFormula: SystemFormula{
		Code: "WIND_MEAN", Label: label("平均风公式", "Mean wind", "平均風公式"),
		Text:    "u = −Σ(v·sin d)/n;  w = −Σ(v·cos d)/n;  v̄ = √(u² + w²);  d̄ = atan2(−u, −w)",
		Inputs:  append(needs(windSpeed), takes("", windDir)),
		Outputs: []string{windSpeed, windDir, windMean, windMeanDir, windMax},
		Settings: []FormulaSetting{
			numeric("window", label("平均时段", "Window of the mean", "平均時段"), "min").or(10).atLeast(0.1).atMost(180),
			choice("mean", label("平均风速", "Mean speed", "平均風速"),
				pick("vector", "矢量平均", "Of the vectors", "向量平均"), pick("arithmetic", "算术平均", "Of the speeds", "算術平均")),
			boolean("gust", label("由读数计算阵风（最大3秒平均）", "Gust from the readings (largest 3 s mean)", "由讀數計算陣風（最大3秒平均）")).
				helped("读数间隔须不大于3秒；气象站自行上传阵风时选“否”", "Needs a reading every 3 s at least; No if the station sends its gusts",
					"讀數間隔須不大於3秒；氣象站自行上傳陣風時選「否」"),
		},
		SuitsTypes: []string{"WeatherStation"},
	},
	source: "formulas.md section 22",
	maths:  maths{outputs: windMeanOutputs, compile: newWindMean},
}

// meanWind is the mean wind of formulas.md section 22 over the readings in (t − window, t]:
//
//	windMean     √(u² + w²) with u = −Σ(v·sin d)/n and w = −Σ(v·cos d)/n, or Σv/n
//	windMeanDir  atan2(−u, −w), where the mean wind comes from
//	windMax      the largest mean over 3 s
//
// Speed and direction are observed as sent. A window shorter than the time between readings has no mean; if a reading is
// missing in it, the mean is partial. A mean vector needs the direction of half of the winds.
type meanWind struct {
	speed, from slot
	window      int64 // ms
	arithmetic  bool
	outs        []int
	columns     []reading.Column
	bases       []int
	rounding    []precision
	at          int // position of the speed in the past; the direction follows
}

func windMeanOutputs(rule *Rule, _ *Setting) ([]reading.Column, error) {
	columns := []reading.Column{{Field: windSpeed}, {Field: windDir}, {Field: windMean}, {Field: windMeanDir}}
	if rule.Options["gust"] == "true" {
		columns = append(columns, reading.Column{Field: windMax})
	}
	return columns, nil
}

func newWindMean(b *binder) (unit, error) {
	u := &meanWind{
		speed: b.input("", windSpeed, 0), from: b.input("", windDir, 0), window: int64(b.number("window") * 60_000),
		arithmetic: b.option("mean") == "arithmetic", outs: b.outs, columns: b.columns,
	}
	b.dispensable(u.from)
	for _, column := range b.columns {
		p, _ := b.shown(column.Field)
		u.rounding = append(u.rounding, p)
	}
	return u, b.failed
}

func (u *meanWind) remembers(at int) (columns []int, span int64, own bool) {
	u.at = at
	return u.outs[:2], max(u.window, gustSpan) + gustSpan, false
}

// earlier returns a reading of the past.
func (u *meanWind) earlier(past *Past, i int) (t int64, speed, direction float64) {
	width := len(past.Values) / len(past.Times)
	return past.Times[i], past.Values[i*width+u.at], past.Values[i*width+u.at+1]
}

// sum adds up the winds of the window. whole reports whether no reading is missing.
func (u *meanWind) sum(env *Env, speed, direction float64) (wind sample.Wind, whole bool) {
	wind.Add(speed, direction)
	after, next, every, whole := env.Time-u.window, env.Time, env.every(), true
	if past := env.Past; past != nil {
		for i := len(past.Times) - 1; i >= 0 && past.Times[i] > after; i-- {
			t, v, d := u.earlier(past, i)
			whole = whole && float64(next-t) <= late*every
			if next = t; v-v == 0 {
				wind.Add(v, d)
			} else {
				whole = false
			}
		}
	}
	return wind, whole && float64(next-after) <= late*every && (wind.Vectors == wind.Count || wind.Vectors == 0)
}

// gust returns the largest mean over 3 s that ends in the window; Missing if readings are too far apart.
func (u *meanWind) gust(env *Env, speed float64) float64 {
	if env.every() > even*gustSpan {
		return reading.Missing
	}
	read := 0
	if env.Past != nil {
		read = len(env.Past.Times)
	}
	at := func(i int) (int64, float64) {
		if i == read {
			return env.Time, speed
		}
		t, v, _ := u.earlier(env.Past, i)
		return t, v
	}
	largest := 0.0
	for i := read; i >= 0; i-- {
		end, _ := at(i)
		if end <= env.Time-u.window {
			break
		}
		sum, n := 0.0, 0
		for k := i; k >= 0; k-- {
			t, v := at(k)
			if t <= end-gustSpan {
				break
			}
			if v-v == 0 {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			largest = max(largest, sum/float64(n))
		}
	}
	return largest
}

func (u *meanWind) run(f frame) (flag reading.Flag, reason string) {
	v, d := f.at(u.speed), f.at(u.from)
	if v-v != 0 {
		for _, out := range u.outs {
			f.out[out] = reading.Missing
		}
		return 0, MissingValue + windSpeed
	}
	for _, out := range u.outs[2:] {
		f.out[out] = reading.Missing
	}
	f.out[u.outs[0]], f.out[u.outs[1]] = v, value(d)
	if f.env.every() > even*float64(u.window) {
		return 0, ""
	}
	wind, whole := u.sum(f.env, v, d)
	if !whole {
		flag = reading.Partial
	}
	if u.arithmetic {
		f.out[u.outs[2]] = wind.Mean()
	}
	if 2*wind.Vectors >= wind.Count {
		speed, direction := wind.Vector()
		if f.out[u.outs[3]] = value(direction); !u.arithmetic {
			f.out[u.outs[2]] = speed
		}
	}
	if len(u.outs) > 4 {
		f.out[u.outs[4]] = u.gust(f.env, v)
	}
	return flag, ""
}

func (u *meanWind) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

func (u *meanWind) endless() bool { return false }

func (u *meanWind) concerns(reading.Column, int32) bool { return true }

// changed is the speed alone: the change of a mean says no more, and directions have none.
func (u *meanWind) changed() (base, derived []reading.Column) { return u.columns[:1], nil }

func (u *meanWind) place(base, _ []int) { u.bases = base }

func (u *meanWind) change(observed, initial, out []float64) {
	out[u.bases[0]] = u.rounding[0].difference(observed[u.outs[0]], initial[u.outs[0]])
}

func (u *meanWind) derive([]float64) {}

func (u *meanWind) explainChange(column reading.Column) (string, []reading.Column) {
	return subtraction, []reading.Column{column}
}

func (u *meanWind) explain(f frame, out int) []Step {
	i := slices.Index(u.outs, out)
	step := Step{Field: u.columns[i].Field, Key: "WIND_MEAN", Unit: "m/s", Value: f.out[out]}
	v, d := f.at(u.speed), f.at(u.from)
	speed := Term{Name: "v", Kind: RawTerm, Value: value(v), Unit: "m/s", Field: windSpeed}
	from := Term{Name: "d", Kind: RawTerm, Value: value(d), Unit: "°", Field: windDir}
	if reading.IsMissing(step.Value) {
		step.Reason = u.why(f, i, v, d)
	}
	switch i {
	case 0:
		step.Text, step.Inputs = windSpeed, []Term{speed}
		return []Step{step}
	case 1:
		step.Text, step.Unit, step.Inputs = windDir, "°", []Term{from}
		return []Step{step}
	case 4:
		step.Text, step.Inputs = "v_gust = max Σv/n, 3 s", []Term{speed}
		return []Step{step}
	}
	if i == 3 {
		step.Unit = "°"
	}
	if step.Reason != "" {
		step.Text, step.Inputs = u.text(i), []Term{speed, from}
		return []Step{step}
	}
	wind, _ := u.sum(f.env, v, d)
	if i == 2 && u.arithmetic {
		step.Text = u.text(i)
		step.Inputs = []Term{speed, {Name: "n", Kind: PreviousTerm, Value: float64(wind.Count)}}
		return []Step{step}
	}
	east, north := wind.Components()
	terms := []Term{speed}
	if d-d == 0 {
		terms = append(terms, from)
	}
	terms = append(terms, Term{Name: "n", Kind: PreviousTerm, Value: float64(wind.Vectors)})
	step.Text = u.text(i)
	step.Inputs = []Term{{Name: "u", Kind: ComputedTerm, Value: east, Unit: "m/s"}, {Name: "w", Kind: ComputedTerm, Value: north, Unit: "m/s"}}
	return []Step{
		{Key: "u", Text: "u = −Σ(v·sin d)/n", Value: east, Unit: "m/s", Inputs: terms},
		{Key: "w", Text: "w = −Σ(v·cos d)/n", Value: north, Unit: "m/s", Inputs: terms},
		step,
	}
}

// why returns why a column has no result.
func (u *meanWind) why(f frame, i int, v, d float64) string {
	switch {
	case v-v != 0:
		return MissingValue + windSpeed
	case i == 4 || i > 1 && f.env.every() > even*float64(u.window):
		return TooSparse
	case i == 3 && d-d == 0: // winds that cancel come from nowhere
		return NotPositive
	}
	return MissingValue + windDir
}

// text is the equation of the mean speed or direction.
func (u *meanWind) text(i int) string {
	switch {
	case i == 3:
		return "d̄ = atan2(−u, −w)"
	case u.arithmetic:
		return "v̄ = Σv/n"
	}
	return "v̄ = √(u² + w²)"
}
