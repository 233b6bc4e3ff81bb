// Package compiled holds definitions that are ready for the fold: a Point is a definition cut into
// segments of constant configuration, each with its program, inputs and thresholds. The Directory
// finds points by what feeds them, and Changes derives from observed rows what is not stored.
// Everything but the Directory is a pure function of configuration and corrections.
package compiled
