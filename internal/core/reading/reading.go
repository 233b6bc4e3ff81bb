package reading

// Limits of one message (design core.md section 1).
const (
	MaxNodes         = 1024
	MaxFieldsPerNode = 64
	MaxMessageBytes  = 256 << 10
)

// ClockSlack is how far ahead of the platform's clock a reading may claim to be, ms,
// before it no longer tells that its instrument is up to date.
const ClockSlack = 5 * 60 * 1000

// Reading is one decoded reading of one channel. Values has one number for each
// of Columns, Missing where the message had none.
type Reading struct {
	Device   int64 // the device that owns the register of the frame
	Channel  int32 // ch.no; 0 is the device itself
	Time     int64 // UTC ms of the device, or of receipt when it sent none
	Received int64 // UTC ms at which the frame was accepted
	Flag     Flag  // remarks known when decoding: TimeFixed
	Columns  *Columns
	Values   []float64
}

// Flag is the set of quality marks of a reading and its result
// (domain measurements.md section 0.1 and 4).
type Flag uint32

// The marks. The first four take a reading out of change, rate, alarms and
// statistics; the others are remarks on a valid reading.
const (
	Invalid      Flag = 1 << iota // cannot be decoded, NaN, sentinel, formula without result
	OutOfRange                    // outside the instrument's range
	Abnormal                      // refused by the spike filter, or not a fixed GNSS solution
	Withdrawn                     // taken out by a correction
	Provisional                   // held: the next reading decides; never judged by alarms
	TimeFixed                     // the device sent no time; the time of receipt stands
	NoTemp                        // no temperature: its term was left out
	Partial                       // some of several strings, sub-points or sums were missing
	Interpolated                  // a node stands on its last valid tilt
	Repeated                      // five identical readings in a row (device health)
	Manual                        // typed in or imported by a person
	Replaced                      // a correction put this value instead of the instrument's
	NotComputed                   // a formula gave no number: too large, divided by zero, logarithm of what is not positive
)

const notValid = Invalid | OutOfRange | Abnormal | Withdrawn

// Valid reports whether the reading counts for change, rate, alarms and statistics.
func (f Flag) Valid() bool { return f&notValid == 0 }

// Judged reports whether alarms may judge the reading: valid and not provisional.
func (f Flag) Judged() bool { return f&(notValid|Provisional) == 0 }

// flagNames are the names in the API, in the order of the bits.
var flagNames = [...]string{
	"invalid", "outOfRange", "abnormal", "withdrawn", "provisional", "timeFixed",
	"noTemp", "partial", "interpolated", "repeated", "manual", "replaced", "notComputed",
}

// Names lists the marks that are set, by their names in the API; never nil.
func (f Flag) Names() []string {
	names := make([]string, 0, 2)
	for bit, name := range flagNames {
		if f&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}
