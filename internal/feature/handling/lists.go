package handling

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// maxListed is the number of causes, and of measures, of a corporation.
const maxListed = 30

// Lists are the causes and measures that the form for processing alerts suggests, in their order. An entry of a
// corporation may have no text in some languages.
type Lists struct {
	Causes   []i18n.Label
	Measures []i18n.Label
}

// usualLists returns the lists of the product.
func usualLists() Lists {
	all := catalog.AlertHandlings()
	return Lists{Causes: labelsOf(all.Causes), Measures: labelsOf(all.Measures)}
}

func labelsOf(options []i18n.Option) []i18n.Label {
	labels := make([]i18n.Label, len(options))
	for i, o := range options {
		labels[i] = o.Label
	}
	return labels
}

// complete gives each entry a text in every language: that of a language without one is the first that the entry has.
func (l Lists) complete() Lists {
	return Lists{Causes: completed(l.Causes), Measures: completed(l.Measures)}
}

func completed(list []i18n.Label) []i18n.Label {
	made := make([]i18n.Label, len(list))
	for i, e := range list {
		made[i] = i18n.Label{Zh: cmp.Or(e.Zh, e.Tw, e.En), En: cmp.Or(e.En, e.Zh, e.Tw), Tw: cmp.Or(e.Tw, e.Zh, e.En)}
	}
	return made
}

// check trims the texts and returns everything that is wrong with them.
func (l *Lists) check() error {
	var refused errs.Refusals
	for _, one := range []struct {
		field string
		list  []i18n.Label
	}{{"causes", l.Causes}, {"measures", l.Measures}} {
		switch n := len(one.list); {
		case n == 0:
			refused.Add(one.field, errs.Empty)
		case n > maxListed:
			refused.Add(one.field, errs.TooManyEntries, "max", maxListed)
		}
		checkEntries(&refused, one.field, one.list)
	}
	return refused.Err()
}

// checkEntries trims the texts of a list. Each entry has one in at least one language, and no two have the same.
func checkEntries(refused *errs.Refusals, field string, list []i18n.Label) {
	known := map[string]bool{}
	for i := range list {
		e := &list[i]
		at := fmt.Sprintf("%s[%d]", field, i)
		for _, text := range []struct {
			language string
			text     *string
		}{{"zh", &e.Zh}, {"en", &e.En}, {"zh-TW", &e.Tw}} {
			*text.text = strings.Join(strings.Fields(*text.text), " ")
			key := text.language + " " + strings.ToLower(*text.text)
			switch {
			case *text.text == "":
			case utf8.RuneCountInString(*text.text) > alarm.MaxCause:
				refused.Add(at+"."+text.language, errs.TooLong, "max", alarm.MaxCause)
			case known[key]:
				refused.Add(at+"."+text.language, errs.Duplicate)
			}
			known[key] = true
		}
		if *e == (i18n.Label{}) {
			refused.Add(at, errs.Empty)
		}
	}
}
