package formula

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a custom formula (domain formulas.md section 1).
const (
	maxText  = 500 // characters
	maxDepth = 64  // nesting
)

// node is a part of a parsed formula.
type node struct {
	kind   nodeKind
	value  float64 // number
	slot   slot    // input, or index into initial and previous
	op     op
	column int
	args   []*node
}

type nodeKind uint8

const (
	number nodeKind = iota
	operand
	operation
	condition // args: test, then, else
)

// parser reads a formula by recursive descent, lowest binding first:
//
//	ternary → compare [ '?' ternary ':' ternary ]
//	compare → sum [ ('<' | '<=' | '>' | '>=' | '==' | '!=') sum ]
//	sum     → product { ('+' | '-') product }
//	product → sign { ('*' | '/') sign }
//	sign    → ('-' | '+') sign | power
//	power   → primary [ '^' sign ]
//
// so that -2^2 is -4, 2^-1 is 0.5 and 2^3^2 is 2^9.
type parser struct {
	text    string
	at      int // byte
	depth   int
	token   string // "" at the end
	member  string // after the dot of a name
	number  float64
	kind    tokenKind
	column  int // of the token, in characters from 1
	resolve func(name, member string, column int) (*node, error)
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	numberToken
	nameToken
	signToken
)

func parse(text string, resolve func(name, member string, column int) (*node, error)) (*node, error) {
	if strings.TrimSpace(text) == "" {
		return nil, illegal(EmptyText, "", 0)
	}
	if utf8.RuneCountInString(text) > maxText {
		return nil, illegal(TextTooLong, strconv.Itoa(maxText), 0)
	}
	p := &parser{text: text, resolve: resolve}
	if err := p.next(); err != nil {
		return nil, err
	}
	root, err := p.ternary()
	if err != nil {
		return nil, err
	}
	if p.kind != endToken {
		return nil, illegal(UnexpectedToken, p.token, p.column)
	}
	return root, nil
}

// next reads one token.
func (p *parser) next() error {
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsSpace(r) {
			break
		}
		p.at += size
	}
	p.column = utf8.RuneCountInString(p.text[:p.at]) + 1
	p.token, p.member, p.kind = "", "", endToken
	if p.at == len(p.text) {
		return nil
	}
	start := p.at
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	switch {
	case r >= '0' && r <= '9' || r == '.':
		return p.readNumber()
	case isNameStart(r):
		p.token, p.kind = p.word(), nameToken
		if p.at < len(p.text) && p.text[p.at] == '.' {
			if r, _ := utf8.DecodeRuneInString(p.text[p.at+1:]); isNameStart(r) {
				p.at++
				p.member = p.word()
			}
		}
		return nil
	case strings.ContainsRune("+-*/^()?:,<>", r) || r == '=' || r == '!':
		p.at += size
		if p.at < len(p.text) && p.text[p.at] == '=' && strings.ContainsRune("<>=!", r) {
			p.at++
		}
		p.token, p.kind = p.text[start:p.at], signToken
		if p.token == "=" || p.token == "!" {
			return illegal(BadCharacter, p.token, p.column)
		}
		return nil
	}
	return illegal(BadCharacter, string(r), p.column)
}

// word reads a name without its member.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !isNameStart(r) && !unicode.IsDigit(r) {
			break
		}
		p.at += size
	}
	return p.text[start:p.at]
}

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func (p *parser) readNumber() error {
	start := p.at
	digits := func() {
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			p.at++
		}
	}
	digits()
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		digits()
	}
	if p.at < len(p.text) && (p.text[p.at] == 'e' || p.text[p.at] == 'E') {
		mark := p.at
		p.at++
		if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
			p.at++
		}
		exponent := p.at
		digits()
		if p.at == exponent {
			p.at = mark
		}
	}
	p.token, p.kind = p.text[start:p.at], numberToken
	v, err := strconv.ParseFloat(p.token, 64)
	if err != nil {
		return illegal(BadNumber, p.token, p.column)
	}
	p.number = v
	return nil
}

func (p *parser) is(token string) bool { return p.kind == signToken && p.token == token }

func (p *parser) expect(token string) error {
	if p.is(token) {
		return p.next()
	}
	if p.kind == endToken {
		return illegal(UnexpectedEnd, token, p.column)
	}
	return illegal(UnexpectedToken, p.token, p.column)
}

// deeper counts nesting; the caller calls leave afterwards.
func (p *parser) deeper() error {
	p.depth++
	if p.depth > maxDepth {
		return illegal(TooDeep, strconv.Itoa(maxDepth), p.column)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

func (p *parser) ternary() (*node, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer p.leave()
	test, err := p.compare()
	if err != nil || !p.is("?") {
		return test, err
	}
	column := p.column
	if err := p.next(); err != nil {
		return nil, err
	}
	then, err := p.ternary()
	if err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	otherwise, err := p.ternary()
	if err != nil {
		return nil, err
	}
	if test.kind == number {
		if test.value != 0 {
			return then, nil
		}
		return otherwise, nil
	}
	return &node{kind: condition, column: column, args: []*node{test, then, otherwise}}, nil
}

var comparisons = map[string]op{"<": opLess, "<=": opLessEqual, ">": opGreater, ">=": opGreaterEqual, "==": opEqual, "!=": opNotEqual}

func (p *parser) compare() (*node, error) {
	left, err := p.sum()
	if err != nil || p.kind != signToken {
		return left, err
	}
	code, ok := comparisons[p.token]
	if !ok {
		return left, nil
	}
	return p.binary(left, code, p.sum)
}

func (p *parser) sum() (*node, error) {
	left, err := p.product()
	for err == nil && (p.is("+") || p.is("-")) {
		code := opAdd
		if p.token == "-" {
			code = opSub
		}
		left, err = p.binary(left, code, p.product)
	}
	return left, err
}

func (p *parser) product() (*node, error) {
	left, err := p.sign()
	for err == nil && (p.is("*") || p.is("/")) {
		code := opMul
		if p.token == "/" {
			code = opDiv
		}
		left, err = p.binary(left, code, p.sign)
	}
	return left, err
}

func (p *parser) binary(left *node, code op, right func() (*node, error)) (*node, error) {
	column := p.column
	if err := p.next(); err != nil {
		return nil, err
	}
	other, err := right()
	if err != nil {
		return nil, err
	}
	return folded(&node{kind: operation, op: code, column: column, args: []*node{left, other}}), nil
}

func (p *parser) sign() (*node, error) {
	if !p.is("-") && !p.is("+") {
		return p.power()
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer p.leave()
	negative, column := p.token == "-", p.column
	if err := p.next(); err != nil {
		return nil, err
	}
	inner, err := p.sign()
	if err != nil || !negative {
		return inner, err
	}
	return folded(&node{kind: operation, op: opNeg, column: column, args: []*node{inner}}), nil
}

func (p *parser) power() (*node, error) {
	base, err := p.primary()
	if err != nil || !p.is("^") {
		return base, err
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer p.leave()
	return p.binary(base, opPow, p.sign)
}

func (p *parser) primary() (*node, error) {
	switch {
	case p.kind == numberToken:
		made := &node{kind: number, value: p.number, column: p.column}
		return made, p.next()
	case p.kind == nameToken:
		return p.name()
	case p.is("("):
		if err := p.next(); err != nil {
			return nil, err
		}
		inner, err := p.ternary()
		if err != nil {
			return nil, err
		}
		return inner, p.expect(")")
	case p.kind == endToken:
		return nil, illegal(UnexpectedEnd, "", p.column)
	}
	return nil, illegal(UnexpectedToken, p.token, p.column)
}

func (p *parser) name() (*node, error) {
	name, member, column := p.token, p.member, p.column
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.is("(") && member == "" {
		return p.call(name, column)
	}
	return p.resolve(name, member, column)
}

func (p *parser) call(name string, column int) (*node, error) {
	f, ok := functions[name]
	if !ok {
		return nil, illegal(UnknownFunction, name, column)
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := p.next(); err != nil {
		return nil, err
	}
	var args []*node
	for !p.is(")") {
		if len(args) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		arg, err := p.ternary()
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	if len(args) != f.args && (!f.more || len(args) < f.args) {
		return nil, illegal(ArgumentCount, name, column)
	}
	made := &node{kind: operation, op: f.op, column: column, args: args[:f.args]}
	made = folded(made)
	for _, arg := range args[f.args:] {
		made = folded(&node{kind: operation, op: f.op, column: column, args: []*node{made, arg}})
	}
	return made, nil
}
