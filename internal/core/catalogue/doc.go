// Package catalogue is what can be measured and with what, as data: the
// measurements with their attributes, units and decimals, the device types with
// their raw fields, pages and configuration blocks, device models, structure
// types, protocol families and system formulas, each with its label in three
// languages (domain measurements.md, devices.md, views.md, glossary.md).
//
// It is lookups over tables and nothing more: no HTTP, no storage, no
// computing. A new device type or attribute is a line in a table here.
//
// What the lookups return is shared and must not be changed by the caller.
package catalogue

// Label is a text in the three languages of the product.
type Label struct {
	Zh string `json:"zh"`
	En string `json:"en"`
	Tw string `json:"zh-TW"`
}

// In returns the text in a language ("zh", "en", "zh-TW"); zh is the fallback.
func (l Label) In(language string) string {
	switch language {
	case "en":
		return l.En
	case "zh-TW":
		return l.Tw
	}
	return l.Zh
}

// Option is a code with its label, for lists to choose from.
type Option struct {
	Code  string `json:"code"`
	Label Label  `json:"label"`
}
