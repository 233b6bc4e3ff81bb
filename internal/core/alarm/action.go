package alarm

// Action is what a person decided about an episode, as an input of the fold: it
// decides whether the next exceedance is new (domain thresholds.md section 2.3).
type Action struct {
	Key   Key
	At    int64 // UTC ms of event time from which it counts: the act, or the last result seen if that is later
	Seen  int64 // UTC ms of the last result that the person could see
	Level Level // the level that the person saw; higher ones are new
}

// ActionOf gives the action of a processed record; ok is false for any other.
func ActionOf(r *Record) (a Action, ok bool) {
	if !r.Status.Processed() || r.Kind != OfThreshold {
		return Action{}, false
	}
	return Action{Key: r.Key, At: max(r.ProcessedAt, r.SeenUntil), Seen: r.SeenUntil, Level: r.ProcessedLevel}, true
}
