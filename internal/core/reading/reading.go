package reading

// Limits of one message (design core.md section 1).
const (
	MaxNodes         = 1024
	MaxFieldsPerNode = 64
	MaxMessageBytes  = 256 << 10
)

// ClockSlack is how far a reading may be ahead of the server's clock, in ms, and still prove that its instrument is up
// to date.
const ClockSlack = 5 * 60 * 1000

// Reading is one decoded reading of one channel. Values has one number per column, Missing if the message had none.
type Reading struct {
	Device   int64 // the device with the register ID of the frame
	Channel  int32 // ch.no; 0 is the device itself
	Time     int64 // UTC ms by the device's clock, or of receipt if it sent none
	Received int64 // UTC ms at which the frame was accepted
	Flag     Flag  // flags known when decoding: TimeFixed
	Columns  *Columns
	Values   []float64
}

// Flag is the set of quality flags of a reading and its result (domain measurements.md section 0.1 and 4).
type Flag uint32

// The first four exclude a reading from change, rate, alarms and statistics; the others annotate a valid reading.
const (
	Invalid      Flag = 1 << iota // cannot be decoded, NaN, sentinel, formula without result
	OutOfRange                    // outside the instrument's range
	Abnormal                      // rejected by the spike filter, or not a fixed GNSS solution
	Withdrawn                     // removed by a correction
	Provisional                   // held until the next reading decides; never judged by alarms
	TimeFixed                     // the device sent no time: the time of receipt is used
	NoTemp                        // no temperature: its term was omitted
	Partial                       // some of several strings, sub-points or sums were missing
	Interpolated                  // a node uses its last valid tilt
	Repeated                      // five consecutive identical readings (device health)
	Manual                        // entered or imported by a person
	Replaced                      // a correction replaced the value
	NotComputed                   // a formula had no result: overflow, division by zero, logarithm of a number ≤ 0
	Suspect                       // a correction marks it as doubtful; analyses leave it out
)

const notValid = Invalid | OutOfRange | Abnormal | Withdrawn

// Valid reports whether the reading counts for change, rate, alarms and statistics.
func (f Flag) Valid() bool { return f&notValid == 0 }

// Judged reports whether alarms may judge the reading: valid and not provisional.
func (f Flag) Judged() bool { return f&(notValid|Provisional) == 0 }

// flagNames are the API names in the order of the bits.
var flagNames = [...]string{
	"invalid", "outOfRange", "abnormal", "withdrawn", "provisional", "timeFixed",
	"noTemp", "partial", "interpolated", "repeated", "manual", "replaced", "notComputed", "suspect",
}

// Names returns the API names of the flags that are set; never nil.
func (f Flag) Names() []string {
	names := make([]string, 0, 2)
	for bit, name := range flagNames {
		if f&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}
