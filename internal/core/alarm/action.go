package alarm

// Action is a person's decision about an episode, as an input of the fold: it determines whether the next exceedance
// is new (domain thresholds.md section 2.3).
type Action struct {
	Key   Key
	At    int64 // UTC ms of event time from which it counts: the time of the decision, or of the last result seen if that is later
	Seen  int64 // UTC ms of the last result that the person could see
	Level Level // the level that the person saw; higher levels are new
}

// ActionOf returns the action of a processed record; ok is false for any other record.
func ActionOf(r *Record) (a Action, ok bool) {
	if !r.Status.Processed() || r.Kind != OfThreshold && r.Kind != OfGraded {
		return Action{}, false
	}
	return Action{Key: r.Key, At: max(r.ProcessedAt, r.SeenUntil), Seen: r.SeenUntil, Level: r.ProcessedLevel}, true
}
