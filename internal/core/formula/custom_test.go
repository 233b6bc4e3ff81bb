package formula_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"pgregory.net/rapid"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func customSetting(text string) formula.Setting {
	return formula.Setting{Rules: []formula.Rule{{ComputedField: "y", Text: text}}, Coefficients: coefs{"K": 2, "f0": 3}, Field: exact}
}

func TestCustomFormulas(t *testing.T) {
	in := values{"x": 2, "z": -1.5, "big": 1e300, "P12.level": 31.25, "barometer.airPressure": 1013}
	tests := []struct {
		text string
		want float64
	}{
		{"1+2*3", 7},
		{"(1+2)*3", 9},
		{"2^3^2", 512},
		{"-2^2", -4},
		{"2^-1", 0.5},
		{"--x", 2},
		{"-x^2", -4},
		{"+x", 2},
		{"7-2-1", 4},
		{"8/4/2", 1},
		{"1.5e3 + .5", 1500.5},
		{"2e", 2 * math.E},
		{"K*x + f0", 7},
		{"abs(z)", 1.5},
		{"sqrt(x*8)", 4},
		{"exp(0)", 1},
		{"ln(exp(x))", 2},
		{"log10(1000)", 3},
		{"pow(x, 10)", 1024},
		{"sin(rad(30))", 0.5},
		{"cos(rad(60))", 0.5},
		{"tan(rad(45))", 1},
		{"deg(asin(1))", 90},
		{"deg(acos(0))", 90},
		{"deg(atan(1))", 45},
		{"deg(atan2(-1, 0))", -90},
		{"min(x, z)", -1.5},
		{"max(1, x, 3, z)", 3},
		{"round(2.5)", 3},
		{"floor(z)", -2},
		{"ceil(z)", -1},
		{"hypot(3, 4)", 5},
		{"x > 1 ? 10 : 20", 10},
		{"x < 1 ? 10 : x == 2 ? 30 : 40", 30},
		{"x >= 2", 1},
		{"x != 2", 0},
		{"1 <= 2", 1},
		{"z > 0 ? ln(z) : -1", -1},
		{"P12.level + 1", 32.25},
		{"barometer.airPressure / 10", 101.3},
		{"  x\t*\n2 ", 4},
		{"x > 5 ? missing : 1", 1},
		{"温度", 0},
	}
	in["温度"] = 0
	in["e"] = math.E
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			text := strings.ReplaceAll(test.text, "2e", "2*e")
			p := compile(t, customSetting(text))
			got := observe(p, in, nil)
			if got.reason != "" || math.Abs(got.at("y", 0)-test.want) > 1e-11 {
				t.Errorf("%v %q, want %v", got.at("y", 0), got.reason, test.want)
			}
		})
	}
}

func TestCustomFormulasWithoutResult(t *testing.T) {
	in := values{"x": 2, "none": 0, "neg": -1, "nan": math.NaN(), "big": 1e300}
	tests := []struct{ text, reason string }{
		{"x/none", formula.DividedByZero},
		{"1/(x/none)", formula.DividedByZero},
		{"none^-1", formula.DividedByZero},
		{"ln(none)", formula.LogOfNonPositive},
		{"log10(neg)", formula.LogOfNonPositive},
		{"sqrt(neg)", formula.NotANumber},
		{"asin(x)", formula.NotANumber},
		{"neg^0.5", formula.NotANumber},
		{"nan+1", "missing:nan"},
		{"gone*0", "missing:gone"},
		{"nan > 1 ? 1 : 2", "missing:nan"},
		{"min(1, gone)", "missing:gone"},
		{"big*big", formula.NotANumber},
		{"prev.y", "missing:prev.y"},
		{"init.y", "missing:init.y"},
		{"dt", "missing:dt"},
		{"P7.level", "missing:P7.level"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			p := compile(t, customSetting(test.text))
			got := observe(p, in, nil)
			want := reading.Invalid
			if !strings.HasPrefix(test.reason, "missing:") {
				want |= reading.NotComputed
			}
			if got.reason != test.reason || !reading.IsMissing(got.at("y", 0)) || got.flag != want {
				t.Errorf("%v %q flag %v, want %q", got.at("y", 0), got.reason, got.flag.Names(), test.reason)
			}
		})
	}
}

func TestPreviousAndInitialValues(t *testing.T) {
	p := compile(t, customSetting("x - init.y + 10*prev.y + 100*dt"))
	got := observe(p, values{"x": 1}, &formula.Env{Initial: []float64{2}, Previous: []float64{3}, Elapsed: 4})
	near(t, "y", got.at("y", 0), 1-2+30+400)
	if !p.Endless() {
		t.Error("a formula with prev. must be endless")
	}
	if compile(t, customSetting("x - init.y")).Endless() {
		t.Error("a formula without prev. must not be endless")
	}

	smooth := formula.Setting{Rules: []formula.Rule{{ComputedField: "y", Text: "0.5*x + 0.5*prev.y", Params: coefs{"start": 8}}}, Field: exact}
	p = compile(t, smooth)
	near(t, "the first reading", observe(p, values{"x": 2}, nil).at("y", 0), 5)
	near(t, "a later reading", observe(p, values{"x": 2}, &formula.Env{Previous: []float64{4}}).at("y", 0), 3)
}

func TestRulesReadOtherRules(t *testing.T) {
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{
		{ComputedField: "level", Text: "level*1000"}, // here its own name is the raw field
		{ComputedField: "half", Text: "level/2"},
		{ComputedField: "temp", System: "THERM_SH"},
		{ComputedField: "pressure", System: "VW_LINEAR", Params: coefs{"K": 1e-4, "f0": 2900, "Kt": 1, "t0": 0}},
	}})
	got := observe(p, values{"level": 1.5, "res": 3000, "freq": 2900}, nil)
	near(t, "level", got.at("level", 0), 1500)
	near(t, "half", got.at("half", 0), 750)
	near(t, "pressure", got.at("pressure", 0), 24.9920423)
	if got.flag != 0 {
		t.Errorf("flag %v", got.flag.Names())
	}
	partly := observe(p, values{"level": 1.5, "freq": 2900}, nil)
	if partly.flag != reading.NoTemp || partly.reason != "missing:res" || reading.IsMissing(partly.at("level", 0)) {
		t.Errorf("without the thermistor: flag %v, reason %q", partly.flag.Names(), partly.reason)
	}
}

func TestRulesPerNode(t *testing.T) {
	each := map[string]string{"perNode": "true"}
	p := compile(t, formula.Setting{Field: exact, Segments: []formula.Segment{{No: 1, Len: 1}, {No: 2, Len: 1}, {No: 5, Len: 1}}, Rules: []formula.Rule{
		{ComputedField: "temp", System: "THERM_SH", Options: each},
		{ComputedField: "above", Text: "temp - airTemp", Options: each},
		{ComputedField: "airTemp", Text: "station.temp"},
	}})
	got := observe(p, values{"res/1": 3000, "res/5": 5000, "station.temp": 10}, nil)
	near(t, "node 1", got.at("temp", 1), 24.9920423)
	near(t, "node 1 above the air", got.at("above", 1), 14.9920423)
	near(t, "node 5", got.at("temp", 5), 13.7295975)
	if !reading.IsMissing(got.at("temp", 2)) || got.reason != "missing:res" || got.flag != 0 {
		t.Errorf("a silent node: %v %q %v", got.at("temp", 2), got.reason, got.flag.Names())
	}
	if steps := p.Explain(values{"res/1": 3000, "station.temp": 10}.in(p), &formula.Env{}, reading.Column{Field: "above", Node: 1}); len(steps) != 3 {
		t.Errorf("explained in %d steps: %+v", len(steps), steps)
	}
}

func TestRefusedFormulas(t *testing.T) {
	deep := strings.Repeat("(", 70) + "1" + strings.Repeat(")", 70)
	right := "x" + strings.Repeat("+(x", 30) + strings.Repeat(")", 30)
	tests := []struct {
		text, problem, detail string
		column                int
		code                  formula.Code
	}{
		{"", formula.EmptyText, "", 0, formula.Illegal},
		{"   ", formula.EmptyText, "", 0, formula.Illegal},
		{"1+", formula.UnexpectedEnd, "", 3, formula.Illegal},
		{"(1", formula.UnexpectedEnd, ")", 3, formula.Illegal},
		{"1)", formula.UnexpectedToken, ")", 2, formula.Illegal},
		{"x y", formula.UnexpectedToken, "y", 3, formula.Illegal},
		{"x = 2", formula.BadCharacter, "=", 3, formula.Illegal},
		{"温度 $ 2", formula.BadCharacter, "$", 4, formula.Illegal},
		{"'text'", formula.BadCharacter, "'", 1, formula.Illegal},
		{"x[1]", formula.BadCharacter, "[", 2, formula.Illegal},
		{"1.2.3", formula.UnexpectedToken, ".3", 4, formula.Illegal},
		{"1e999", formula.BadNumber, "1e999", 1, formula.Illegal},
		{".", formula.BadNumber, ".", 1, formula.Illegal},
		{"foo(1)", formula.UnknownFunction, "foo", 1, formula.Illegal},
		{"1 + sin()", formula.ArgumentCount, "sin", 5, formula.Illegal},
		{"atan2(1)", formula.ArgumentCount, "atan2", 1, formula.Illegal},
		{"max(1)", formula.ArgumentCount, "max", 1, formula.Illegal},
		{"x ? 1", formula.UnexpectedEnd, ":", 6, formula.Illegal},
		{"1 < 2 < 3", formula.UnexpectedToken, "<", 7, formula.Illegal},
		{"init.other", formula.UnknownName, "init.other", 1, formula.Illegal},
		{"2*Kt", formula.NoCoefficient, "Kt", 3, formula.Incomplete},
		{deep, formula.TooDeep, "64", 65, formula.Illegal},
		{right, formula.TooDeep, "24", 73, formula.Illegal},
		{strings.Repeat("1+", 250) + "1", formula.TextTooLong, "500", 0, formula.Illegal},
	}
	for _, test := range tests {
		t.Run(test.problem+" "+test.text[:min(len(test.text), 12)], func(t *testing.T) {
			_, err := formula.Compile(customSetting(test.text))
			typed, ok := formula.AsError(err)
			if !ok || typed.Problem != test.problem || typed.Detail != test.detail || typed.Column != test.column || typed.Code != test.code {
				t.Errorf("%+v, want %s %q at %d", err, test.problem, test.detail, test.column)
			}
		})
	}
}

func TestRefusedRules(t *testing.T) {
	one := func(r formula.Rule) formula.Setting { return formula.Setting{Rules: []formula.Rule{r}} }
	tests := []struct {
		name    string
		setting formula.Setting
		problem string
		rule    int
		code    formula.Code
	}{
		{"no rules", formula.Setting{}, formula.NoRules, 0, formula.Incomplete},
		{"no field", one(formula.Rule{Text: "1"}), formula.NoComputedField, 0, formula.Illegal},
		{"unknown system formula", one(formula.Rule{ComputedField: "y", System: "NONE"}), formula.UnknownSystem, 0, formula.Illegal},
		{"a field twice", formula.Setting{Rules: []formula.Rule{{ComputedField: "y", Text: "1"}, {ComputedField: "y", Text: "2"}}}, formula.DuplicateField, 1, formula.Illegal},
		{"a circle", formula.Setting{Rules: []formula.Rule{{ComputedField: "a", Text: "b"}, {ComputedField: "b", Text: "c"}, {ComputedField: "c", Text: "a"}}}, formula.Circular, 0, formula.Incomplete},
		{"no K", one(formula.Rule{ComputedField: "y", System: "VW_LINEAR"}), formula.NoCoefficient, 0, formula.Incomplete},
		{"no t0", one(formula.Rule{ComputedField: "y", System: "VW_LINEAR", Params: coefs{"K": 1, "f0": 1, "Kt": 1}}), formula.NoCoefficient, 0, formula.Incomplete},
		{"K is infinite", one(formula.Rule{ComputedField: "y", System: "VW_LINEAR", Params: coefs{"K": math.Inf(1), "f0": 1}}), formula.BadCoefficient, 0, formula.Illegal},
		{"direction 2", one(formula.Rule{ComputedField: "y", System: "VW_LINEAR", Params: coefs{"K": 1, "f0": 1, "dir": 2}}), formula.BadCoefficient, 0, formula.Illegal},
		{"no full scale", one(formula.Rule{ComputedField: "y", System: "MA_LINEAR"}), formula.NoCoefficient, 0, formula.Incomplete},
		{"a zero scale", one(formula.Rule{ComputedField: "y", System: "MA_LINEAR", Params: coefs{"fullscale": 1, "iMin": 4, "iMax": 4}}), formula.BadCoefficient, 0, formula.Illegal},
		{"no segments", one(formula.Rule{System: "INCLINO_CHAIN"}), formula.NoSegments, 0, formula.Incomplete},
		{"no nodes", one(formula.Rule{ComputedField: "y", Text: "1", Options: map[string]string{"perNode": "true"}}), formula.NoSegments, 0, formula.Incomplete},
		{"a bad option", one(formula.Rule{ComputedField: "y", Text: "1", Options: map[string]string{"perNode": "yes"}}), formula.BadOption, 0, formula.Illegal},
		{"an unknown option", one(formula.Rule{ComputedField: "y", Text: "1", Options: map[string]string{"smooth": "true"}}), formula.BadOption, 0, formula.Illegal},
		{"no station", one(formula.Rule{System: "TS_POLAR", Params: coefs{"orientation": 0}}), formula.NoCoefficient, 0, formula.Incomplete},
		{"a name unknown to the device", formula.Setting{
			Rules: []formula.Rule{{ComputedField: "y", Text: "frq*2"}}, Raw: func(field string) bool { return field == "freq" },
		}, formula.UnknownName, 0, formula.Illegal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := formula.Compile(test.setting)
			typed, ok := formula.AsError(err)
			if !ok || typed.Problem != test.problem || typed.Rule != test.rule || typed.Code != test.code {
				t.Errorf("%v, want %s in rule %d", err, test.problem, test.rule)
			}
		})
	}
}

// tree draws a formula in our language and the same formula in the oracle's.
func tree(t *rapid.T, depth int) (ours, theirs string) {
	leaf := func() (string, string) {
		switch rapid.IntRange(0, 2).Draw(t, "leaf") {
		case 0:
			n := fmt.Sprintf("%d.%d", rapid.IntRange(0, 99).Draw(t, "int"), rapid.IntRange(0, 9).Draw(t, "tenth"))
			return n, n
		case 1:
			return "x", "x"
		}
		return "z", "z"
	}
	if depth == 0 {
		return leaf()
	}
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return leaf()
	case 1:
		o, h := tree(t, depth-1)
		return "-(" + o + ")", "-(" + h + ")"
	case 2:
		name := rapid.SampledFrom([]string{"abs", "floor", "ceil"}).Draw(t, "function")
		o, h := tree(t, depth-1)
		return name + "(" + o + ")", name + "(" + h + ")"
	case 3:
		name := rapid.SampledFrom([]string{"min", "max"}).Draw(t, "function")
		o1, h1 := tree(t, depth-1)
		o2, h2 := tree(t, depth-1)
		return name + "(" + o1 + "," + o2 + ")", name + "(" + h1 + "," + h2 + ")"
	case 4:
		op := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "comparison")
		o1, h1 := tree(t, depth-1)
		o2, h2 := tree(t, depth-1)
		o3, h3 := tree(t, depth-1)
		o4, h4 := tree(t, depth-1)
		return "(" + o1 + op + o2 + "?" + o3 + ":" + o4 + ")", "(" + h1 + op + h2 + "?" + h3 + ":" + h4 + ")"
	}
	op := rapid.SampledFrom([]string{"+", "-", "*", "/", "^"}).Draw(t, "operation")
	o1, h1 := tree(t, depth-1)
	o2, h2 := tree(t, depth-1)
	// Sums and products have no parentheses, so that precedence is compared too. The oracle binds a sign tighter than
	// a power, so powers have parentheses.
	if op == "^" {
		return "((" + o1 + ")^(" + o2 + "))", "((" + h1 + ")^(" + h2 + "))"
	}
	return o1 + op + o2, h1 + op + h2
}

// Results equal those of an independent language wherever the result is a number and no operation was refused.
func TestAgainstAnOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ours, theirs := tree(t, 4)
		p, err := formula.Compile(formula.Setting{Rules: []formula.Rule{{ComputedField: "y", Text: ours}}, Field: exact})
		if err != nil {
			typed, _ := formula.AsError(err)
			if typed.Problem != formula.TextTooLong && typed.Problem != formula.TooDeep {
				t.Fatalf("%s: %v", ours, err)
			}
			return
		}
		x, z := float64(rapid.IntRange(-50, 50).Draw(t, "x")), rapid.Float64Range(-1e3, 1e3).Draw(t, "z")
		env := map[string]any{"x": x, "z": z}
		compiled, err := expr.Compile(theirs, expr.Env(env), expr.AsFloat64(), expr.Optimize(false))
		if err != nil {
			t.Fatalf("oracle on %s: %v", theirs, err)
		}
		answer, err := expr.Run(compiled, env)
		if err != nil {
			t.Fatalf("oracle on %s: %v", theirs, err)
		}
		want := answer.(float64)
		in := values{"x": x, "z": z}.in(p)
		out := make([]float64, 1)
		_, reason := p.Observe(in, &formula.Env{}, out)
		if reason != "" {
			return // refused: division by zero, a logarithm, a power that is not a number
		}
		if math.Abs(out[0]-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Fatalf("%s with x=%v z=%v: %v, oracle %v", ours, x, z, out[0], want)
		}
	})
}

func FuzzCompile(f *testing.F) {
	for _, seed := range []string{"K*(f0^2-f^2)+Kt*(t-t0)", "-2^2+3*4", "a>b?c:d", "hypot(3,4", "prev.y*0.9+x*0.1", "P12.level-init.y", "1e+", "((((", "x\x00", "\xff", "max(1,2,3,4)", "温度*2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := formula.Compile(customSetting(text))
		if err != nil {
			if _, ok := formula.AsError(err); !ok {
				t.Fatalf("%q: an error without a type: %v", text, err)
			}
			return
		}
		in := make([]float64, len(p.Inputs()))
		out := make([]float64, 1)
		for _, v := range []float64{0, 1, -1e308, reading.Missing, math.NaN()} {
			for i := range in {
				in[i] = v
			}
			_, reason := p.Observe(in, &formula.Env{Initial: out, Elapsed: math.NaN()}, out)
			if !reading.IsMissing(out[0]) == (reason != "") || math.IsInf(out[0], 0) {
				t.Fatalf("%q of %v: %v, reason %q", text, v, out[0], reason)
			}
		}
	})
}
