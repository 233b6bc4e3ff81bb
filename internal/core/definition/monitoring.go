package definition

// Monitoring is the monitoring switch of a point. While it is off, readings are received, computed and kept, but none
// is requested or expected, and none is judged. A point without a version is on.
type Monitoring struct {
	Off bool `json:"off"`
}

// Off reports whether the monitoring of the point is switched off at a time (UTC ms).
func (c *PointConfig) Off(t int64) bool {
	switched, ok := c.Monitoring.At(t)
	return ok && switched.Value.Off
}

// OffSince returns since when the monitoring has been off at a time at which it is (UTC ms); switching it off again
// changes nothing.
func (c *PointConfig) OffSince(t int64) int64 {
	since, versions := t, c.Monitoring.Versions()
	for i := len(versions) - 1; i >= 0; i-- {
		if v := versions[i]; v.ValidFrom <= t {
			if !v.Value.Off {
				break
			}
			since = v.ValidFrom
		}
	}
	return since
}

// Expected returns the time between readings that are expected at a time (UTC ms), in ms; 0: none are.
func (c *PointConfig) Expected(t int64) int64 {
	collect, ok := c.Collect.At(t)
	if !ok || c.Off(t) {
		return 0
	}
	of := &collect.Value
	if of.Mode == NoCollect || of.Interval <= 0 || of.Start != 0 && t < of.Start || of.End != 0 && t >= of.End {
		return 0
	}
	return of.Interval * 1000
}
