// Package loadgen simulates many devices at once and reports the number of acknowledged messages, for `plumbline
// bench`, benchmarks and kill tests. Its MQTT client is minimal, so that the server is what is measured.
package loadgen
