// Package errs defines the errors that users may see: an Error with a kind, a stable code and a message in three
// languages. It does not depend on HTTP or a domain. Any other error is internal and is never shown.
//
// Codes never change. Their ranges:
//
// 0-15       numbered messages of the specification (section 8)
// 1000-1999  one field of a request (shown next to the field)
// 2000-2999  a request as a whole
// 3000-3999  times, spans, data, queries
// 4000-4999  sessions, accounts, permissions
// 5000-5999  devices and ingest
// 6000-6999  points, formulas, thresholds, alerts, corrections
// 7000-7999  files
// 8007       session expired (specification section 8)
// 9000-9999  shown only by the web app, listed here to keep one catalog
package errs
