// Package protocol defines what all protocol families share: the Message that a frame is decoded into, and the
// Decoder. A family is a folder with a decoder and golden frames in testdata; it registers itself here and is listed
// in package all. Decoders know no devices, storage or clock: intake resolves the channels of children and checks
// times.
package protocol
