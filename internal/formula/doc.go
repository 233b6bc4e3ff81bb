// Package formula turns raw values into observed values and observed values into
// change: the parser of custom formulas, and one file for each family of system
// formulas (domain formulas.md). It imports no other domain and knows no storage.
//
// Compile makes an immutable Program of the rules that are valid for one stretch
// of time. A program reads its inputs in the order of Inputs, computes its rules
// in dependency order (one rule may use what another computes) and writes the
// columns of Observed, rounded. It allocates nothing while it runs.
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
