// Package tcp is the listener for devices that dial in without a message protocol: DTUs with instruments behind them,
// and stations that send frames of a field protocol (domain protocols.md sections 0, 1, 5 and 6).
//
// A connection belongs to the device whose register ID comes first: in a registration packet, or in the first frame. A
// register ID is no credential. A device may demand a secret behind it and limit the networks from which it connects.
// A second connection of a device replaces the first.
//
// Frames are cut from the stream, committed, and only then answered in the way of their protocol. What no protocol
// knows is skipped byte by byte, and never kept beyond 64 KiB.
package tcp
