// Package command is what people and the program ask devices to do, over the way on
// which a device sends its readings: a queue in the database, one command on its way
// to a gateway at a time, answers matched by the number of the command. How a command
// is written on a wire is the protocol's business, who may send it the API's.
package command
