// Package catalog is what can be measured and with what, as data: the
// measurements with their attributes, units and decimals, the device types with
// their raw fields, pages and configuration blocks, device models, structure
// types, protocol families and system formulas, each with its label in three
// languages (domain measurements.md, devices.md, views.md, glossary.md).
//
// It is lookups over tables and nothing more: no HTTP, no storage, no
// computing. A new device type or attribute is a line in a table here.
//
// What the lookups return is shared and must not be changed by the caller.
package catalog

import "plumbline/internal/platform/i18n"

func label(zh, en, tw string) i18n.Label { return i18n.Label{Zh: zh, En: en, Tw: tw} }

func option(code string, label i18n.Label) i18n.Option { return i18n.Option{Code: code, Label: label} }
