// Package retention deletes data that have become too old: pictures of devices, and the samples of vibration records,
// whose readings and summaries stay. How long a kind is kept is set for a project, else for its corporation, else by the
// product. Readings are kept forever.
//
// A job deletes in small transactions. Each reads the settings and what is protected again, so that nothing is deleted
// by a setting that no longer holds, or while an open alert refers to it.
package retention
