package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/feature/report/document"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// mayStillChange are the states of runs whose report may go on.
const mayStillChange = "rn.state IN ('making', 'waiting') OR rn.state = 'failed' AND rn.document_id <> 0"

// Follow stores how far the reports of runs are at a time (UTC ms), with the messages about that, each once, whichever server is first.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Scheduler) Follow(ctx context.Context, now int64) error {
	var rows []runRow
	if err := s.Selects(&rows).Where(mayStillChange).OrderExpr("rn.id").Scan(ctx); err != nil {
		return fmt.Errorf("runs of report schedules: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].DocumentID
	}
	documents, err := s.Documents.Follow(ctx, ids, now)
	if err != nil {
		return err
	}
	var failed []error // of some runs; the others go on
	for i := range rows {
		d, there := documents[rows[i].DocumentID]
		to := reached(&d, there)
		if to == "" || to == rows[i].State {
			continue
		}
		if err := s.reach(ctx, &rows[i], to, &d, now); err != nil {
			failed = append(failed, fmt.Errorf("run %d of a report schedule: %w", rows[i].ID, err))
		}
	}
	return errors.Join(failed...)
}

// reached returns the state of a run with a document; empty: it stays as it is.
func reached(d *document.Document, there bool) State {
	if !there {
		return Removed
	}
	switch d.State {
	case document.Failed:
		return Failed
	case document.Draft, document.Made, document.Checked, document.Issuing:
		return Waiting
	case document.Issued:
		return Issued
	}
	return "" // it is made, maybe again because its texts were changed
}

// reach stores the next state of a run with the messages about it.
func (s *Scheduler) reach(ctx context.Context, r *runRow, to State, d *document.Document, now int64) error {
	var list []listedRow
	if err := s.listed(&list).Where("rs.id = ?", r.ScheduleID).Scan(ctx); err != nil {
		return fmt.Errorf("report schedule %d: %w", r.ScheduleID, err)
	}
	if len(list) == 0 {
		return nil // it was deleted, or its project
	}
	c, err := list[0].schedule()
	if err != nil {
		return err
	}
	text := ""
	if to == Failed {
		why := d.Reason
		if why == nil {
			why = errs.New(errs.DownloadFailed)
		}
		if text, err = why.Stored(); err != nil {
			return err
		}
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		n, err := tx.Exec(ctx, "UPDATE report_run SET state = ?, reason = ?, changed_at = ? WHERE id = ? AND state = ? AND document_id = ?",
			to, text, tx.Now, r.ID, r.State, r.DocumentID)
		if err != nil || n == 0 { // n 0: another server was faster
			return err
		}
		switch to {
		case Failed:
			return s.Inbox.ReportFailed(ctx, tx.Tx.Tx, Notice{
				CorporationID: c.CorporationID, ProjectID: c.ProjectID, DocumentID: d.ID, Title: c.Name, Reason: text, Accounts: []int64{c.AccountID},
			})
		case Waiting:
			return s.askForSignatures(ctx, tx, &c, r, d, now)
		case Issued:
			return s.addMails(ctx, tx, r.ID, aboutIssued, c.Accounts, c.Addresses)
		}
		return nil
	})
}

// askForSignatures notifies those who sign that a report waits: who set its schedule up, and the members who may check reports.
func (s *Scheduler) askForSignatures(ctx context.Context, tx *sqlkit.Transaction, c *Schedule, r *runRow, d *document.Document, now int64) error {
	accounts, err := tx.MembersWith(ctx, c.ProjectID, access.Permission{Area: access.Report, Action: access.Update}, now)
	if err != nil {
		return err
	}
	if !slices.Contains(accounts, c.AccountID) {
		accounts = append(accounts, c.AccountID)
	}
	if err := s.Inbox.ReportWaits(ctx, tx.Tx.Tx, Notice{
		CorporationID: c.CorporationID, ProjectID: c.ProjectID, DocumentID: d.ID, Title: d.Title, Accounts: accounts,
	}); err != nil {
		return err
	}
	return s.addMails(ctx, tx, r.ID, aboutWaiting, accounts, nil)
}
