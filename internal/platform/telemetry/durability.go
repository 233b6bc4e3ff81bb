package telemetry

// WatchDurability publishes what an acknowledgement means. Call it once.
func (m *Metrics) WatchDurability(machines func() float64) {
	m.gauge("plumbline_acknowledged_machines", "Machines on which an acknowledged frame is; 0: nothing is acknowledged.", machines)
}
