package catalog

// Candidates are the data views of a point whether the web has them or not.
func (v Viewed) Candidates() []string { return v.slugs() }
