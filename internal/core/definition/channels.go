package definition

// Channels is the channel configuration of a collector (domain devices.md 3.3).
type Channels struct {
	Channels []Channel `json:"channels"`
}

// Channel is one channel. Name is its name in the messages of a gateway ("point").
type Channel struct {
	ChannelNo int32   `json:"channelNo"`
	IsUsed    bool    `json:"isUsed"`
	Signal    string  `json:"signal,omitempty"` // vw, ma, volt, rs485, pulse, thermistor, dynamic
	Name      string  `json:"name,omitempty"`
	Rate      float64 `json:"rate,omitempty"`    // Hz, dynamic channels; the sum must not exceed 64
	Address   int32   `json:"address,omitempty"` // on the bus of an RS-485 channel, 1 to 254
	Baud      int32   `json:"baud,omitempty"`

	Excitation *Excitation `json:"excitation,omitempty"` // vibrating wire
}

// Excitation is how a vibrating-wire sensor is excited.
type Excitation struct {
	FMin float64 `json:"fMin"` // Hz
	FMax float64 `json:"fMax"` // Hz
	Mode string  `json:"mode"` // sweep, pluck
}
