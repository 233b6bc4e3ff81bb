// Package mqtt is the MQTT listener, 3.1.1 and 5 (domain protocols.md section 3): an embedded broker that passes what
// devices publish only to the frame journal. PUBACK and PUBREC follow after the frame is committed and synced. If a
// frame cannot be stored, the connection is closed without them, so that the device keeps its data. Nothing is passed
// from device to device, and nothing is retained.
//
// A device is identified by its register ID: client id, user name and the register ID in the topic are equal, and the
// password is the device's secret. It may publish to v1/dev/{register}/up and /status and subscribe to
// v1/dev/{register}/down.
//
// The package adapts mochi-mqtt and is the only one that knows it.
package mqtt
