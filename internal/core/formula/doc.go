// Package formula turns raw values into observed values and observed values into
// change: the parser of custom formulas, and one file for each family of system
// formulas (domain formulas.md). It imports no other domain and knows no storage.
//
// Compile makes an immutable Program of the rules that are valid for one stretch
// of time. A program reads its inputs in the order of Inputs, computes its rules
// in dependency order (one rule may use what another computes) and writes the
// columns of Observed. It allocates nothing while it runs.
//
// # Digits
//
// Within one reading rules that feed each other work with all digits. When the last
// one has run each column is rounded once, to three decimals more than its field is
// shown with (six where the measurement has no such field): that is what is stored,
// judged, and taken by the next reading (prev.), the initial value and other points.
// So a result does not depend on whether its inputs were just computed or read back,
// and a chain of rules is not off by the rounding of its links. Three decimals more
// keep sums, means and differences of stored values exact in what is shown.
//
// # Adding a family of system formulas
//
// One file, named after the code. A formula that computes one number implements
// kernel and registers with
//
//	func init() { register("CODE", scalar(func(b *binder) (kernel, error) { … })) }
//
// The binder resolves inputs and coefficients once; eval then only computes. Such a
// formula runs over the nodes of an array too (option perNode). A formula with
// several outputs, or a change that is no subtraction, implements unit; see
// inclino_chain.go. Describe the formula for people in package catalogue
// (formulas.go); a test holds the two lists together. Its worked numbers go into
// a table test beside it.
package formula
