package deviceimport

import (
	"strings"

	"plumbline/internal/core/catalog"
)

// The names of the lists.
const (
	listTypes     = "types"
	listModels    = "models"
	listProtocols = "protocols"
	listProjects  = "projects"
	listSignals   = "signals"
	listYesNo     = "yesNo"
)

var lists = []string{listTypes, listModels, listProtocols, listProjects, listSignals, listYesNo}

var yes, no = label{Zh: "是", En: "yes", Tw: "是"}, label{Zh: "否", En: "no", Tw: "否"}

// choice is one entry of a list: its code and its label in each language.
type choice struct {
	code  string
	label label
}

// written returns the choice as in the list: code and label.
func (c choice) written(language string) string {
	word := c.label.In(language)
	if word == "" || word == c.code {
		return c.code
	}
	return c.code + " " + word
}

func (o Choices) list(name string) []choice {
	var out []choice
	switch name {
	case listTypes:
		for _, t := range catalog.DeviceTypes() {
			out = append(out, choice{t.Code, t.Label})
		}
	case listModels:
		for _, m := range o.Models {
			out = append(out, choice{m.Code, m.Label})
		}
	case listProtocols:
		for _, p := range catalog.Protocols() {
			out = append(out, choice{p.Code, p.Label})
		}
	case listProjects:
		for _, p := range o.Projects {
			out = append(out, choice{p.Name, label{}})
		}
	case listSignals:
		for _, s := range catalog.ChannelKinds() {
			out = append(out, choice{s.Code, s.Label})
		}
	case listYesNo:
		out = []choice{{yes.In(o.Language), label{}}, {no.In(o.Language), label{}}}
	}
	return out
}

// codeOf returns the code meant by a cell: a code, a label, or both as in the list, in any language. Anything else is
// returned unchanged.
func (o Choices) codeOf(list, cell string) string {
	for _, c := range o.list(list) {
		if strings.EqualFold(c.code, cell) || is(c.label, cell) {
			return c.code
		}
		for _, language := range []string{"zh", "en", "zh-TW"} {
			if strings.EqualFold(c.written(language), cell) {
				return c.code
			}
		}
	}
	return cell
}
