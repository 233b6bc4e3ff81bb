package formula

import (
	"time"

	"plumbline/internal/core/reading"
)

// RunField is the hidden column of how a run was pulled: 1 from the entry, −1 from the exit, 0 for the mean of two runs.
const RunField = "run"

// longestSurvey is how long after a run its opposite still belongs to the same survey, s.
const longestSurvey = float64(24 * time.Hour / time.Second)

// pipeRuns averages the two runs of a survey: the drift of a sonde turns around with its direction. The zero value
// averages nothing.
type pipeRuns struct {
	on  bool
	out int // of RunField
}

// before returns the results of the run that is averaged with one in a direction; nil: none.
func (u *pipeRuns) before(env *Env, direction float64) []float64 {
	if !u.on || len(env.Previous) == 0 || !(env.Elapsed <= longestSurvey) || env.Previous[u.out] != -direction {
		return nil
	}
	return env.Previous
}

func directionOf(path PipePath) float64 {
	if path.Backward {
		return -1
	}
	return 1
}

// run averages the positions of a run, by axis and node. A node that one run lacks has the position of the other.
func (u *pipeRuns) run(f frame, path PipePath, outs [3][]int) {
	if !u.on {
		return
	}
	f.out[u.out] = reading.Missing
	if len(path.Stations) == 0 {
		return
	}
	f.out[u.out] = directionOf(path)
	before := u.before(f.env, f.out[u.out])
	if before == nil {
		return
	}
	for _, axis := range outs {
		for _, at := range axis {
			switch now, was := f.out[at], before[at]; {
			case was-was != 0:
			case now-now != 0:
				f.out[at] = was
			default:
				f.out[at], f.out[u.out] = (now+was)/2, 0
			}
		}
	}
}

// explain returns the last step of a position that is a mean: out is its column, own the position in the run itself.
func (u *pipeRuns) explain(f frame, path PipePath, result Step, out int, own float64) (mean Step, ok bool) {
	if !u.on || reading.IsMissing(result.Value) {
		return mean, false
	}
	before := u.before(f.env, directionOf(path))
	if before == nil {
		return mean, false
	}
	mean = Step{Field: result.Field, Node: result.Node, Key: result.Key, Text: "P = (P_1 + P_2)/2", Value: result.Value, Unit: result.Unit}
	for i, one := range [2]Term{{Name: "P_1", Kind: PreviousTerm, Value: before[out]}, {Name: "P_2", Kind: ComputedTerm, Value: own}} {
		if one.Value-one.Value != 0 {
			mean.Text = [2]string{"P = P_2", "P = P_1"}[i]
			continue
		}
		one.Unit = result.Unit
		mean.Inputs = append(mean.Inputs, one)
	}
	return mean, true
}
