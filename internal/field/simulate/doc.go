// Package simulate acts as devices over real MQTT or HTTP, for `plumbline simulate`. Each device plays the rows of a
// file or invented values at a given speed. Nothing is random: a device invents the same values each time.
package simulate
