// Package mqtt is the MQTT listener, 3.1.1 and 5 (domain protocols.md section 3): a
// broker in the process whose only listener to what devices publish is the frame
// journal. PUBACK and PUBREC go out after the frame is committed and synced; a
// frame that can't be kept closes the connection without them, so that the device
// keeps its data. Nothing is passed on from device to device and nothing retained.
//
// A device is its register: client id, user name and the register in the topic are
// the same, the password is the device's secret. It may publish to
// v1/dev/{register}/up and /status and subscribe to v1/dev/{register}/down.
//
// The package is an adapter around mochi-mqtt and the one place that knows it.
package mqtt
