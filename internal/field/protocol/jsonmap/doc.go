// Package jsonmap is the protocol family of JSON that others have designed: the answers of partner clouds, messages of
// outside brokers, pushes of survey software. A mapping, which is the profile, says where the readings stand:
//
//	rows    path of the records; a [] in it goes through a list, and so does its end
//	time    path and form of the time of a record; without it: the time of receipt
//	device  path of the serial number of a device behind the one that receives; or channel or name, or none of them
//	values  path, field, and channel or node if they are fixed
//
// A path is relative to a record, such as position.x or [2]. $ before it starts at the top of the message, ^ at the record
// around the one that a [] went into.
package jsonmap
