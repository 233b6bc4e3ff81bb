// Package admi is the protocol family of imported shape arrays (ADMI), which a local service reads and hands out over gRPC;
// docs/admi.proto and docs/admi_stream.proto describe the service. The transport admi carries the messages of its stream Connect as frames:
//
//	41 44 4D 49    ADMI
//	00 00 00 2A    length of the message
//	…              ConnectResponse from the service, ConnectRequest to it, in the encoding of protocol buffers
//
// A reading has the values of all segments. Each is acknowledged by its number when its frame is stored.
package admi
