package definition

// Formula is the conversion of a point: rules evaluated in dependency order.
type Formula struct {
	Rules []Rule `json:"rules"`
}

// The two types of a rule (specification section 3).
const (
	SystemFormula = "SYSTEM_FORMULA"
	CustomFormula = "CUSTOM_FORMULA"
)

// Rule computes one field, or the fields of one system formula.
type Rule struct {
	ComputedField string             `json:"computedField"`
	FormulaType   string             `json:"formulaType"`
	SysFormula    string             `json:"sysFormula,omitempty"`
	Text          string             `json:"formula,omitempty"`
	Params        map[string]float64 `json:"params,omitempty"` // over the device's coefficients
	Options       map[string]string  `json:"options,omitempty"`
}
