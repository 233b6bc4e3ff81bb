// Package files brings the files of loggers into the series of a device. The rows
// become frames of the journal like any message, so that they take the same way as
// what comes over the air; what can't be read is reported line by line.
package files

import (
	"context"
	"io"
	"time"

	"plumbline/internal/fault"
	"plumbline/internal/intake"
	"plumbline/internal/protocol/csv"
	"plumbline/internal/protocol/loggerfile"
	"plumbline/internal/protocol/table"
	"plumbline/internal/protocol/toa5"
)

// Preview finds out what a file is. Nothing is kept.
func Preview(source io.Reader) (loggerfile.Preview, error) {
	beginning, err := loggerfile.ReadBeginning(source)
	if err != nil {
		return loggerfile.Preview{}, err
	}
	if toa5.Is(beginning) {
		return toa5.Describe(beginning)
	}
	return csv.Describe(beginning)
}

// Report is what became of a file.
type Report struct {
	Rows    int   `json:"rows"`    // with a time and at least one value
	Values  int   `json:"values"`  // numbers in them, invalid ones included
	From    int64 `json:"from"`    // UTC ms of the earliest row; 0 when there is none
	To      int64 `json:"to"`      // of the latest
	Refused int   `json:"refused"` // rows and cells that could not be read
}

// frameBytes is the size at which a frame of rows is sent.
const frameBytes = 128 << 10

// Convert reads a file by a layout and gives its rows as frames to send. now is for
// telling times that can't be (UTC ms). send and refuse are called in the order of the file.
func Convert(source io.Reader, layout loggerfile.Layout, now int64, send func(frame []byte, rows int) error, refuse func(loggerfile.Refused)) (Report, error) {
	var report Report
	refused := func(r loggerfile.Refused) {
		report.Refused++
		refuse(r)
	}
	targets := layout.Targets()
	builder, inFrame := table.NewBuilder(targets), 0
	flush := func() error {
		if inFrame == 0 {
			return nil
		}
		if err := send(builder.Bytes(), inFrame); err != nil {
			return err
		}
		builder, inFrame = table.NewBuilder(targets), 0
		return nil
	}
	err := layout.Read(source, func(row loggerfile.Row) error {
		if !intake.Importable(row.Time, now) {
			when := time.UnixMilli(row.Time).UTC().Format(time.RFC3339)
			refused(loggerfile.Refused{Line: row.Line, Column: "time", Text: when, Reason: fault.New(fault.ImportTime, "time", when)})
			return nil
		}
		values := loggerfile.Count(row.Values)
		if values == 0 {
			return nil
		}
		if report.Rows == 0 || row.Time < report.From {
			report.From = row.Time
		}
		report.To = max(report.To, row.Time)
		report.Rows++
		report.Values += values
		builder.Row(row.Time, row.Values)
		if inFrame++; builder.Len() >= frameBytes || inFrame == table.MaxRows {
			return flush()
		}
		return nil
	}, refused)
	if err != nil {
		return report, err
	}
	return report, flush()
}

// Importer is where frames go; *intake.Service is one.
type Importer interface {
	Commit(ctx context.Context, frame intake.Frame) (intake.Entry, error)
	WaitStored(ctx context.Context, entry intake.Entry) error
}
