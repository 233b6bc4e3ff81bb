package ingest

import "context"

// TrimJournal is what the housekeeping of a server does each minute.
func (s *Service) TrimJournal(ctx context.Context) error { return s.trimJournal(ctx) }
