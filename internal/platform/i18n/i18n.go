// Package i18n holds texts in the three languages of the product.
package i18n

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

// DefaultTimeZone is the zone of an installation, a corporation or a project that names none.
const DefaultTimeZone = "Asia/Shanghai"
