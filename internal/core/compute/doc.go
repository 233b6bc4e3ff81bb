// Package compute turns raw readings into results: the fold of design core.md
// section 3. What an instrument sent, the dated configuration and the corrections
// go in; observed values with their flags, initial values and alarm episodes come
// out. The live path, recomputation, preview and "as known on" are the same step.
//
// What is stored as a result is the observed row of a point. Accumulated change,
// change in period and rate are derived when read, by Changes, which the fold
// itself judges alarms with.
//
// The package knows no tables and no HTTP; it reads and writes series through
// series.Store and the rest through the interfaces of store.go.
package compute
