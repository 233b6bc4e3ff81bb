// Package e2e tests the whole running product from outside, over its real ports: as an anonymous caller, as people of
// another corporation, and as people of every role. Its tests read the operations from the API document, so that every
// new operation is tested automatically. The package contains only tests.
package e2e
