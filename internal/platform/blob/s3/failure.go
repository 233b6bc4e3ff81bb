package s3

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/minio/minio-go/v7"

	"plumbline/internal/platform/blob"
)

// ErrRefused means that the server or its configuration must be changed by a person: the bucket does not exist, the
// key is wrong, the prefix belongs to another installation.
var ErrRefused = errors.New("the blob store refuses access")

// failure is an error of the server. It hides its cause, which may look like that of another connection.
type failure struct {
	text    string
	refused bool
}

func (f *failure) Error() string { return f.text }

func (f *failure) Is(target error) bool {
	return target == blob.ErrUnavailable || target == ErrRefused && f.refused
}

// reasons say what to do about the codes of errors that a person must fix.
var reasons = map[string]string{
	"NoSuchBucket":                 "the bucket does not exist: create it, or check --blobs",
	"InvalidAccessKeyId":           "the access key is unknown: check --s3-access-key",
	"XAdminUserNotFound":           "the access key is unknown: check --s3-access-key", // of versitygw
	"SignatureDoesNotMatch":        "the secret key is wrong: check PLUMBLINE_S3_SECRET_KEY or --s3-secret-file",
	"AccessDenied":                 "access is denied: the key must be allowed to list the bucket and to read, write and delete in it",
	"AuthorizationHeaderMalformed": "the region is wrong: check --s3-region",
	"PermanentRedirect":            "the bucket is in another region: check --s3-region and --s3-endpoint",
	"RequestTimeTooSkewed":         "the clocks of this machine and of the server differ",
}

// failed converts an error of the client.
func (s *Store) failed(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ended := ctx.Err(); ended != nil && !errors.Is(context.Cause(ctx), errSlow) {
		return fmt.Errorf("%s: %w", s.name, ended)
	}
	var answer minio.ErrorResponse
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &answer) && answer.Code == minio.NoSuchKey:
		return blob.ErrMissing
	case errors.As(err, &answer) && reasons[answer.Code] != "":
		return s.refused(reasons[answer.Code])
	case errors.As(err, &answer) && answer.StatusCode == http.StatusForbidden: // some servers have other codes for this
		return s.refused(fmt.Sprintf("access is denied (%s: %s): check --s3-access-key and its rights", answer.Code, oneLine(answer.Message)))
	case errors.As(err, &answer) && answer.StatusCode >= 400 && answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests:
		return s.refused(fmt.Sprintf("%s: %s", answer.Code, oneLine(answer.Message)))
	case errors.As(err, &certificate):
		return s.refused(oneLine(certificate.Error()) + ": check --s3-endpoint and --s3-ca")
	case strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return s.refused("the server has no TLS: give --s3-endpoint with http://, or switch TLS on at the server")
	}
	return &failure{text: s.name + ": " + oneLine(err.Error())}
}

func (s *Store) refused(reason string) error {
	return &failure{text: s.name + ": " + reason, refused: true}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
