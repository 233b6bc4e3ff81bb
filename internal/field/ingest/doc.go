// Package ingest receives what devices send and loses nothing. A frame is written to the frame journal and synced,
// together with all frames waiting at the same moment, before its device gets an acknowledgement (Committer). Stage 1
// (Worker) then decodes the frames in order and stores the raw readings, the marks of the points to fold and the
// journal's cursor in one transaction. What cannot be decoded is kept as a dead frame with the reason and can be
// parsed again.
//
// The life of a frame: waiting → committed (acknowledged) → stored, or dead → deleted by age and size, only below the
// cursor. See design/core.md sections 1 and 5, domain/protocols.md section 0.
//
// The package knows no protocol and no socket: protocol decodes, transport connects.
package ingest
