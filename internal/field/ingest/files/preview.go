package files

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Preview describes a file as recognized or as read by a layout.
type Preview struct {
	Name       string  `json:"-"` // of the upload
	Entries    []Entry `json:"entries" doc:"The files of the upload; one unless it is a zip"`
	Entry      string  `json:"entry" doc:"The one shown"`
	Recognized bool    `json:"recognised" doc:"false: the layout is a best guess, to be completed by hand from the raw lines"`
	Format     string  `json:"format" doc:"From the list of formats; table: any text table"`
	Verified   bool    `json:"verified" doc:"false: written from the manual, not verified with a real file"`
	Encoding   string  `json:"encoding" doc:"Encoding of the text"`

	Layout      loggerfile.Layout    `json:"layout" doc:"Ready to be completed and sent back"`
	HasZone     bool                 `json:"hasZone" doc:"The times include a zone; otherwise a zone is required"`
	TimeFormats []string             `json:"timeFormats" nullable:"false" doc:"Every format that fits the dates found; if there are several, day and month are ambiguous and a person chooses"`
	Ask         []string             `json:"ask" nullable:"false" enum:"time,dayMonth,zone,decimal,columns,sameTime" doc:"What must be resolved before the import"`
	Columns     []PreviewColumn      `json:"columns" nullable:"false"`
	Keys        []KeyRows            `json:"keys" nullable:"false" doc:"Values in the key column, the first 200"`
	About       []loggerfile.About   `json:"about" nullable:"false" doc:"Metadata found in the file"`
	Lines       []loggerfile.RawLine `json:"lines" nullable:"false" doc:"The first raw lines of the file"`
	Cells       [][]string           `json:"cells" nullable:"false" doc:"The first rows as cells"`
	Rows        []PreviewRow         `json:"rows" nullable:"false" doc:"The first rows as they would be stored; without columns in the layout, every column of numbers"`
	SameTimes   []SameTime           `json:"sameTimes" nullable:"false" doc:"The first 20 times shared by several rows"`
	Problems    []Problem            `json:"-"` // the first 200
	Counts      PreviewCounts        `json:"counts"`
}

// PreviewColumn is a column with its proposed target.
type PreviewColumn struct {
	loggerfile.Column
	Field string `json:"field" doc:"For numeric columns: the device field with a similar name, else a name derived from the column"`
	Known bool   `json:"known" doc:"The device has this field"`
}

// KeyRows is the number of rows with a key.
type KeyRows struct {
	Key  string `json:"key"`
	Rows int    `json:"rows"`
}

// PreviewRow is a row as it would be stored.
type PreviewRow struct {
	Line   int        `json:"line"`
	Key    string     `json:"key,omitempty"`
	Time   int64      `json:"time" doc:"UTC ms"`
	Values []*float64 `json:"values" nullable:"false" doc:"One per column of the layout; null: none, or invalid"`
}

// Problem is an error in the file or layout.
type Problem struct {
	Line   int    // 0: in the layout
	Column string // field of the layout, or column of the file
	Text   string
	Reason *errs.Error
}

// PreviewCounts are the counts of the rows read.
type PreviewCounts struct {
	Rows     int  `json:"rows"`
	Read     int  `json:"read" doc:"Rows with a time and a value; times are unique"`
	Refused  int  `json:"refused"`
	SameTime int  `json:"sameTime"`
	Empty    int  `json:"empty"`
	Cells    int  `json:"cells"`
	Whole    bool `json:"whole" doc:"false: only the first 16 MB were read"`
}

// Limits of a preview.
const (
	previewBytes = 16 << 20
	shownRows    = 20
	shownThings  = 200
)

// Wish is a request for a preview.
type Wish struct {
	Entry  string             // empty: the first file
	Layout *loggerfile.Layout // nil: as recognized
	Fields []string           // of the device
	Zone   string             // of the device, used while the layout has none
	Now    int64              // UTC ms; 0 means now
}

// preview previews one file of an upload.
func preview(ctx context.Context, a *archive, wish Wish) (Preview, error) {
	if wish.Entry == "" {
		wish.Entry = a.entries[0].Name
	}
	if wish.Now == 0 {
		wish.Now = clock.Now().UnixMilli()
	}
	beginning, err := a.beginning(wish.Entry, wish.Layout)
	if err != nil {
		return Preview{}, err
	}
	var found loggerfile.Found
	if wish.Layout == nil {
		found = loggerfile.Recognize(beginning)
	} else {
		found = loggerfile.Describe(beginning, *wish.Layout)
	}
	p := Preview{
		Name: a.name, Entries: a.entries, Entry: wish.Entry, Recognized: found.Recognized, Format: found.Format, Encoding: beginning.Encoding,
		Layout: found.Layout, HasZone: found.Layout.HasZone(), TimeFormats: found.TimeFormats, About: found.About,
		Lines: beginning.Raw(), Cells: found.Sample(), Rows: []PreviewRow{}, SameTimes: []SameTime{}, Problems: []Problem{}, Ask: []string{}, Keys: []KeyRows{},
	}
	for _, f := range loggerfile.Formats() {
		p.Verified = p.Verified || f.ID == p.Format && f.Verified
	}
	if p.About == nil {
		p.About = []loggerfile.About{}
	}
	p.place(&found, wish.Fields)
	if err := errors.Join(p.read(ctx, a, wish), ctx.Err()); err != nil {
		return Preview{}, err
	}
	p.asks(&found)
	if p.Layout.Columns == nil {
		p.Layout.Columns = []loggerfile.Mapping{}
	}
	return p, nil
}

func (a *archive) beginning(entry string, layout *loggerfile.Layout) (loggerfile.Beginning, error) {
	file, err := a.open(entry)
	if err != nil {
		return loggerfile.Beginning{}, err
	}
	defer file.Close()
	encoding := ""
	if layout != nil {
		encoding = layout.Encoding
	}
	return loggerfile.ReadBeginning(file, encoding)
}

// place proposes a field for each numeric column.
func (p *Preview) place(found *loggerfile.Found, fields []string) {
	p.Columns = make([]PreviewColumn, len(found.Columns))
	taken := map[string]bool{}
	for i, c := range found.Columns {
		p.Columns[i].Column = c
		if c.Kind != loggerfile.KindNumber {
			continue
		}
		p.Columns[i].Field, p.Columns[i].Known = propose(c.Name, fields, taken)
		taken[p.Columns[i].Field] = true
	}
	if p.Layout.Columns == nil {
		p.Layout.Columns = mappingsOf(p.Columns)
	}
}

// read reads the first 16 MB of the file by the layout as far as possible, until ctx ends.
func (p *Preview) read(ctx context.Context, a *archive, wish Wish) error {
	layout := p.Layout
	p.Counts.Whole = true
	if err := layout.CheckPreview(); err != nil {
		return p.wrong(err)
	}
	if err := layout.Check(); err != nil {
		if err := p.wrong(err); err != nil {
			return err
		}
	}
	if !p.HasZone && layout.Zone == "" {
		layout.Zone = wish.Zone
	}
	if len(layout.Columns) == 0 || layout.Check() != nil {
		return nil
	}
	c := conversion{layout: &layout, now: wish.Now, open: func() (io.ReadCloser, error) {
		file, err := a.open(p.Entry)
		if err != nil {
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{&first{ctx: ctx, from: file, left: previewBytes, whole: &p.Counts.Whole}, file}, nil
	}}
	keys := map[string]int{}
	repeats, err := scanned(meeting(&layout), func(visit func(loggerfile.Row)) error {
		clear(keys)
		p.Rows, p.Problems = p.Rows[:0], slices.DeleteFunc(p.Problems, func(q Problem) bool { return q.Line > 0 })
		counts, err := c.read(func(r loggerfile.Row) error {
			if _, known := keys[r.Key]; known || len(keys) < shownThings {
				keys[r.Key]++
			}
			if len(p.Rows) < shownRows {
				p.Rows = append(p.Rows, shown(r))
			}
			visit(r)
			return nil
		}, func(r loggerfile.Refused) {
			if len(p.Problems) < shownThings {
				p.Problems = append(p.Problems, Problem{r.Line, r.Column, r.Text, r.Reason})
			}
		})
		p.Counts = PreviewCounts{Rows: counts.Rows, Read: counts.Read, Refused: counts.Refused, Empty: counts.Empty, Cells: counts.Cells, Whole: p.Counts.Whole}
		return err
	})
	if err != nil {
		return p.wrong(err)
	}
	p.Counts.SameTime = repeats.extra
	p.Counts.Read -= repeats.extra
	if p.SameTimes, err = c.sameTimes(repeats); err != nil {
		return err
	}
	if repeats.extra > 0 && layout.SameTime == "" {
		p.Problems = append(p.Problems, Problem{
			Line: repeats.first, Column: "time", Reason: errs.New(errs.SameTimeRows, "count", repeats.extra, "line", repeats.first),
		})
	}
	if layout.KeyColumn != nil {
		for key, n := range keys {
			p.Keys = append(p.Keys, KeyRows{key, n})
		}
		slices.SortFunc(p.Keys, func(a, b KeyRows) int { return b.Rows - a.Rows })
	}
	return nil
}

// wrong adds the errors of the layout; it returns any other error.
func (p *Preview) wrong(err error) error {
	refused, ok := errs.As(err)
	if !ok {
		return err
	}
	if len(refused.Fields) == 0 {
		p.Problems = append(p.Problems, Problem{Reason: refused})
	}
	for _, f := range refused.Fields {
		var pairs []any
		for name, value := range f.Args {
			pairs = append(pairs, name, value)
		}
		p.Problems = append(p.Problems, Problem{Column: "layout." + f.Name, Reason: errs.New(f.Message, pairs...)})
	}
	return nil
}

// asks adds the questions that a person must answer.
func (p *Preview) asks(found *loggerfile.Found) {
	ask := func(what string, when bool) {
		if when {
			p.Ask = append(p.Ask, what)
		}
	}
	ask("time", len(p.Layout.Time) == 0 && p.Layout.StartTime == "")
	ask("dayMonth", len(p.TimeFormats) > 1)
	ask("zone", !p.HasZone && p.Layout.Zone == "")
	ask("decimal", p.Format == loggerfile.FormatTable && found.ThousandsPossible())
	ask("columns", len(p.Layout.Columns) == 0)
	ask("sameTime", p.Counts.SameTime > 0 && (p.Layout.SameTime == "" || p.Layout.SameTime == loggerfile.RefuseSame))
}

func shown(r loggerfile.Row) PreviewRow {
	row := PreviewRow{Line: r.Line, Key: r.Key, Time: r.Time, Values: make([]*float64, len(r.Values))}
	for i, v := range r.Values {
		if !reading.IsMissing(v) && !math.IsNaN(v) {
			row.Values[i] = &v
		}
	}
	return row
}

// first reads the first bytes of a file; whole becomes false if there are more.
type first struct {
	ctx   context.Context
	from  io.Reader
	left  int
	whole *bool
}

func (f *first) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	if f.left <= 0 {
		n, err := f.from.Read(p[:1])
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			*f.whole = false
		}
		return 0, io.EOF
	}
	n, err := f.from.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, err
}
