// Package protocol is what all protocol families share: the Message that a frame
// becomes and the Decoder that makes it. A family is one folder that decodes,
// with golden frames in its testdata; it enters itself here and is listed in
// package all. Decoders know no device, no storage and no clock: which channel a
// child hangs on, and whether a time is believable, is decided by intake.
package protocol
