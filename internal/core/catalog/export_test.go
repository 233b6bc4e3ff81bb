package catalog

// Candidates returns the data views of a point, including those that the web app does not have.
func (v Viewed) Candidates() []string { return v.slugs() }
