// Package verification proves with a code that a person owns an e-mail address or a mobile. The proof allows signing
// up a corporation with its first administrator, resetting a forgotten password, and changing the address of an
// account.
//
// Responses before a correct code do not depend on whether an account exists, neither in content nor in cost: the same
// rows are written and the same job is queued. Only the job finds that there is no recipient. Packages mail and sms
// send the messages.
package verification
