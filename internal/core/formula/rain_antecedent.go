package formula

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

const (
	antecedentField = "rainAntecedent"
	noAntecedent    = "none"
)

// antecedentSettings choose over how many days the effective antecedent rain is summed, and how fast its effect fades.
func antecedentSettings() []FormulaSetting {
	over := func(days string) i18n.Option {
		return pick(days, "前 "+days+" 天", days+" days before", "前 "+days+" 天")
	}
	return []FormulaSetting{
		choice("antecedent", label("前期有效雨量", "Effective antecedent rainfall", "前期有效雨量"),
			pick(noAntecedent, "不计算", "Not computed", "不計算"), over("7"), over("15"), over("30")),
		numeric("recession", label("日衰减系数 k", "Factor k of each day", "日衰減係數 k"), "").or(0.84).atLeast(0.1).atMost(1).
			when("antecedent", "7", "15", "30"),
	}
}

// hasAntecedent reports whether a rule computes the effective antecedent rain.
func hasAntecedent(rule *Rule) bool {
	days := rule.Options["antecedent"]
	return days != "" && days != noAntecedent
}

// antecedentRain is the effective antecedent rain of formulas.md section 21, mm, for landslides:
//
//	Pa = Σ kⁱ·Pᵢ, i = 1…n      Pᵢ is the rain of the hydrological day i days ago, 8:00 to 8:00 local
//
// The rain since the last 8:00 has no part in it. If a reading is missing in those days, or the readings begin within them,
// the result is partial.
type antecedentRain struct {
	days int // 0: not computed
	k    float64
	out  int
	at   int // position of rain in the past
}

func newAntecedentRain(b *binder, out int) (u antecedentRain) {
	u.days, _ = strconv.Atoi(b.option("antecedent"))
	u.k, u.out = b.number("recession"), out
	return u
}

// span is how far back it reads, ms. A day may have 25 hours.
func (u *antecedentRain) span() int64 {
	if u.days == 0 {
		return 0
	}
	return int64(u.days+1) * (25 * time.Hour).Milliseconds()
}

// rainOf returns the rain of the days before that of the reading, from yesterday. whole reports whether no reading is missing.
func (u *antecedentRain) rainOf(env *Env) (days []float64, whole bool) {
	days, whole = make([]float64, u.days), true
	begin := time.UnixMilli(dayBegins(env.Time, env.zone())).In(env.zone())
	after := make([]int64, u.days+1) // when the days begin
	for i := range after {
		after[i] = begin.AddDate(0, 0, -i).UnixMilli()
	}
	next, every, day := env.Time, env.every(), 0
	if past := env.Past; past != nil && len(past.Times) > 0 {
		width := len(past.Values) / len(past.Times)
		for i := len(past.Times) - 1; i >= 0 && past.Times[i] > after[u.days]; i-- {
			t, v := past.Times[i], past.Values[i*width+u.at]
			for t <= after[day] {
				day++
			}
			if t > after[0] {
				next = t
				continue
			}
			whole = whole && float64(min(next, after[0])-t) <= late*every && v-v == 0
			if next = t; v-v == 0 {
				days[day-1] += v
			}
		}
	}
	return days, whole && float64(next-after[u.days]) <= late*every
}

func (u *antecedentRain) run(f frame) (flag reading.Flag) {
	if u.days == 0 {
		return 0
	}
	days, whole := u.rainOf(f.env)
	sum := 0.0
	for i, rain := range days {
		sum += math.Pow(u.k, float64(i+1)) * rain
	}
	if f.out[u.out] = sum; !whole {
		return reading.Partial
	}
	return 0
}

// explain names the days with rain.
func (u *antecedentRain) explain(f frame) []Step {
	step := Step{
		Field: antecedentField, Key: "RAIN", Text: fmt.Sprintf("rainAntecedent = Σ kⁱ·Pᵢ, i = 1…%d", u.days), Unit: "mm", Value: f.out[u.out],
		Inputs: []Term{{Name: "k", Kind: CoefficientTerm, Value: u.k}},
	}
	days, _ := u.rainOf(f.env)
	for i, rain := range days {
		if rain != 0 {
			step.Inputs = append(step.Inputs, Term{Name: fmt.Sprintf("P%d", i+1), Kind: PreviousTerm, Value: rain, Unit: "mm"})
		}
	}
	return []Step{step}
}
