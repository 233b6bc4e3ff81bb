// Package license manages the license of a private deployment: the fingerprint of the installation, the vendor's
// registration code, and its limits on points and devices. A missing or expired license blocks adding points and
// devices. It never affects device data or alarms.
//
// The signature of a code is symmetric (decision 0050): anyone with the vendor's key, and so with a program
// built or started with it, can make codes. The license is a reminder of an agreement, not a lock.
package license
