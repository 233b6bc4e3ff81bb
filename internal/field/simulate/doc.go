// Package simulate acts as devices, over real MQTT or HTTP, as `plumbline simulate`:
// each plays the rows of a file, or values that it makes up, at the speed that is
// asked for. Nothing in it is random: a device makes up the same values each time.
package simulate
