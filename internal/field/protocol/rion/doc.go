// Package rion reads the inclinometers of RION in their hexadecimal protocol on RS-485 or RS-232 (domain protocols.md
// section 11). The layout was checked against public drivers and their test buffers, but not against a device. A frame
// is what the journal stores for a poll: a request and the answer to it, once or several times.
//
//	68 length(1) address(1) command(1) data sum(1)
//
// The length counts from itself to the sum; the sum is the low byte of the sum from the length to the byte before it.
// Command 04 asks for the angles; the answer has 80 added to the command. Its data are in binary-coded decimals with a
// sign in the high half of the first byte, 0 is + and 1 is −, in one of two forms:
//
//	X(3) Y(3) third(3)   5 digits each; the third value is the temperature or a raw value, which depends on the model
//	X(4) Y(4) temp(3)    7 digits for the angles in degrees, 5 for the temperature in °C
//
// The number of decimals also depends on the model, so the profile has it.
package rion
