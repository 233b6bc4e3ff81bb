package formula

import (
	"math"
)

// function is a function of the language; more allows further arguments.
type function struct {
	op   op
	args int
	more bool
}

var functions = map[string]function{
	"abs": {opAbs, 1, false}, "sqrt": {opSqrt, 1, false}, "exp": {opExp, 1, false}, "ln": {opLn, 1, false}, "log10": {opLog10, 1, false},
	"pow": {opPow, 2, false}, "sin": {opSin, 1, false}, "cos": {opCos, 1, false}, "tan": {opTan, 1, false},
	"asin": {opAsin, 1, false}, "acos": {opAcos, 1, false}, "atan": {opAtan, 1, false}, "atan2": {opAtan2, 2, false},
	"rad": {opRad, 1, false}, "deg": {opDeg, 1, false}, "min": {opMin, 2, true}, "max": {opMax, 2, true},
	"round": {opRound, 1, false}, "floor": {opFloor, 1, false}, "ceil": {opCeil, 1, false}, "hypot": {opHypot, 2, false},
}

// folded evaluates a constant operation. One without a result is left to the evaluation, which reports the reason.
func folded(n *node) *node {
	var args [2]float64
	for i, arg := range n.args {
		if arg.kind != number {
			return n
		}
		args[i] = arg.value
	}
	v, fault := apply(n.op, args[0], args[1])
	if fault != noFault || math.IsInf(v, 0) {
		return n
	}
	return &node{kind: number, value: v, column: n.column}
}
