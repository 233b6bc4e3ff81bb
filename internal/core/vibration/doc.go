// Package vibration computes what waveforms of vibration instruments mean (domain formulas.md section 26): statistics,
// spectrum, dominant frequency, velocity and displacement by integration, the force of a cable, and the summary that a
// record gives its point. All functions are pure; samples are in time order at a constant rate in Hz.
package vibration
