package formula

import (
	"slices"

	"plumbline/internal/core/reading"
)

var pipeFamily = family{
	SystemFormula: SystemFormula{
		Code: "PIPE_ATTITUDE", Label: label("管道姿态公式", "Pipe attitude", "管道姿態公式"),
		Text: "ΔN = Δs·cos p·cos h;  ΔE = Δs·cos p·sin h;  ΔZ = Δs·sin p",
		Inputs: []FormulaInput{
			takes("", "chainage"), takes("", "pitch"), takes("", "heading"), takes("", "northing"), takes("", "easting"), takes("", "elevation"),
		},
		Outputs: []string{"northing", "easting", "elevation"},
		Settings: []FormulaSetting{
			numeric("headingOffset", label("航向角改正", "Correction of the heading", "航向角改正"), "°").or(0).atLeast(-360).atMost(360).
				helped("加在每站航向角上，如真北与坐标北之差", "Added to every heading, for example from true to grid north",
					"加在每站航向角上，如真北與座標北之差"),
			choice("closure", label("闭合差", "Misclosure", "閉合差"),
				pick("linear", "按里程分配", "Distributed by chainage", "依里程分配"), pick("none", "不分配", "Not distributed", "不分配")),
		},
		SuitsTypes: []string{"PAM"},
	},
	source: "formulas.md section 28",
	maths:  maths{outputs: pipeOutputs, compile: newPipe},
}

// MaxPipeStations is the maximum number of stations of one survey of a pipe: each is a node of the reading.
const MaxPipeStations = reading.MaxNodes

// Raw fields of a whole survey. They are in the reading, because they may differ between surveys.
const (
	// PipeDirection is 1 if the sonde was pulled from the entry, −1 if from the exit; without it the device's setting counts.
	PipeDirection = "direction"
	// PipeClosure is 0 if the misclosure must not be distributed; without it the rule counts.
	PipeClosure = "closure"
)

// PipeStationFields are the raw fields of one station.
var PipeStationFields = [...]string{"chainage", "pitch", "heading", "northing", "easting", "elevation"}

// pipe is formulas.md section 28: the positions of a pipe, m, every step of the device's pamConfig from its entry. Stations
// lie where the sonde measured; positions between them are on the straight line. A node beyond the surveyed stretch has no
// result.
//
// With Average, a run in the opposite direction of the one before it, at most a day later, has the mean of both as its
// result (pipeRuns).
//
// The change is x to the north, y to the east (or along and across the structure) and z up, mm. Surveys are rare and long,
// so unlike other units this one allocates while it runs.
type pipe struct {
	Pipe
	offset            float64 // degrees, added to headings
	open              bool    // the misclosure stays
	stations          [][len(PipeStationFields)]slot
	direction, closed slot
	nodes             []int32
	chainages         []float64 // of the nodes, m
	outs, bases       [3][]int
	base              []reading.Column
	rounding          [2]precision // of positions in m and changes in mm
	unit              string
	toFrame           rotation
	runs              pipeRuns
}

var pipeFields = [...]string{"northing", "easting", "elevation"}

func pipeOutputs(_ *Rule, setting *Setting) ([]reading.Column, error) {
	if len(setting.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	var columns []reading.Column
	for _, field := range pipeFields {
		columns = append(columns, each(field, chainNodes(setting))...)
	}
	if setting.Pipe.Average {
		columns = append(columns, reading.Column{Field: RunField})
	}
	return columns, nil
}

func newPipe(b *binder) (unit, error) {
	u := &pipe{
		Pipe: b.setting.Pipe, offset: b.number("headingOffset"), open: b.option("closure") == "none", nodes: chainNodes(b.setting),
		direction: b.input("", PipeDirection, 0), closed: b.input("", PipeClosure, 0),
	}
	for _, node := range Nodes(0, b.setting.Segments) {
		u.chainages = append(u.chainages, node.Depth)
	}
	u.rounding[0], u.unit = b.shown(pipeFields[0])
	u.rounding[1], _ = b.shown(positionFields[0])
	for axis := range u.outs {
		u.outs[axis] = b.outs[axis*len(u.nodes) : (axis+1)*len(u.nodes)]
		u.base = append(u.base, each(positionFields[axis], u.nodes)...)
	}
	if u.Average {
		u.runs = pipeRuns{out: b.outs[len(b.outs)-1], on: true}
	}
	for no := range MaxPipeStations {
		var station [len(PipeStationFields)]slot
		for i, field := range PipeStationFields {
			station[i] = b.input("", field, int32(no+1))
		}
		u.stations = append(u.stations, station)
	}
	u.toFrame = rotation{cos: 1}
	if b.setting.OutputFrame == "structure" {
		u.toFrame = turn(-b.setting.AxisAzimuth)
	}
	return u, b.failed
}

// path computes what was read.
func (u *pipe) path(f frame) (path PipePath, reason string) {
	s, p := PipeSurvey{Offset: u.offset, Open: u.open}.with(u.Pipe, f.at(u.direction), f.at(u.closed))
	for i := range u.stations {
		var read [len(PipeStationFields)]float64
		for k, at := range u.stations[i] {
			read[k] = f.at(at)
		}
		s.add(read)
	}
	return p.Path(s)
}

// ComputesPipe reports whether a rule computes a pipe.
func (s *Setting) ComputesPipe() bool {
	return slices.ContainsFunc(s.Rules, func(rule Rule) bool { return rule.System == pipeFamily.Code })
}

// PathOf computes a survey with the settings of a point. value returns what was read. ok is false if the point computes no
// pipe.
func (s *Setting) PathOf(value func(field string, node int32) float64) (path PipePath, reason string, ok bool) {
	for i := range s.Rules {
		rule := &s.Rules[i]
		if rule.System != pipeFamily.Code {
			continue
		}
		survey := PipeSurvey{Offset: rule.Params["headingOffset"], Open: rule.Options["closure"] == "none"}
		survey, pipe := survey.with(s.Pipe, value(PipeDirection, 0), value(PipeClosure, 0))
		for no := range int32(MaxPipeStations) {
			var read [len(PipeStationFields)]float64
			for k, field := range PipeStationFields {
				read[k] = value(field, no+1)
			}
			survey.add(read)
		}
		path, reason = pipe.Path(survey)
		return path, reason, true
	}
	return path, "", false
}

func (u *pipe) run(f frame) (flag reading.Flag, reason string) {
	path, reason := u.path(f)
	missing := 0
	for i, chainage := range u.chainages {
		at, ok := path.At(chainage)
		if !ok {
			missing++
			at = [3]float64{reading.Missing, reading.Missing, reading.Missing}
		}
		for axis, outs := range u.outs {
			f.out[outs[i]] = value(at[axis])
		}
	}
	u.runs.run(f, path, u.outs)
	if missing > 0 && missing < len(u.nodes) {
		flag, reason = reading.Partial, SegmentSilent
	}
	return flag, reason
}

func (u *pipe) store(out []float64) (lost bool) {
	for _, outs := range u.outs {
		lost = u.rounding[0].store(out, outs...) || lost
	}
	return lost
}

func (u *pipe) endless() bool { return false }

// concerns reports true: every station moves those that follow and, with a misclosure, all.
func (u *pipe) concerns(reading.Column, int32) bool { return true }

func (u *pipe) changed() (base, derived []reading.Column) { return u.base, nil }

func (u *pipe) place(base, _ []int) {
	for axis := range u.bases {
		u.bases[axis] = base[axis*len(u.nodes) : (axis+1)*len(u.nodes)]
	}
}

func (u *pipe) change(observed, initial, out []float64) {
	for i := range u.nodes {
		var moved [3]float64
		for axis, outs := range u.outs {
			moved[axis] = 1000 * (observed[outs[i]] - initial[outs[i]])
		}
		moved[0], moved[1] = u.toFrame.apply(moved[0], moved[1])
		for axis, bases := range u.bases {
			out[bases[i]] = u.rounding[1].kept(moved[axis])
		}
	}
}

func (u *pipe) derive([]float64) {}

func (u *pipe) explainChange(column reading.Column) (string, []reading.Column) {
	at := slices.Index(positionFields[:], column.Field)
	if at == 2 || u.toFrame.sin == 0 {
		return "Δ = 1000·(v − v_init)", []reading.Column{{Field: pipeFields[max(at, 0)], Node: column.Node}}
	}
	text := "x = 1000·(ΔN·cos α + ΔE·sin α)"
	if at == 1 {
		text = "y = 1000·(ΔE·cos α − ΔN·sin α)"
	}
	return text, []reading.Column{{Field: pipeFields[0], Node: column.Node}, {Field: pipeFields[1], Node: column.Node}}
}

// explain gives the step of the sonde that reaches a node, the misclosure, and the position between the stations.
func (u *pipe) explain(f frame, out int) []Step {
	for axis, outs := range u.outs {
		i := slices.Index(outs, out)
		if i < 0 {
			continue
		}
		path, reason := u.path(f)
		own, read := path.At(u.chainages[i])
		if !read {
			own = [3]float64{reading.Missing, reading.Missing, reading.Missing}
		}
		result := Step{
			Field: pipeFields[axis], Node: u.nodes[i], Key: "PIPE_ATTITUDE", Text: "P = P_i + (P_(i+1) − P_i)·(s − s_i)/Δs",
			Value: f.out[out], Unit: u.unit,
		}
		mean, averaged := u.runs.explain(f, path, result, out, own[axis])
		next := path.after(u.chainages[i])
		if averaged && next < 0 {
			return []Step{mean}
		}
		if next < 0 || reading.IsMissing(result.Value) {
			if result.Reason = reason; reason == "" {
				result.Reason = SegmentSilent
			}
			return []Step{result}
		}
		steps := path.explainStep(axis, next)
		result.Inputs = []Term{
			{Name: "s", Kind: CoefficientTerm, Value: u.chainages[i], Unit: "m"},
			{Name: "s_i", Kind: RawTerm, Value: path.Stations[next-1].Chainage, Unit: "m", Field: "chainage"},
			{Name: "P_i", Kind: ComputedTerm, Value: path.Stations[next-1].Position[axis], Unit: "m"},
			{Name: "P_(i+1)", Kind: ComputedTerm, Value: path.Stations[next].Position[axis], Unit: "m"},
		}
		if averaged {
			result.Field, result.Key, result.Value = "", "P_2", value(own[axis])
			return append(steps, result, mean)
		}
		return append(steps, result)
	}
	return nil
}
