// Package ingest takes what devices send and loses nothing of it. A frame is
// written to the frame journal and synced, together with all that wait at the same
// moment, before its device is answered (Committer). Stage 1 (Worker) then decodes
// the frames in their order and stores the raw readings, the marks of the points to
// fold and the journal's cursor in one transaction of the data. What can't be
// decoded is kept as a dead frame with the reason, and can be tried again.
//
// The life of a frame: waiting → committed (acknowledged) → stored, or dead →
// removed by age and size, only below the cursor. See design/core.md sections 1
// and 5, domain/protocols.md section 0.
//
// The package knows no protocol and no socket: protocol decodes, transport talks.
package ingest
