// Package i18n defines texts in the three languages of the product.
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

// Option is a code with its label, for selection lists.
type Option struct {
	Code  string `json:"code"`
	Label Label  `json:"label"`
}

// DefaultTimeZone is used by an installation, corporation or project without a time zone.
const DefaultTimeZone = "Asia/Shanghai"
