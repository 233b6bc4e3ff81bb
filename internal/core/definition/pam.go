package definition

// Pam is the survey of a pipe (domain devices.md section 3.7).
type Pam struct {
	Entry     *Station `json:"entry,omitempty"`
	Exit      *Station `json:"exit,omitempty" doc:"Omitted: the run is not closed"`
	Step      float64  `json:"step,omitempty" doc:"m between the positions that are computed; omitted: 0.5"`
	Length    float64  `json:"length,omitempty" doc:"m"`
	Diameter  float64  `json:"diameter,omitempty" doc:"mm"`
	MinRadius float64  `json:"minRadius,omitempty" doc:"m, smallest bend radius that is allowed; omitted: no limit is shown"`
	Direction string   `json:"direction,omitempty" enum:"forward,backward"`
	Average   bool     `json:"average,omitempty" doc:"A run and the one before it in the opposite direction, at most a day earlier, have their mean as result"`
}

// Station is a position in project coordinates, m.
type Station struct {
	N float64 `json:"n"`
	E float64 `json:"e"`
	Z float64 `json:"z"`
}

// PamStep is the distance of positions along a pipe, m, if none is set.
const PamStep = 0.5
