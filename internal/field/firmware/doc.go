// Package firmware keeps the firmware files of corporations and upgrades devices with
// them: an upgrade is a command that names a download link, and has succeeded when the
// device reports the version.
package firmware
