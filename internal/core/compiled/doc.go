// Package compiled prepares definitions for the fold: a Point is a definition cut into segments of constant
// configuration, each with its program, inputs and thresholds. The Directory finds points by the series that feed
// them, and Changes derives from observed rows what is not stored. All but the Directory are pure functions of
// configuration and corrections.
package compiled
