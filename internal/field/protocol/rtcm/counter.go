package rtcm

import "math/bits"

// Counter counts what comes in a stream, for people who watch it. The zero value is ready to use.
type Counter struct {
	Messages map[int]int // by type
	Systems  [systems]Traffic
}

// Traffic is what came of one satellite system.
type Traffic struct {
	Epochs     int
	Satellites int // of the last epoch

	last uint64
	seen uint64 // satellites of the last epoch
}

// Add counts the messages of a frame.
func (c *Counter) Add(frame []byte) {
	if c.Messages == nil {
		c.Messages = map[int]int{}
	}
	for rest := frame; len(rest) > 0; {
		m, n, err := next(rest)
		if err != nil {
			return
		}
		rest = rest[n:]
		c.Messages[m.kind()]++
		if e, ok := m.epoch(); ok {
			t := &c.Systems[e.system]
			if t.Epochs == 0 || t.last != e.raw {
				t.Epochs++
				t.last, t.seen = e.raw, 0
			}
			t.seen |= e.satellites
			t.Satellites = bits.OnesCount64(t.seen)
		}
	}
}
