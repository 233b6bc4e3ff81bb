package httpapi

// Set changes a field that a request has; nil: it has none.
func Set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// Replace replaces a list by one that a request has; an empty one is given, nil is not.
func Replace[T any](to *[]T, from []T) {
	if from != nil {
		*to = from
	}
}
