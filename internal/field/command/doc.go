// Package command sends commands of people and the platform to devices, over the connection that carries their
// readings: a queue in the database, one command per gateway at a time, and answers matched by command id. The
// encoding of commands belongs to protocol, permissions to the API.
package command
