// Package catalog describes, as data, what can be measured and with what: measurements with their attributes, units
// and decimals, device types with their raw fields, pages and configuration blocks, device models, structure types,
// protocol families and system formulas, each with a label in three languages (domain measurements.md, devices.md,
// views.md, glossary.md).
//
// It only has tables and lookups: no HTTP, no storage, no computation. The values that lookups return are shared and
// must not be changed.
package catalog

import "plumbline/internal/platform/i18n"

func label(zh, en, tw string) i18n.Label { return i18n.Label{Zh: zh, En: en, Tw: tw} }

func option(code string, label i18n.Label) i18n.Option { return i18n.Option{Code: code, Label: label} }
