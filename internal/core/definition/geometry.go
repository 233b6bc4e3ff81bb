package definition

// Geometry is the layout of an array device (domain devices.md 3.1).
type Geometry struct {
	SegmentLen float64 `json:"segmentLen"`          // mm
	MinDepth   float64 `json:"minDepth"`            // m, depth of the first node below the collar
	MarkAngle  float64 `json:"markAngle"`           // degrees, azimuth of the A+ mark
	InitTwist  float64 `json:"initTwist,omitempty"` // degrees, default for nodes
	Nodes      []Node  `json:"nodes"`
}

// Node is one segment of an array. Len 0 and Twist nil mean the array's SegmentLen and InitTwist.
type Node struct {
	No    int32    `json:"no"`
	SN    string   `json:"sn,omitempty"`
	Len   float64  `json:"len,omitempty"`   // mm
	Twist *float64 `json:"twist,omitempty"` // degrees
	Used  bool     `json:"used"`
}
