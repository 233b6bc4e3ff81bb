package modbus

// Settings is the register map of an instrument, as people configure it.
type Settings struct {
	Preset   string `json:"preset,omitempty"`   // a starting point; other members replace its own
	Channels int    `json:"channels,omitempty"` // preset vw: measuring channels of the module
	Framing  string `json:"framing,omitempty"`  // rtu (default) or tcp
	Unit     int    `json:"unit,omitempty"`     // address on the bus, 1 to 247; 0: that of the connection, or 1

	Polls []Poll `json:"polls,omitempty"` // requests as they are sent
	Items []Item `json:"items,omitempty"` // values by register; requests are chosen for them
	Array *Array `json:"array,omitempty"`

	Clock    *Clock    `json:"clock,omitempty"`
	Interval *Interval `json:"interval,omitempty"`
	Reset    *Reset    `json:"reset,omitempty"`
}

// Poll is one request. The offsets of its items count from its start.
type Poll struct {
	Function int    `json:"function,omitempty"` // 1 to 4, default 3
	Start    int    `json:"start,omitempty"`
	Count    int    `json:"count"` // registers or bits, 1 to 125
	Items    []Item `json:"items"`
}

// Item is a value: what it is called, and how it is written in registers. It is add + scale × number.
type Item struct {
	Function int      `json:"function,omitempty"` // 1 to 4, default 3; only outside of polls
	Offset   int      `json:"offset,omitempty"`   // register or bit
	Type     string   `json:"type,omitempty"`     // u16 (default), i16, u32, i32, f32, f64, bcd, bcd32, bit
	Order    string   `json:"order,omitempty"`    // ABCD (default), CDAB, BADC, DCBA
	Bit      int      `json:"bit,omitempty"`      // 0 to 15, of a register
	Scale    *float64 `json:"scale,omitempty"`    // default 1
	Add      float64  `json:"add,omitempty"`
	Field    string   `json:"field"`
	Node     int      `json:"node,omitempty"`
	Channel  int      `json:"channel,omitempty"` // of a module with several; default: the instrument itself
}

// Array is a row of nodes with the same registers. Node n, from 1, begins at start + step × (n − 1).
type Array struct {
	Function int    `json:"function,omitempty"` // 3 (default) or 4
	Start    int    `json:"start,omitempty"`
	Step     int    `json:"step"`
	Count    int    `json:"count,omitempty"`   // nodes; 0: read from counter
	Counter  *int   `json:"counter,omitempty"` // register with the number of nodes
	Items    []Item `json:"items"`             // offsets count from the beginning of the node
}

// Clock is where the clock is set. Forms: packed is year − 2000 and month, day and hour, minute and second in the bytes
// of 3 registers; words is year, month, day, hour, minute and second in 6 registers, both in the zone of the project;
// unix is seconds since 1970 UTC in 2 registers.
type Clock struct {
	Start int    `json:"start"`
	Form  string `json:"form,omitempty"` // default packed
}

// Interval is the register of the measuring interval.
type Interval struct {
	Register int    `json:"register"`
	Unit     string `json:"unit,omitempty"` // s or min (default)
}

// Reset is the register that restarts the instrument, and what is written there.
type Reset struct {
	Register int `json:"register"`
	Value    int `json:"value"`
}

// Limits. Modbus allows 125 registers in a request; gaps of unused registers are cheaper than another request.
const (
	maxCount    = 125
	maxGap      = 8
	maxRegister = 1<<16 - 1
	maxAddress  = 247
	maxPolls    = 256
	maxItems    = 4096
)

var (
	framings   = []string{rtu.name, tcp.name}
	clockForms = []string{formPacked, formWords, formUnix}
	clockUnits = []string{unitMinutes, unitSeconds}
)

const (
	formPacked  = "packed"
	formWords   = "words"
	formUnix    = "unix"
	unitMinutes = "min"
	unitSeconds = "s"
)
