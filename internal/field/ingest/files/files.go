// Package files imports logger files into the series of a device. Rows become frames of the journal, so that they take
// the same path as live messages. Every row of a file is accounted for: stored, already stored, refused, at the time
// of another row, or without a value.
package files

import (
	"context"
	"io"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/field/protocol/table"
	"plumbline/internal/platform/errs"
)

// Counts are the outcomes of a file's rows: Rows is the sum of Stored, Equal, Refused, SameTime and Empty.
type Counts struct {
	Rows     int   `json:"rows" doc:"All rows behind the header: stored + equal + refused + sameTime + empty"`
	Stored   int   `json:"stored" doc:"Rows with new data"`
	Equal    int   `json:"equal" doc:"Rows already stored with the same values"`
	Refused  int   `json:"refused" doc:"Rows that could not be read"`
	SameTime int   `json:"sameTime" doc:"Rows with the time of another row, which takes precedence"`
	Empty    int   `json:"empty" doc:"Rows without a value in the chosen columns, or with another key"`
	Revised  int   `json:"revised" doc:"Out of stored: rows that differ from the stored value; the old value is kept as a revision"`
	Cells    int   `json:"cells" doc:"Unreadable cells in rows that were otherwise read"`
	Values   int   `json:"values" doc:"Numbers in the rows stored or equal, including invalid ones"`
	From     int64 `json:"from" doc:"UTC ms of the earliest row; 0: none"`
	To       int64 `json:"to" doc:"UTC ms of the latest"`
}

// add adds the counts of another file.
func (c *Counts) add(o Counts) {
	if o.Stored+o.Equal > 0 {
		if c.Stored+c.Equal == 0 || o.From < c.From {
			c.From = o.From
		}
		c.To = max(c.To, o.To)
	}
	c.Rows += o.Rows
	c.Stored += o.Stored
	c.Equal += o.Equal
	c.Refused += o.Refused
	c.SameTime += o.SameTime
	c.Empty += o.Empty
	c.Revised += o.Revised
	c.Cells += o.Cells
	c.Values += o.Values
}

// FileReport is the outcome of one file of an upload.
type FileReport struct {
	Name string `json:"name"`
	Counts
}

// Report is the outcome of an import.
type Report struct {
	Counts
	Files   []FileReport `json:"files"`
	Problem *Failure     `json:"problem,omitempty" doc:"For a failed job: why nothing more was imported"`
}

// Failure is the reason why an import failed, as code and in each language.
type Failure struct {
	Code int               `json:"code"`
	Text map[string]string `json:"text"`
}

func problemOf(e *errs.Error) *Failure {
	f := &Failure{Code: e.Code, Text: map[string]string{}}
	for _, lang := range errs.Languages() {
		f.Text[string(lang)] = e.Text(lang)
	}
	return f
}

// Refused is a row or cell that was refused, or a row at the time of another.
type Refused struct {
	File string // of the upload
	loggerfile.Refused
}

// frameBytes is the target size of a frame of rows.
const frameBytes = 128 << 10

// Batch sizes: rows that are compared with stored ones and then sent.
const (
	batchRows     = 4096
	batchRowsWild = 1 << 16 // if times do not rise: fewer reads of the same readings
	batchValues   = 1 << 19
)

// Importer receives frames; *ingest.Service implements it.
type Importer interface {
	Commit(ctx context.Context, frame ingest.Frame) (ingest.Entry, error)
	WaitStored(ctx context.Context, entry ingest.Entry) error
}

// conversion reads one file by a layout and passes its rows on in batches.
type conversion struct {
	layout *loggerfile.Layout
	open   func() (io.ReadCloser, error)
	now    int64 // UTC ms, for refusing impossible times
	refuse func(loggerfile.Refused)
}

// read reads the file once.
func (c *conversion) read(visit func(loggerfile.Row) error, refuse func(loggerfile.Refused)) (loggerfile.Counts, error) {
	file, err := c.open()
	if err != nil {
		return loggerfile.Counts{}, err
	}
	defer file.Close()
	wrong := 0
	counts, err := c.layout.Read(file, func(row loggerfile.Row) error {
		if !ingest.Importable(row.Time, c.now) {
			wrong++
			when := time.UnixMilli(row.Time).UTC().Format(time.RFC3339)
			refuse(loggerfile.Refused{Line: row.Line, Column: "time", Text: when, Reason: errs.New(errs.ImportTime, "time", when)})
			return nil
		}
		return visit(row)
	}, refuse)
	counts.Read -= wrong
	counts.Refused += wrong
	return counts, err
}

// scan finds repeated times.
func (c *conversion) scan() (repeats, error) {
	return scanned(meeting(c.layout), func(visit func(loggerfile.Row)) error {
		_, err := c.read(func(r loggerfile.Row) error { visit(r); return nil }, func(loggerfile.Refused) {})
		return err
	})
}

// run calls send with the rows to be stored, in batches. Rows with the same time are all refused unless the layout has
// a rule for them.
func (c *conversion) run(found repeats, send func(*batch) error) (Counts, error) {
	if err := refuseSame(c.layout, found); err != nil {
		return Counts{}, err
	}
	var report Counts
	most := batchRows
	if !found.ordered {
		most = batchRowsWild
	}
	most = max(1, min(most, batchValues/len(c.layout.Columns)))
	pick := chooser{rule: c.layout.SameTime, meets: meeting(c.layout), rows: found.rows, groups: map[moment]*group{}, refuse: func(r loggerfile.Refused) {
		report.SameTime++
		c.refuse(r)
	}}
	held := batch{}
	flush := func() error {
		if len(held.rows) == 0 {
			return nil
		}
		err := send(&held)
		held.reset()
		return err
	}
	taken := 0
	counts, err := c.read(func(row loggerfile.Row) error {
		row, chosen := pick.choose(row)
		if !chosen {
			return nil
		}
		if taken == 0 || row.Time < report.From {
			report.From = row.Time
		}
		if taken == 0 || row.Time > report.To {
			report.To = row.Time
		}
		taken++
		report.Values += loggerfile.Count(row.Values)
		held.add(row)
		if len(held.rows) == most {
			return flush()
		}
		return nil
	}, c.refuse)
	if err == nil {
		err = flush()
	}
	report.Rows, report.Refused, report.Cells, report.Empty = counts.Rows, counts.Refused, counts.Cells, counts.Empty
	return report, err
}

// frames returns the rows of a batch that contain something new, as frames.
func (b *batch) frames(layout *loggerfile.Layout) [][]byte {
	targets := layout.Targets()
	var list [][]byte
	builder, n := table.NewBuilder(targets), 0
	for i := range b.rows {
		row := &b.rows[i]
		if !row.isNew {
			continue
		}
		builder.Row(row.time, b.of(row, len(targets)))
		if n++; builder.Len() >= frameBytes || n == table.MaxRows {
			list = append(list, builder.Bytes())
			builder, n = table.NewBuilder(targets), 0
		}
	}
	if n > 0 {
		list = append(list, builder.Bytes())
	}
	return list
}
