package alarm

// Event is something about a record that people get messages about.
type Event string

const (
	EventRaised    Event = "raised"
	EventEscalated Event = "escalated"
	EventRestored  Event = "restored"
	EventReopened  Event = "reopened" // a restore or withdrawal of a threshold alert was undone
)

// Events returns the events in the order of a record's life.
func Events() []Event { return []Event{EventRaised, EventEscalated, EventRestored, EventReopened} }

// Open reports whether the record is an active alert after the event.
func (e Event) Open() bool { return e != EventRestored }

// Happening is an event of a record, as judged by the time of the reading.
type Happening struct {
	Event Event
	At    int64 // UTC ms
	Level Level // compared with the lowest level of rules: of a restored record the highest one
	Late  bool  // found more than 2 h after the event
}

// Happened returns the event of a transition. worth is false if nobody needs a message.
func Happened(r *Record, t *Transition) (h Happening, worth bool) {
	h = Happening{At: t.Time, Level: t.Level}
	switch t.Kind {
	case Raised:
		h.Event = EventRaised
	case Escalated:
		h.Event = EventEscalated
	case Reopened, Reinstated:
		switch {
		case !t.To.Active():
			return Happening{}, false
		case r.Kind.Health():
			h.Event = EventRaised
		default:
			h.Event = EventReopened
		}
	case Restored:
		h.Event, h.Level = EventRestored, r.Level
	case Withdrawn:
		if !r.Kind.Health() || !t.From.Active() {
			return Happening{}, false
		}
		h.Event, h.At = EventRestored, t.RecordedAt // late data filled the gap
	case Overdue:
		h.Event = EventOverdue
	default:
		return Happening{}, false
	}
	h.Late = t.RecordedAt-h.At > lateAfter
	return h, true
}
