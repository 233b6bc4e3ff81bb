package formula

import (
	"math"
	"slices"
	"strconv"
)

// op is an instruction of the machine that evaluates custom formulas.
type op uint8

const (
	opConst     op = iota // push value
	opValue               // push the number at slot
	opInitial             // push init.<field>
	opPrevious            // push prev.<field>; before the first reading push value if arg2 is set
	opElapsed             // push dt
	opJump                // go to slot
	opJumpFalse           // pop; go to slot if zero
	opAdd
	opSub
	opMul
	opDiv
	opPow
	opLess
	opLessEqual
	opGreater
	opGreaterEqual
	opEqual
	opNotEqual
	opAtan2
	opMin
	opMax
	opHypot
	opNeg // operations from here on take one argument
	opSquare
	opAbs
	opSqrt
	opExp
	opLn
	opLog10
	opSin
	opCos
	opTan
	opAsin
	opAcos
	opAtan
	opRad
	opDeg
	opRound
	opFloor
	opCeil
)

func (o op) unary() bool { return o >= opNeg }

// fault is the reason why an operation has no result.
type fault uint8

const (
	noFault fault = iota
	faultNumber
	faultDivision
	faultLog
	faultMissing // named by the instruction
)

var faultReasons = [...]string{noFault: "", faultNumber: NotANumber, faultDivision: DividedByZero, faultLog: LogOfNonPositive}

// maxStack is the maximum stack depth of an evaluation.
const maxStack = 24

type instruction struct {
	op    op
	start bool // opPrevious: value is used before the first reading
	slot  slot
	value float64
}

// program is a compiled custom formula, without allocations and loops.
type program struct {
	code     []instruction
	missing  []string // by instruction: the reason if the pushed value is missing
	previous bool
}

// emitter compiles a parsed formula into instructions.
type emitter struct {
	program
	height, deepest int
	tooDeep         int // column where the stack overflows
}

func assemble(root *node, reasons func(*node) string) (program, error) {
	e := &emitter{}
	e.emit(root, reasons)
	if e.deepest > maxStack {
		return program{}, illegal(TooDeep, strconv.Itoa(maxStack), e.tooDeep)
	}
	e.code, e.missing = slices.Clip(e.code), slices.Clip(e.missing) // programs live as long as their points
	return e.program, nil
}

func (e *emitter) add(i instruction, reason string, effect int, column int) int {
	e.code = append(e.code, i)
	e.missing = append(e.missing, reason)
	e.height += effect
	if e.height > e.deepest {
		e.deepest = e.height
		if e.deepest > maxStack && e.tooDeep == 0 {
			e.tooDeep = column
		}
	}
	return len(e.code) - 1
}

func (e *emitter) emit(n *node, reasons func(*node) string) {
	switch n.kind {
	case number:
		e.add(instruction{op: opConst, value: n.value}, "", 1, n.column)
	case operand:
		e.previous = e.previous || n.op == opPrevious
		i := instruction{op: n.op, slot: n.slot, value: n.value}
		if n.op == opPrevious && !math.IsNaN(n.value) {
			i.start = true
		}
		e.add(i, reasons(n), 1, n.column)
	case condition:
		e.emit(n.args[0], reasons)
		toElse := e.add(instruction{op: opJumpFalse}, "", -1, n.column)
		e.emit(n.args[1], reasons)
		toEnd := e.add(instruction{op: opJump}, "", -1, n.column)
		e.code[toElse].slot = slot(len(e.code))
		e.emit(n.args[2], reasons)
		e.code[toEnd].slot = slot(len(e.code))
	case operation:
		if n.op == opPow && n.args[1].kind == number && n.args[1].value == 2 {
			e.emit(n.args[0], reasons)
			e.add(instruction{op: opSquare}, "", 0, n.column)
			return
		}
		for _, arg := range n.args {
			e.emit(arg, reasons)
		}
		e.add(instruction{op: n.op}, "", 1-len(n.args), n.column)
	}
}

// run evaluates the program. It returns a finite result, or the reason why there is none.
func (p *program) run(f frame) (float64, string) {
	var stack [maxStack]float64
	top := -1
	for at := 0; at < len(p.code); at++ {
		i := &p.code[at]
		var v float64
		switch i.op {
		case opConst:
			v = i.value
		case opValue:
			v = f.at(i.slot)
		case opInitial:
			v = past(f.env.Initial, i.slot)
		case opPrevious:
			v = past(f.env.Previous, i.slot)
			if math.IsNaN(v) && i.start {
				v = i.value
			}
		case opElapsed:
			v = f.env.Elapsed
		case opJump:
			at = int(i.slot) - 1
			continue
		case opJumpFalse:
			if stack[top] == 0 {
				at = int(i.slot) - 1
			}
			top--
			continue
		default:
			var result float64
			var why fault
			if i.op.unary() {
				result, why = apply(i.op, stack[top], 0)
			} else {
				result, why = apply(i.op, stack[top-1], stack[top])
				top--
			}
			if why != noFault {
				return math.NaN(), faultReasons[why]
			}
			stack[top] = result
			continue
		}
		if math.IsNaN(v) {
			return math.NaN(), p.missing[at]
		}
		top++
		stack[top] = v
	}
	v := stack[0]
	if v-v != 0 {
		return math.NaN(), NotANumber
	}
	return v, ""
}

func past(row []float64, at slot) float64 {
	if int(at) >= len(row) {
		return math.NaN()
	}
	return row[at]
}

// apply computes one operation. The arguments are numbers; a result that is not a number is a fault, and so are
// division by zero and logarithms of numbers ≤ 0 (domain formulas.md section 1).
func apply(o op, a, b float64) (float64, fault) {
	var v float64
	switch o {
	case opAdd:
		v = a + b
	case opSub:
		v = a - b
	case opMul:
		v = a * b
	case opDiv:
		if b == 0 {
			return 0, faultDivision
		}
		v = a / b
	case opPow:
		if a == 0 && b < 0 {
			return 0, faultDivision
		}
		v = math.Pow(a, b)
	case opSquare:
		v = a * a
	case opNeg:
		v = -a
	case opLess:
		return truth(a < b), noFault
	case opLessEqual:
		return truth(a <= b), noFault
	case opGreater:
		return truth(a > b), noFault
	case opGreaterEqual:
		return truth(a >= b), noFault
	case opEqual:
		return truth(a == b), noFault
	case opNotEqual:
		return truth(a != b), noFault
	case opAtan2:
		v = math.Atan2(a, b)
	case opMin:
		v = math.Min(a, b)
	case opMax:
		v = math.Max(a, b)
	case opHypot:
		v = math.Hypot(a, b)
	case opAbs:
		v = math.Abs(a)
	case opSqrt:
		v = math.Sqrt(a)
	case opExp:
		v = math.Exp(a)
	case opLn, opLog10:
		if a <= 0 {
			return 0, faultLog
		}
		if o == opLn {
			v = math.Log(a)
		} else {
			v = math.Log10(a)
		}
	case opSin:
		v = math.Sin(a)
	case opCos:
		v = math.Cos(a)
	case opTan:
		v = math.Tan(a)
	case opAsin:
		v = math.Asin(a)
	case opAcos:
		v = math.Acos(a)
	case opAtan:
		v = math.Atan(a)
	case opRad:
		v = a * (math.Pi / 180)
	case opDeg:
		v = a * (180 / math.Pi)
	case opRound:
		v = math.Round(a)
	case opFloor:
		v = math.Floor(a)
	case opCeil:
		v = math.Ceil(a)
	}
	if math.IsNaN(v) {
		return 0, faultNumber
	}
	return v, noFault
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
