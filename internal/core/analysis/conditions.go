package analysis

// Limits of the conditions of use.
const (
	leastFit      = 0.9 // r² of the movement
	leastComplete = 0.9 // received among expected readings
	settledAmong  = 4   // newest estimates that lie within the interval
	risingParts   = 4
)

// Condition is one condition under which an estimate of failure may be used, with the value and its least one if it has
// them.
type Condition struct {
	Name         string
	Met          bool
	Value, Limit *float64
}

// Conditions decides under which conditions of use an estimate stands. used are the readings it was made from, interval, ms,
// is that of the point (0: unknown), and changed reports a correction or change of the point between them.
func Conditions(f *Failure, used []Sample, history []Estimate, interval int64, changed bool) []Condition {
	number := func(v float64) *float64 { return &v }
	list := []Condition{
		{Name: "accelerates", Met: f.Accelerates},
		{Name: "rising", Met: Rising(used, risingParts)},
		{Name: "fit", Met: f.R2 >= leastFit, Value: number(f.R2), Limit: number(leastFit)},
	}
	if interval > 0 && f.To > f.From {
		share := min(1, float64(f.Readings)/(float64(f.To-f.From)/float64(interval)+1))
		list = append(list, Condition{Name: "complete", Met: share >= leastComplete, Value: &share, Limit: number(leastComplete)})
	}
	settled := f.Accelerates && len(history) >= settledAmong
	for _, one := range history[:min(settledAmong, len(history))] {
		settled = settled && one.Accelerates && one.Time >= f.Low && (f.High == 0 || one.Time <= f.High)
	}
	return append(list,
		Condition{Name: "uncorrected", Met: !changed},
		Condition{Name: "bounded", Met: f.High != 0 && f.High-f.Low < f.To-f.From},
		Condition{Name: "settled", Met: settled})
}
