//go:build tools

// Package s3 pins the S3 server that the tests of the blob store run against.
package s3

import _ "github.com/versity/versitygw/cmd/versitygw"
