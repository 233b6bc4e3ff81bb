// Package verification proves by a code that an e-mail address or a mobile is a
// person's own, and does what hangs on that proof: sign-up of a corporation with its
// first administrator, a new password for one that was forgotten, and a new address
// for an account.
//
// Nothing that it answers before a code was right depends on whether an account
// exists, neither in words nor in work: the same rows are written and the same job is
// queued. Only the job, out of sight, finds that there is nobody to write to.
// How mails and text messages travel is not here: see notify/mail and notify/sms.
package verification
