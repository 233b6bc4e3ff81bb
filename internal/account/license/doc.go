// Package license is the licence of a private deployment: the fingerprint of an
// installation, the registration code that the vendor makes for it, and the limits on
// points and devices that come with the code. A licence that is missing or has expired
// blocks adding points and devices; it never touches what devices send or alarms.
//
// The tag of a code is symmetric (decisions, "Licence"): a person with the vendor's key,
// and that is anyone with a program that was built or started with it, can make codes.
// A licence is an agreement that the program reminds of, not a lock.
package license
