package alarm

import "math"

// Replay judges the results of a point by the fold and keeps what the fold forgets: how the level moved, and the worst
// value of each episode.
type Replay struct {
	fold   *Fold
	levels []LevelSince
	runs   [][]run // by key
	worst  worst   // of the reading being judged
}

// LevelSince is a level of a point and the time from which it holds.
type LevelSince struct {
	Time  int64 // UTC ms of the reading
	Level Level
}

// Deciding is the value that decides the level of a reading.
type Deciding struct {
	Time  int64 // UTC ms
	Value float64
	Node  int32
}

// Replayed is an episode with its worst value.
type Replayed struct {
	Episode
	Worst Deciding
}

// run is a part of an episode in which the level stays the same.
type run struct {
	from, opened int64
	held         Level
	worst        worst
}

type worst struct {
	Deciding
	level  Level
	weight float64
}

// NewReplay returns a replay for the keys of thresholds (see Keys) and the decisions of people.
func NewReplay(keys []Key, actions []Action) *Replay {
	r := &Replay{fold: NewFold(keys, actions), runs: make([][]run, len(keys))}
	r.fold.replay = r
	return r
}

// Judge judges the next valid result as Fold.Judge does. It returns the value that decides; ok is false if no threshold
// has judged.
func (r *Replay) Judge(p *Panel, t int64, observed, accumulated, rate []float64) (by Deciding, ok bool) {
	r.worst = worst{level: NotJudged}
	r.fold.Judge(p, t, observed, accumulated, rate)
	level := r.fold.Level(p)
	if n := len(r.levels); n == 0 || r.levels[n-1].Level != level {
		r.levels = append(r.levels, LevelSince{t, level})
	}
	return r.worst.Deciding, r.worst.level != NotJudged
}

// note keeps the verdict about one key, after the fold has taken it.
func (r *Replay) note(key int, t int64, v *verdict) {
	found := worst{Deciding{t, v.value, v.node}, v.level, v.weight}
	r.worst.take(found)
	s := &r.fold.State.Keys[key]
	if s.Episode == nil {
		return
	}
	list := r.runs[key]
	if n := len(list); n > 0 && list[n-1].opened == s.Episode.Opened && list[n-1].held == s.Level {
		list[n-1].worst.take(found)
		return
	}
	r.runs[key] = append(list, run{from: t, opened: s.Episode.Opened, held: s.Level, worst: found})
}

// take keeps the worse of two values: the higher level, among equal ones the one farther beyond its limits.
func (w *worst) take(other worst) {
	if other.level > w.level || other.level == w.level && other.weight > w.weight {
		*w = other
	}
}

// Levels returns the times at which the level changed, rising, with the first judgement.
func (r *Replay) Levels() []LevelSince { return r.levels }

// Episodes returns the episodes in order of their start; open ones come last. Call it after the newest reading: later
// decisions of people are applied.
func (r *Replay) Episodes() []Replayed {
	episodes := r.fold.Episodes(true)
	list := make([]Replayed, len(episodes))
	for i := range episodes {
		list[i] = Replayed{episodes[i], r.worstOf(&episodes[i])}
	}
	return list
}

// worstOf returns the worst value of an episode. The part of an episode below a level that a person has not seen ends
// at that level, so later values beyond it belong to the next part.
func (r *Replay) worstOf(e *Episode) Deciding {
	last := e.Steps[len(e.Steps)-1]
	found := worst{Deciding{last.Time, last.Value, last.Node}, last.Level, math.Inf(-1)}
	end := e.Ended
	if end == 0 {
		end = math.MaxInt64
	}
	for key := range r.fold.keys {
		if r.fold.keys[key] != e.Key {
			continue
		}
		for _, run := range r.runs[key] {
			if run.from >= e.Opened && run.from <= end && run.worst.level <= last.Level {
				found.take(run.worst)
			}
		}
	}
	return found.Deciding
}
