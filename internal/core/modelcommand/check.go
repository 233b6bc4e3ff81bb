package modelcommand

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Limits of the commands of a model.
const (
	Max        = 50 // commands
	maxParams  = 10
	maxChoices = 20
	maxLabel   = 50 // characters
	maxUnit    = 10
	maxSend    = 1000
	maxTimeout = 60 // s
	maxValue   = 1e9
)

var (
	codePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,29}$`)
	namePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,19}$`)
)

// Check validates the commands of a model. Errors name their place, such as commands[0].params[1].max.
func Check(list []Command) error {
	if len(list) > Max {
		return errs.OnField("commands", errs.TooManyEntries, "max", Max)
	}
	var refusals errs.Refusals
	seen := map[string]bool{}
	for i, c := range list {
		at := fmt.Sprintf("commands[%d].", i)
		switch {
		case c.Code == "":
			refusals.Add(at+"code", errs.Empty)
		case !codePattern.MatchString(c.Code):
			refusals.Add(at+"code", errs.FormatWrong)
		case seen[c.Code]:
			refusals.Add(at+"code", errs.Duplicate)
		}
		seen[c.Code] = true
		checkLabel(&refusals, at+"label", c.Label)
		if c.Timeout < 0 || c.Timeout > maxTimeout {
			refusals.Add(at+"timeout", errs.OutOfRange, "min", 0, "max", maxTimeout)
		}
		c.checkParams(&refusals, at)
		c.checkSend(&refusals, at)
		c.checkAnswer(&refusals, at)
	}
	return refusals.Err()
}

func checkLabel(refusals *errs.Refusals, at string, label i18n.Label) {
	for _, text := range []struct{ language, text string }{{"zh", label.Zh}, {"en", label.En}, {"zh-TW", label.Tw}} {
		switch n := utf8.RuneCountInString(strings.TrimSpace(text.text)); {
		case n == 0:
			refusals.Add(at+"."+text.language, errs.Empty)
		case n > maxLabel:
			refusals.Add(at+"."+text.language, errs.TooLong, "max", maxLabel)
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= maxValue }

func (c Command) checkParams(refusals *errs.Refusals, at string) {
	if len(c.Params) > maxParams {
		refusals.Add(at+"params", errs.TooManyEntries, "max", maxParams)
		return
	}
	names := map[string]bool{address: true}
	for i, p := range c.Params {
		at := fmt.Sprintf("%sparams[%d].", at, i)
		switch {
		case !namePattern.MatchString(p.Name):
			refusals.Add(at+"name", errs.FormatWrong)
		case names[p.Name]:
			refusals.Add(at+"name", errs.Duplicate)
		}
		names[p.Name] = true
		checkLabel(refusals, at+"label", p.Label)
		if utf8.RuneCountInString(p.Unit) > maxUnit {
			refusals.Add(at+"unit", errs.TooLong, "max", maxUnit)
		}
		if !finite(p.Min) {
			refusals.Add(at+"min", errs.OutOfRange, "min", -maxValue, "max", maxValue)
		}
		if !finite(p.Max) || p.Max < p.Min {
			refusals.Add(at+"max", errs.OutOfRange, "min", p.Min, "max", maxValue)
		}
		if p.Factor != nil && (!finite(*p.Factor) || *p.Factor == 0) {
			refusals.Add(at+"factor", errs.FormatWrong)
		}
		if len(p.Choices) > maxChoices {
			refusals.Add(at+"choices", errs.TooManyEntries, "max", maxChoices)
			continue
		}
		for k, choice := range p.Choices {
			place := fmt.Sprintf("%schoices[%d].", at, k)
			if !(choice.Value >= p.Min && choice.Value <= p.Max) {
				refusals.Add(place+"value", errs.OutOfRange, "min", p.Min, "max", p.Max)
			}
			checkLabel(refusals, place+"label", choice.Label)
		}
		if p.Default != nil {
			if m, args := p.wrong(*p.Default); m != nil {
				refusals.Add(at+"default", m, args...)
			}
		}
	}
}

// wrong returns why a value is not allowed; nil: it is.
func (p Param) wrong(v float64) (m *errs.Message, args []any) {
	if !(v >= p.Min && v <= p.Max) {
		return errs.OutOfRange, []any{"min", p.Min, "max", p.Max}
	}
	if len(p.Choices) > 0 && !slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Value == v }) {
		allowed := make([]string, len(p.Choices))
		for i, c := range p.Choices {
			allowed[i] = fmt.Sprint(c.Value)
		}
		return errs.NotOneOf, []any{"allowed", strings.Join(allowed, ", ")}
	}
	return nil, nil
}

func (c Command) checkSend(refusals *errs.Refusals, at string) {
	if n := utf8.RuneCountInString(c.Send); n == 0 || n > maxSend {
		m, args := errs.TooLong, []any{"max", maxSend}
		if n == 0 {
			m, args = errs.Empty, nil
		}
		refusals.Add(at+"send", m, args...)
		return
	}
	used := map[string]bool{}
	switch c.Form {
	case Hex, Text:
		parts, m := c.parts(c.Send)
		if m != nil {
			refusals.Add(at+"send", m)
			return
		}
		for _, p := range parts {
			_, known := c.param(p.name)
			switch {
			case p.name == "" || p.name == address || p.name == checksum || p.name == sum:
			case !known:
				refusals.Add(at+"send", errs.ParamUnknown, "name", p.name)
			default:
				used[p.name] = true
			}
		}
	case Named:
		if !codePattern.MatchString(c.Send) {
			refusals.Add(at+"send", errs.FormatWrong)
		}
		return
	default:
		refusals.Add(at+"form", errs.NotOneOf, "allowed", strings.Join([]string{Hex, Text, Named}, ", "))
		return
	}
	for i, p := range c.Params {
		if !used[p.Name] {
			refusals.Add(fmt.Sprintf("%sparams[%d].name", at, i), errs.ParamUnused, "name", p.Name)
		}
	}
	c.checkFits(refusals, at)
}

// checkFits checks that the ends of each range fit where they are sent.
func (c Command) checkFits(refusals *errs.Refusals, at string) {
	if c.Form != Hex || refusals.Err() != nil {
		return
	}
	for i, p := range c.Params {
		for _, end := range []struct {
			field string
			value float64
		}{{"min", p.Min}, {"max", p.Max}} {
			if m, args := c.misfit(p.Name, end.value); m != nil {
				refusals.Add(fmt.Sprintf("%sparams[%d].%s", at, i, end.field), m, args...)
			}
		}
	}
}

func (c Command) checkAnswer(refusals *errs.Refusals, at string) {
	switch {
	case c.Answer == "":
	case c.Form == Named:
		refusals.Add(at+"answer", errs.Unexpected)
	case utf8.RuneCountInString(c.Answer) > maxSend:
		refusals.Add(at+"answer", errs.TooLong, "max", maxSend)
	case c.Form == Hex && !hexPattern.MatchString(c.Answer):
		refusals.Add(at+"answer", errs.HexInvalid)
	}
}

// Values returns the parameters of an order: given, or by default. Errors name them.
func (c Command) Values(given map[string]float64) (map[string]float64, error) {
	var refusals errs.Refusals
	values := make(map[string]float64, len(c.Params))
	for _, p := range c.Params {
		v, there := given[p.Name]
		switch {
		case !there && p.Default == nil:
			refusals.Add(p.Name, errs.Empty)
			continue
		case !there:
			v = *p.Default
		}
		if m, args := p.wrong(v); m != nil {
			refusals.Add(p.Name, m, args...)
		} else if m, args := c.misfit(p.Name, v); m != nil {
			refusals.Add(p.Name, m, args...)
		}
		values[p.Name] = v
	}
	for name := range given {
		if _, known := c.param(name); !known {
			refusals.Add(name, errs.Unexpected)
		}
	}
	return values, refusals.Err()
}

func (c Command) param(name string) (Param, bool) {
	for _, p := range c.Params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}
