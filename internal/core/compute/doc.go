// Package compute turns raw readings into results: the fold of design core.md section 3. Its input is raw readings,
// versioned configuration and corrections; its output is observed values with flags, initial values and alarm
// episodes. Live path, recomputation, preview and "as known at" run the same step.
//
// A stored result is the observed row of a point. Accumulated change, change in period and rate are derived on
// reading, by Changes, which the fold also uses to judge alarms.
//
// The package has no SQL and no HTTP. It reads and writes series through series.Store and everything else through the
// interfaces in store.go.
package compute
