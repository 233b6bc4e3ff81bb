// Package source gets readings from other systems: it asks partner clouds over HTTP, subscribes at outside brokers, and
// takes files that keep coming, from a folder, over SFTP or by upload. What arrives is a frame of a device like any
// other, so a source only decides where to look and how far it has come; the family and the profile of the device decode
// it.
//
// Each source runs on one server, which has claimed it for a while. A source whose server died is claimed by another one.
package source
