package alarm

import (
	"math"
	"slices"
)

// Episode is one exceedance as the fold sees it: from the reading that raised it
// to the one that restored it, or to what a person decided. It is never changed
// once made; a later reading makes another one of it.
type Episode struct {
	Key          Key
	Opened       int64  // UTC ms
	Steps        []Step // one for each level from the first on, rising
	Current      Level
	Ended        int64 // UTC ms; 0 while it goes on
	RestoreValue float64
	Processed    Level // the level that a person saw and decided on; 0: none did
}

func (e *Episode) peak() Level { return e.Steps[len(e.Steps)-1].Level }

// KeyState is what the fold remembers of one key.
type KeyState struct {
	Judged    bool  // a reading was judged
	Level     Level // last judged
	Held      bool  // Level is kept by the restore count alone: the value is below all limits
	Side      Side  // that Level was reached on; "" at Normal
	Since     int64 // UTC ms of the reading at which Level was taken; 0 at Normal
	Processed Level // levels up to this are no news until the value has come back
	Over      int32 // judged readings in a row at level 1 or more
	Below     int32 // judged readings in a row behind the restore line
	Episode   *Episode
}

// State is what the fold remembers of a point between readings. Episodes are never
// changed in place, so a copy of Keys is a copy of the state.
type State struct {
	Time int64 // UTC ms of the last judged reading
	Keys []KeyState
}

// NewState is the state before the first reading.
func NewState(keys int) State {
	return State{Time: math.MinInt64, Keys: make([]KeyState, keys)}
}

// Clone copies the state.
func (s State) Clone() State {
	return State{Time: s.Time, Keys: slices.Clone(s.Keys)}
}

// Fold judges the results of one point in the order of their time. It is a pure
// function of its state, the rows, the thresholds and the actions.
type Fold struct {
	State   State
	keys    []Key
	actions []Action // by At
	next    int
	closed  []Episode
	touched bool
}

// NewFold makes a fold over the keys of a point (Keys) and what people did.
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
	f.actions = slices.Compact(f.actions) // several records may hold one decision
	f.Start(NewState(len(keys)))
	return f
}

// Start continues from a state and forgets the episodes seen so far.
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

// Forget drops the episodes that ended, once they were taken over.
func (f *Fold) Forget() {
	f.closed = f.closed[:0]
	f.touched = false
}

// Touched reports whether any episode began, changed or ended since Forget.
func (f *Fold) Touched() bool { return f.touched }

// Judge takes the next valid result. accumulated and rate are nil where there is
// none; their columns and those of observed are the ones the panel was made for.
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
			f.step(j, t, &v)
		}
	}
}

// step moves the state of one key by one judged reading (domain thresholds.md 2.3).
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
		if v.level > s.Processed && s.Over >= j.confirm {
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

// takeLevel takes over the level of a judged reading. What has raised an alert stays
// blue below all limits until enough readings in a row are behind the restore line.
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
		s.Since = 0 // else a reading before the first would change all states behind it
	case level != s.Level:
		s.Since = t
	}
	s.Judged, s.Level, s.Held, s.Side = true, level, held, side
}

// steps lists a step for every level above one that a verdict reaches.
func (j *judge) steps(before []Step, above Level, t int64, v *verdict) []Step {
	steps := make([]Step, len(before), len(before)+int(v.level-above))
	copy(steps, before)
	for level := above + 1; level <= v.level; level++ {
		steps = append(steps, Step{Level: level, Time: t, Value: v.value, Limit: j.limit(v.side, level), Side: v.side, Node: v.node, Direction: j.direction(), Reference: j.reference})
	}
	return steps
}

// act applies what a person decided to the episode that they saw. What reached a
// higher level than they saw stays as its own episode.
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
		// Nothing at the level that the person saw is left: all of it is new.
		seen := e.Steps[0]
		seen.Level = a.Level
		decided.Steps, decided.Current = []Step{seen}, a.Level
		return decided, &higher
	}
	decided.Steps = e.Steps[:above]
	decided.Current = min(decided.Current, a.Level)
	return decided, &higher
}

// Episodes lists the episodes since Start or Forget in the order of their
// beginning: those that ended and, last, those that go on. With settle, what people
// did after the last reading is taken into account, as it is when the fold has
// reached the newest reading.
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

// Level is the level of the point: the highest of the last judged levels of the
// thresholds that are in force (domain thresholds.md 2.2); NotJudged when none of them
// has judged anything.
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
