package alarm

import (
	"math"
	"slices"
)

// Episode is one exceedance: from the reading that raised it to the one that restored it, or to a person's decision.
// Episodes are immutable; a later reading creates a new version.
type Episode struct {
	Key          Key
	Opened       int64  // UTC ms
	Steps        []Step // one for each level reached, rising
	Current      Level
	Ended        int64 // UTC ms; 0 while it lasts
	RestoreValue float64
	Processed    Level // the level that a person saw and decided on; 0: no decision
}

func (e *Episode) peak() Level { return e.Steps[len(e.Steps)-1].Level }

// KeyState is the state of one key.
type KeyState struct {
	Judged    bool      // at least one reading was judged
	Level     Level     // last judged
	Held      bool      // only the restore count keeps Level: the value is below all limits
	Side      Side      // on which Level was reached; "" at Normal
	Since     int64     // UTC ms of the reading at which Level was reached; 0 at Normal
	Processed Level     // levels up to this raise no new alert until the value has restored
	Over      int32     // consecutive judged readings at level 1 or more
	Below     int32     // consecutive judged readings beyond the restore line
	Days      *[4]daily // of each level, for thresholds that count days; nil: none
	Episode   *Episode
}

// State is the state of a point between readings. Episodes are immutable, so copying Keys copies the state.
type State struct {
	Time int64 // UTC ms of the last judged reading
	Keys []KeyState
}

// NewState returns the state before the first reading.
func NewState(keys int) State {
	return State{Time: math.MinInt64, Keys: make([]KeyState, keys)}
}

// Clone returns a copy of the state.
func (s State) Clone() State {
	return State{Time: s.Time, Keys: slices.Clone(s.Keys)}
}

// Fold judges the results of one point in time order. It is a pure function of its state, the rows, the thresholds and
// the actions.
type Fold struct {
	State   State
	keys    []Key
	actions []Action // by At
	next    int
	closed  []Episode
	touched bool
	replay  *Replay // nil: nobody asks for more than episodes
}

// NewFold returns a fold for the keys of a point (see Keys) and the decisions of people.
func NewFold(keys []Key, actions []Action) *Fold {
	f := &Fold{keys: keys, actions: slices.Clone(actions)}
	slices.SortStableFunc(f.actions, func(a, b Action) int {
		switch {
		case a.At != b.At:
			if a.At < b.At {
				return -1
			}
			return 1
		case a.Level != b.Level:
			return int(a.Level - b.Level)
		}
		return compareKeys(a.Key, b.Key)
	})
	f.actions = slices.Compact(f.actions) // several records may share one decision
	f.Start(NewState(len(keys)))
	return f
}

// Start continues from a state and drops the episodes seen so far.
func (f *Fold) Start(state State) {
	f.State = state
	f.next, _ = slices.BinarySearchFunc(f.actions, state.Time, func(a Action, t int64) int {
		if a.At < t {
			return -1
		}
		return 1
	})
	f.Forget()
}

// Forget drops the ended episodes after they were stored.
func (f *Fold) Forget() {
	f.closed = f.closed[:0]
	f.touched = false
}

// Touched reports whether any episode began, changed or ended since Forget.
func (f *Fold) Touched() bool { return f.touched }

// Judge judges the next valid result. accumulated and rate may be nil. Their columns and those of observed are the
// ones that the panel was made for.
func (f *Fold) Judge(p *Panel, t int64, observed, accumulated, rate []float64) {
	for f.next < len(f.actions) && f.actions[f.next].At < t {
		f.act(&f.actions[f.next])
		f.next++
	}
	f.State.Time = t
	if p == nil {
		return
	}
	for i := range p.judges {
		j := &p.judges[i]
		row := observed
		switch j.valueType {
		case Accumulated:
			row = accumulated
		case Rate:
			row = rate
		}
		if row == nil {
			continue
		}
		if v := j.judge(row); v.judged {
			if j.days > 0 {
				v.time = t
				v = f.State.Keys[j.key].sustained(j, v)
			} else {
				f.State.Keys[j.key].Days = nil
			}
			f.step(j, t, &v)
			if f.replay != nil {
				f.replay.note(j.key, t, &v)
			}
		}
	}
}

// step advances the state of one key by one judged reading (domain thresholds.md 2.3).
func (f *Fold) step(j *judge, t int64, v *verdict) {
	s := &f.State.Keys[j.key]
	if v.level > Normal {
		s.Over = min(s.Over+1, maxTimes)
	} else {
		s.Over = 0
	}
	if v.restored {
		s.Below = min(s.Below+1, maxTimes)
	} else {
		s.Below = 0
	}
	s.takeLevel(j, t, v)
	if v.restored {
		s.Processed = Normal
	}
	switch {
	case s.Episode == nil:
		if v.level > s.Processed && (s.Over >= j.confirm || j.atOnce > Normal && v.level >= j.atOnce) {
			s.Episode = &Episode{Key: f.keys[j.key], Opened: t, Steps: j.steps(nil, s.Processed, t, v), Current: s.Level}
			f.touched = true
		}
	case v.level > s.Episode.peak():
		risen := *s.Episode
		risen.Steps = j.steps(risen.Steps, risen.peak(), t, v)
		risen.Current = s.Level
		s.Episode = &risen
		f.touched = true
	case s.Below >= j.restore:
		ended := *s.Episode
		ended.Current, ended.Ended, ended.RestoreValue = Normal, t, v.value
		f.closed = append(f.closed, ended)
		s.Episode = nil
		f.touched = true
	case s.Level != s.Episode.Current:
		moved := *s.Episode
		moved.Current = s.Level
		s.Episode = &moved
		f.touched = true
	}
}

// takeLevel sets the level from a judged reading. A raised alert stays blue below all limits until enough consecutive
// readings are beyond the restore line.
func (s *KeyState) takeLevel(j *judge, t int64, v *verdict) {
	level, held, side := v.level, false, v.side
	if level == Normal {
		alerted := s.Held || s.Level > Normal && (s.Episode != nil || s.Processed > Normal)
		if held = alerted && s.Below < j.restore; held {
			level, side = Blue, s.Side
		} else {
			side = ""
		}
	}
	switch {
	case level == Normal:
		s.Since = 0 // otherwise a reading before the first would change all later states
	case level != s.Level:
		s.Since = t
	}
	s.Judged, s.Level, s.Held, s.Side = true, level, held, side
}

// steps returns a step for each level above a given one that a verdict reaches.
func (j *judge) steps(before []Step, above Level, t int64, v *verdict) []Step {
	steps := make([]Step, len(before), len(before)+int(v.level-above))
	copy(steps, before)
	for level := above + 1; level <= v.level; level++ {
		steps = append(steps, Step{
			Level: level, Time: t, Value: v.value, Limit: j.limit(v.side, level), Side: v.side, Node: v.node, Direction: j.direction(), Reference: j.reference,
			Ground: v.ground,
		})
	}
	return steps
}

// act applies a decision to the episode that the person saw. A part that reached a higher level than they saw stays as
// a separate episode.
func (f *Fold) act(a *Action) {
	key, found := slices.BinarySearchFunc(f.keys, a.Key, compareKeys)
	if !found {
		return
	}
	s := &f.State.Keys[key]
	if s.Episode == nil || s.Episode.Opened > a.Seen {
		return
	}
	decided, rest := s.Episode.split(a)
	f.closed = append(f.closed, decided)
	s.Episode = rest
	s.Processed = max(s.Processed, a.Level)
	f.touched = true
}

func (e *Episode) split(a *Action) (decided Episode, rest *Episode) {
	decided = *e
	decided.Ended, decided.Processed = a.At, a.Level
	above := slices.IndexFunc(e.Steps, func(s Step) bool { return s.Level > a.Level })
	if above < 0 {
		return decided, nil
	}
	higher := *e
	higher.Opened, higher.Steps = e.Steps[above].Time, e.Steps[above:]
	if above == 0 {
		// The episode no longer reaches the level that the person saw: all of it is new.
		seen := e.Steps[0]
		seen.Level = a.Level
		decided.Steps, decided.Current = []Step{seen}, a.Level
		return decided, &higher
	}
	decided.Steps = e.Steps[:above]
	decided.Current = min(decided.Current, a.Level)
	return decided, &higher
}

// Episodes returns the episodes since Start or Forget in order of their start; open ones come last. With settle,
// decisions after the last reading are applied, as is right once the fold has reached the newest reading.
func (f *Fold) Episodes(settle bool) []Episode {
	view := Fold{State: f.State, keys: f.keys, closed: slices.Clone(f.closed)}
	if settle && f.next < len(f.actions) {
		view.State = f.State.Clone()
		for i := f.next; i < len(f.actions); i++ {
			view.act(&f.actions[i])
		}
	}
	episodes := view.closed
	for i := range view.State.Keys {
		if open := view.State.Keys[i].Episode; open != nil {
			episodes = append(episodes, *open)
		}
	}
	slices.SortStableFunc(episodes, func(a, b Episode) int {
		switch {
		case a.Opened < b.Opened:
			return -1
		case a.Opened > b.Opened:
			return 1
		}
		return compareKeys(a.Key, b.Key)
	})
	return episodes
}

// Level returns the level of the point: the highest level last judged by the thresholds in effect (domain
// thresholds.md 2.2); NotJudged if they have judged nothing.
func (f *Fold) Level(p *Panel) Level {
	level := NotJudged
	if p != nil {
		for i := range p.judges {
			if s := &f.State.Keys[p.judges[i].key]; s.Judged {
				level = max(level, s.Level)
			}
		}
	}
	return level
}
