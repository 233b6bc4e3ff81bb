package protocol

import "plumbline/internal/core/vibration"

// Recording is a vibration record of a simulated device.
type Recording struct {
	vibration.Fragment // Time, Rate, Scale, Count, Axes and Samples

	Channel int32  // 0: the device itself
	Child   []byte // serial number of a bus device
	History bool   // sent later than measured
	Most    int    // samples of an axis in one message; 0: as many as a message takes
}
