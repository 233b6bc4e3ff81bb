// Package loadgen drives the listeners as many devices at once and reports how many messages
// were acknowledged: for `plumbline bench`, benchmarks and kill tests. Its MQTT
// device is a few lines over a socket, so that what is measured is the server.
package loadgen
