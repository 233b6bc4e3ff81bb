// Package e2e tries the whole running product from outside, over its real ports: as
// nobody, as people of another corporation, and as people of every role. Its tests
// take the operations from the API's own document, so that a new one is tried as soon
// as it is registered. It holds tests only.
package e2e
