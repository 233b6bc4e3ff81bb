package formula

// SourceOf is where the equation of a system formula comes from.
func SourceOf(code string) string { return familyOf(code).source }
