// Package servers tests several servers on one database as processes that are killed, paused and stopped.
package servers
