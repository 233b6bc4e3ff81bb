// Package simulation answers what thresholds would have done: it judges the past of points with sets of thresholds that are
// not in force, by the fold of the live path, and compares them with those that were. It writes nothing; thresholds become
// valid only as versions of the points.
package simulation
