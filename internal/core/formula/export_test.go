package formula

// SourceOf returns the source of a system formula's equation.
func SourceOf(code string) string { return familyOf(code).source }
