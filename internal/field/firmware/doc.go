// Package firmware stores the firmware files of corporations and upgrades devices: an upgrade is a command with a
// download link, and succeeds when the device reports the version.
package firmware
