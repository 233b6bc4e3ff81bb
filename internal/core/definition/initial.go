package definition

// Initial is how the initial value is formed (domain measurements.md 0.1, devices.md 3.2). A new version starts a new
// initial value.
type Initial struct {
	Mode   string             `json:"mode"`            // auto, current, manual
	Time   int64              `json:"time"`            // base time, UTC ms
	Count  int                `json:"count,omitempty"` // default 3
	Values map[string]float64 `json:"values,omitempty"`
	Nodes  []InitialNode      `json:"nodes,omitempty"`
}

// InitialNode is the manual initial value of one node.
type InitialNode struct {
	No     int32              `json:"no"`
	Values map[string]float64 `json:"values"`
}
