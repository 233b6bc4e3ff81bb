// Package formula turns raw values into observed values and observed values into
// change: the parser of custom formulas, and one file for each family of system
// formulas (domain formulas.md). It knows the catalog and no storage.
//
// Compile turns the rules of one segment of configuration into an immutable
// Program. A program reads its inputs in the order of Inputs, computes its rules
// in dependency order (one rule may use what another computes) and writes the
// columns of Observed. It allocates nothing while it runs.
//
// # Digits
//
// Within one reading, rules use each other's results with all digits. After the last
// rule each column is rounded once, to three decimals more than displayed (six for a
// field outside the measurement). The rounded value is stored, judged, and used by the
// next reading (prev.), the initial value and other points. So a result does not depend
// on whether its inputs were just computed or read from the store, and rounding does not
// add up along a chain of rules. The additional decimals keep displayed sums, means and
// differences of stored values exact.
//
// # Adding a family of system formulas
//
// One file, named after the code, with one declaration:
//
//	var codeFamily = family{
//		SystemFormula: SystemFormula{Code: "CODE", Label: …, Text: …, Inputs: …, Settings: []FormulaSetting{…}},
//		source:        "formulas.md section 3",
//		maths:         scalar(newCode),
//	}
//
// and one line for it in the list of families.go. Settings is the schema (schema.go): Compile refuses values that it
// does not allow, the API delivers it, and the form is drawn from it. The binder reads a setting by its name with
// number, given and option. A formula that computes one number implements kernel; it runs over the nodes of an array
// too if perNode is one of its settings. A formula with several outputs, or a change that is no subtraction, has
// outputs and a unit; see inclino_chain.go. Its worked numbers go into a test. families_test.go checks every schema.
package formula
