package document

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/signing"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
)

type updateInput struct {
	ProjectReportPath
	Body projectreport.ReportTexts
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[ProjectReport], error) {
	d, err := s.own(ctx, &in.ProjectReportPath)
	if err != nil {
		return nil, err
	}
	if d.State != Draft {
		return nil, errs.New(errs.DocumentNotDraft)
	}
	next := d
	next.Settings.ReportTexts, next.State = in.Body, Making
	if err := s.store.Change(ctx, httpapi.CallerOf(ctx).Actor(), &d, &next, nil); err != nil {
		return nil, err
	}
	return s.start(ctx, &next)
}

// own returns a document that the caller began, or may change as that of another.
func (s *server) own(ctx context.Context, in *ProjectReportPath) (Document, error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.find(ctx, in)
	if err == nil && d.AccountID != who.Account.ID {
		err = who.Require(update, d.ProjectID)
	}
	return d, err
}

type signInput struct {
	ProjectReportPath
	Body SignedReport
}

func (s *server) sign(ctx context.Context, in *signInput) (*httpapi.Output[ProjectReport], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.find(ctx, &in.ProjectReportPath)
	if err != nil {
		return nil, err
	}
	role := content.Role(in.Body.Role)
	if role != content.Maker {
		if err := who.Require(update, d.ProjectID); err != nil {
			return nil, err
		}
	}
	if d.next() != role {
		return nil, errs.OnField("role", errs.NotYourSignature)
	}
	for _, g := range d.Signatures {
		if g.AccountID == who.Account.ID {
			return nil, errs.New(errs.SignedAlready)
		}
	}
	if err := s.Identity.CheckPassword(ctx, who.Account, in.Body.Password); err != nil {
		return nil, err
	}
	if role == content.Approver {
		if err := s.certificates.Check(ctx, d.CorporationID); err != nil {
			return nil, err
		}
	}
	next := d
	next.State = after(role)
	signature := Signature{Role: role, AccountID: who.Account.ID, Name: cmp.Or(who.Account.DisplayName, who.Account.Name)}
	if err := s.picture(ctx, &d, &signature, in.Body.Pictures); err != nil {
		return nil, err
	}
	if err := s.store.Change(ctx, who.Actor(), &d, &next, &signature); err != nil {
		return nil, err // the sweep of blobs deletes the copies
	}
	if next.State == Issuing {
		return s.start(ctx, &next)
	}
	return s.get(ctx, &in.ProjectReportPath)
}

// picture copies the pictures of the signer for a signature: the document keeps them when the person changes them.
func (s *server) picture(ctx context.Context, d *Document, signature *Signature, kinds []signing.Kind) error {
	for i, kind := range kinds {
		data, err := s.pictures.Read(ctx, s.blobs, signature.AccountID, kind)
		if known, ok := errs.As(err); ok && known.Kind == errs.NotFound {
			return errs.OnField(fmt.Sprintf("pictures[%d]", i), errs.NoSigningPicture)
		}
		if err != nil {
			return err
		}
		key := blob.NewKey(d.CorporationID)
		if err := s.blobs.Put(ctx, key, bytes.NewReader(data)); err != nil {
			return err
		}
		if kind == signing.Seal {
			signature.Seal = key
		} else {
			signature.Picture = key
		}
	}
	return nil
}

type returnInput struct {
	ProjectReportPath
	Body ReturnedReport
}

func (s *server) giveBack(ctx context.Context, in *returnInput) (*httpapi.Output[ProjectReport], error) {
	d, err := s.find(ctx, &in.ProjectReportPath)
	if err != nil {
		return nil, err
	}
	if d.State != Made && d.State != Checked {
		return nil, errs.New(errs.DocumentNotSigned)
	}
	next := d
	next.State, next.Remark = Draft, in.Body.Remark
	if err := s.store.Change(ctx, httpapi.CallerOf(ctx).Actor(), &d, &next, nil); err != nil {
		return nil, err
	}
	for i := range d.Signatures {
		for _, key := range d.Signatures[i].pictures() {
			if err := s.blobs.Delete(ctx, key); err != nil {
				return nil, err
			}
		}
	}
	return s.get(ctx, &in.ProjectReportPath)
}

type reviseInput struct {
	ProjectReportPath
	Body RevisedReport
}

func (s *server) revise(ctx context.Context, in *reviseInput) (*httpapi.Output[ProjectReport], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.find(ctx, &in.ProjectReportPath)
	if err != nil {
		return nil, err
	}
	if err := who.Require(seeData, d.ProjectID); err != nil {
		return nil, err
	}
	if d.State != Issued {
		return nil, errs.New(errs.DocumentNotIssued)
	}
	next := Document{
		ProjectID: d.ProjectID, Kind: d.Kind, Title: d.Title, Language: d.Language, Settings: d.Settings, Start: d.Start, End: d.End,
		Number: d.Number, Revision: d.Revision + 1, Revises: d.ID, Revised: in.Body.Reason,
	}
	next.Settings.KnownAt = 0
	return s.begin(ctx, &next)
}

func (s *server) retry(ctx context.Context, in *ProjectReportPath) (*httpapi.Output[ProjectReport], error) {
	d, err := s.own(ctx, in)
	if err != nil {
		return nil, err
	}
	next := d
	switch {
	case d.State == Failed:
		next.State = Making
	case d.State != Issuing || !d.lost: // of an approved one, only the files are to be made
		return nil, errs.New(errs.DownloadEnded)
	}
	if err := s.store.Change(ctx, httpapi.CallerOf(ctx).Actor(), &d, &next, nil); err != nil {
		return nil, err
	}
	return s.start(ctx, &next)
}
