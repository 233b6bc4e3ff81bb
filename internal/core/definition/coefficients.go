package definition

// Coefficients are the calibration values of a device by domain name: K, Kt, f0, t0, Kr, iMin, iMax, vMin, vMax,
// fullscale, zero, A, B, C, G, elevation, installHeight … (domain devices.md 3.1, 3.9, formulas.md).
type Coefficients struct {
	Values map[string]float64 `json:"values"`
}
