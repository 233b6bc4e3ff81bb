package ingest

import (
	"plumbline/internal/platform/errs"
)

// Suspend makes intake reject frames for a reason, for as long as an acknowledgement would promise more than the
// database does; nil resumes.
func (s *Service) Suspend(why error) {
	if why == nil {
		s.committer.suspended.Store(nil)
		return
	}
	var refusal error = errs.Wrap(why, errs.NotAvailable)
	s.committer.suspended.Store(&refusal)
}

// Suspended returns why frames are rejected; nil if they are not.
func (s *Service) Suspended() error {
	if refusal := s.committer.suspended.Load(); refusal != nil {
		return *refusal
	}
	return nil
}
