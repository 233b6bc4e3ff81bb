// Package simulation shows which alerts other thresholds would have raised. It folds the readings of points as the live path
// does, judges them with sets of thresholds that are not in force, and compares the alerts with those of the thresholds that
// were. It changes nothing: thresholds take effect only as versions of points.
package simulation
