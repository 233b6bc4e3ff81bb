// Package modelcommand describes commands that only devices of some models have, as data: what is sent, with which
// parameters, and what is expected. Models of the catalog have some (domain protocols.md), corporations add theirs.
package modelcommand

import (
	"time"

	"plumbline/internal/platform/i18n"
)

// Forms of a command.
const (
	Hex   = "hex"   // bytes, passed on to the instrument
	Text  = "text"  // characters, passed on to the instrument
	Named = "named" // a command of the open JSON format, for devices that send messages
)

// Command is one command of a model.
//
// In the form hex, Send has bytes and places: "68 05 {address} 05 {mode} {sum:1}". {address} is the address on the bus, {mode:u16} a
// parameter with its type, {crc16} the checksum of Modbus and {sum:1} the sum from byte 1 on, both of the bytes before.
// In the form text it has characters, \r and \n, and {hz:4} for a parameter with 4 decimals. In the form named it is the
// name of the command; the parameters are its arguments.
type Command struct {
	Code    string     `json:"code" minLength:"1" maxLength:"30" doc:"Unique in the model: letters and digits"`
	Label   i18n.Label `json:"label"`
	Form    string     `json:"form" enum:"hex,text,named"`
	Send    string     `json:"send" minLength:"1" maxLength:"1000" doc:"hex: bytes, {address}, {parameter:type} (u8, i8, u16, i16, u32, i32, f32; le behind it: low byte first), {crc16} and {sum:n}; text: characters, \\r, \\n and {parameter:decimals}; named: the name of the command, whose arguments are the parameters"`
	Answer  string     `json:"answer,omitempty" maxLength:"1000" doc:"What the answer of a polled instrument must look like: hex with ?? for any byte and * for any rest, text with * for any characters; omitted: any answer"`
	Timeout int        `json:"timeout,omitempty" minimum:"0" maximum:"60" doc:"Seconds to wait for the answer; 0: as for other commands"`
	Params  []Param    `json:"params,omitempty" maxItems:"10"`
}

// Param is a parameter of a command: a number within a range.
type Param struct {
	Name    string     `json:"name" minLength:"1" maxLength:"20" doc:"Letters and digits"`
	Label   i18n.Label `json:"label"`
	Unit    string     `json:"unit,omitempty" maxLength:"10"`
	Min     float64    `json:"min"`
	Max     float64    `json:"max"`
	Default *float64   `json:"default,omitempty" doc:"Omitted: it must be given"`
	Factor  *float64   `json:"factor,omitempty" doc:"What is sent is the value times this; default 1"`
	Choices []Choice   `json:"choices,omitempty" maxItems:"20" doc:"The allowed values; omitted: any in the range"`
}

// Choice is a value of a parameter with its meaning.
type Choice struct {
	Value float64    `json:"value"`
	Label i18n.Label `json:"label"`
}

// Patience returns how long to wait for the answer; 0: as for other commands.
func (c Command) Patience() time.Duration { return time.Duration(c.Timeout) * time.Second }

// Find returns a command by its code.
func Find(list []Command, code string) (Command, bool) {
	for _, c := range list {
		if c.Code == code {
			return c, true
		}
	}
	return Command{}, false
}

// Codes returns the codes of commands.
func Codes(list []Command) []string {
	codes := make([]string, len(list))
	for i, c := range list {
		codes[i] = c.Code
	}
	return codes
}
