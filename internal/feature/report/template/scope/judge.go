package scope

import (
	"slices"

	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/placeholder"
)

// Judge returns a place without its cell, and adds what the placeholder needs to the result.
func Judge(m *placeholder.Mark, around []*placeholder.Mark, found *finding.Result) finding.Place {
	inside := make([]string, len(around))
	for i, outer := range around {
		inside[i] = outer.Word.Name
	}
	p := finding.Place{Placeholder: m.Text}
	word, reason, suggestion := m.Understood(inside)
	if word == nil {
		p.State, p.Reason, p.Suggestion = finding.Unknown, reason, suggestion
		return p
	}
	p.Name = word.Name
	switch {
	case m.Form != placeholder.Plain:
		p.State = finding.Loop
		if m.Form == placeholder.Open {
			outer := slices.DeleteFunc(slices.Clone(around), func(o *placeholder.Mark) bool { return o.Text == m.Text })
			Wants(&found.Wants, m, word, outer)
		}
		return p
	case word.Kind == placeholder.Picture:
		p.State = finding.Picture
	default:
		p.State = finding.Value
	}
	Wants(&found.Wants, m, word, around)
	return p
}
