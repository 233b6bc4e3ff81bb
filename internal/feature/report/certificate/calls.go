package certificate

import (
	"context"
	"errors"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/pdfsign"
)

// SigningCertificate is the certificate with which a corporation signs issued reports. Its key never leaves the server.
type SigningCertificate struct {
	State     State  `json:"state" enum:"none,early,valid,ending,expired" doc:"none: there is none; ending: it ends within 30 days. Only valid and ending sign"`
	Subject   string `json:"subject" doc:"Whose it is"`
	Issuer    string `json:"issuer"`
	Serial    string `json:"serial" doc:"Hexadecimal"`
	SHA256    string `json:"sha256" doc:"Of the certificate, hexadecimal"`
	Algorithm string `json:"algorithm" doc:"Of its key" example:"RSA 2048"`
	BeginsAt  int64  `json:"beginsAt" doc:"UTC ms, as all times; 0: none"`
	EndsAt    int64  `json:"endsAt"`
	Account   string `json:"account" doc:"Who stored it"`
	ChangedAt int64  `json:"changedAt"`
}

// GivenCertificate is a PKCS #12 file with its password.
type GivenCertificate struct {
	File     []byte `json:"file" minLength:"1" maxLength:"87384" doc:"PKCS #12 (.p12, .pfx) with one private key and its certificate, base64; at most 64 KB"`
	Password string `json:"password,omitempty" maxLength:"200" doc:"Of the file; it is not kept"`
}

type putInput struct {
	httpapi.CorporationPath
	Body GivenCertificate
}

type server struct {
	*httpapi.Kernel
	store *Store
}

func (s *server) register() {
	const path = "/corporations/{corporationId}/signing-certificate"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Corporation, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getSigningCertificate", Method: http.MethodGet, Path: path, Tag: "reports", Need: need(access.Retrieve), Unmeasured: "a row by its key",
		Summary: "The certificate that signs the PDFs of issued reports",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setSigningCertificate", Method: http.MethodPut, Path: path, Tag: "reports", Need: need(access.Update),
		Summary: "Store the certificate that signs the PDFs of issued reports",
		Detail: "Replaces the one before. RSA with 2,048 bits or more, or ECDSA with P-256, P-384 or P-521. The private key is stored encrypted and never returned. " +
			"Reports that are approved from now on get a signature that readers of PDF verify (PAdES B-B); those that are issued stay as they are.",
	}, s.put)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteSigningCertificate", Method: http.MethodDelete, Path: path, Tag: "reports", Need: need(access.Update),
		Summary: "Delete the certificate that signs reports, with its key", Detail: "Signatures of issued reports stay valid.",
	}, s.delete)
}

func (s *server) get(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[SigningCertificate], error) {
	c, err := s.store.Find(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(SigningCertificate{
		State: c.At(clock.Now().UnixMilli()), Subject: c.Subject, Issuer: c.Issuer, Serial: c.Serial, SHA256: c.SHA256, Algorithm: c.Algorithm,
		BeginsAt: c.BeginsAt, EndsAt: c.EndsAt, Account: c.Account, ChangedAt: c.ChangedAt,
	}), nil
}

// problems are the messages about files.
var problems = []struct {
	err     error
	field   string
	message *errs.Message
}{
	{pdfsign.ErrPassword, "password", errs.CertificatePassword},
	{pdfsign.ErrFile, "file", errs.CertificateFile},
	{pdfsign.ErrKey, "file", errs.CertificateKey},
	{pdfsign.ErrCertificate, "file", errs.CertificateUse},
}

func (s *server) put(ctx context.Context, in *putInput) (*httpapi.Output[SigningCertificate], error) {
	id, err := pdfsign.Parse(in.Body.File, in.Body.Password)
	for _, p := range problems {
		if errors.Is(err, p.err) {
			return nil, errs.OnField(p.field, p.message)
		}
	}
	if err != nil {
		return nil, err
	}
	if c := describe(in.CorporationID, id); c.At(clock.Now().UnixMilli()) == Expired {
		return nil, errs.OnField("file", errs.CertificateEnded, "day", date(c.EndsAt))
	}
	if err := s.store.Put(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, id); err != nil {
		return nil, err
	}
	return s.get(ctx, &in.CorporationPath)
}

func (s *server) delete(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID)
}
