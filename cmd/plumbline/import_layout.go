package main

import (
	"flag"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
)

// importFlags describe a file on the command line: all settings of the import page except the keys of mixed rows,
// which need a layout file.
type importFlags struct {
	entry, zone, mapping, columns, time, timeColumns, encoding, separator, fixed, decimal, missing, same, start string
	header                                                                                                      int
}

func (f *importFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.mapping, "mapping", "", "`name` of a saved mapping, instead of the flags below")
	set.StringVar(&f.entry, "entry", "", "`file` in a zip; default: all files, read like the first")
	set.StringVar(&f.zone, "zone", "", "time zone such as Asia/Shanghai, +08:00 or GPS; required if the file has none")
	set.StringVar(&f.encoding, "encoding", "", "auto, utf-8, utf-16le, utf-16be, gb18030 or windows-1252")
	set.IntVar(&f.header, "header", -1, "`lines` before the first row")
	set.StringVar(&f.separator, "separator", "", "comma, semicolon, tab, pipe or blanks")
	set.StringVar(&f.fixed, "fixed", "", "start `positions` of fixed-width columns, from 0: 0,10,19,27")
	set.StringVar(&f.decimal, "decimal", "", "point or comma")
	set.StringVar(&f.missing, "missing", "", "`texts` of cells without a value, in addition to empty ones: -99,NULL")
	set.StringVar(&f.timeColumns, "time-columns", "",
		"time columns as `column=role:format,...`: Date=date:DD/MM/YYYY,#2=timeOfDay:HH:mm; none: --start is the time of every row. Roles: "+strings.Join(loggerfile.Roles(), ", "))
	set.StringVar(&f.time, "time", "", "`format` of the times, if day and month are ambiguous")
	set.StringVar(&f.start, "start", "", "`time` of all rows of a survey without times, or date of the first row: 2026-11-20 08:00:00")
	set.StringVar(&f.columns, "map", "",
		"`column=field,column=channel.field,#3=channel/node.field`, with optional unit, factor and offset: #4=2.level[cm]*0.01+1.5; default: each column of numbers is a field of the device")
	set.StringVar(&f.same, "same-time", "", "for rows with the same time use the first, the last or the mean; without it such a file is not imported")
}

// cuts reports whether a flag changes how text is split into cells.
func (f importFlags) cuts() bool {
	return f.header >= 0 || f.encoding+f.separator+f.fixed+f.decimal+f.missing != ""
}

// cut sets how text is split into cells; columns and times must then be detected again.
func (f importFlags) cut(l *loggerfile.Layout) (err error) {
	l.Format, l.Time, l.Columns = "", nil, nil
	if f.encoding != "" {
		l.Encoding = f.encoding
	}
	if f.header >= 0 {
		l.HeaderLines = f.header
	}
	switch {
	case f.separator != "" && f.fixed != "":
		return usage("give --separator or --fixed")
	case f.separator != "":
		l.Separator, l.Starts, l.KeyColumn = f.separator, nil, nil
	case f.fixed != "":
		l.Separator, l.KeyColumn = loggerfile.Fixed, nil
		if l.Starts, err = parseStarts(f.fixed); err != nil {
			return err
		}
	}
	switch f.decimal {
	case "":
	case "point", "comma":
		l.DecimalComma = f.decimal == "comma"
	default:
		return usage("--decimal is point or comma")
	}
	if f.missing != "" {
		l.Missing = strings.Split(f.missing, ",")
	}
	return nil
}

// parseStarts parses the start positions of fixed-width columns.
func parseStarts(text string) (starts []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		start, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || start < 0 || len(starts) > 0 && start <= starts[len(starts)-1] {
			return nil, usage("--fixed: write the positions where columns begin, from 0 and rising, such as 0,10,19")
		}
		starts = append(starts, start)
	}
	return starts, nil
}

// mean sets the meaning of the cells.
func (f importFlags) mean(l *loggerfile.Layout, columns []files.PreviewColumn) (err error) {
	if f.zone != "" {
		l.Zone = f.zone
	}
	if f.same != "" {
		l.SameTime = f.same
	}
	if f.start != "" {
		l.StartTime = f.start
	}
	switch f.timeColumns {
	case "":
	case "none":
		l.Time = []loggerfile.TimeColumn{}
	default:
		if l.Time, err = files.ParseTimeColumns(columns, f.timeColumns); err != nil {
			return usage("--time-columns: %v", err)
		}
		l.Columns = slices.DeleteFunc(l.Columns, func(m loggerfile.Mapping) bool {
			return slices.ContainsFunc(l.Time, func(t loggerfile.TimeColumn) bool { return t.Column == m.Column })
		})
	}
	if f.time != "" {
		files.SetTimeFormat(l, f.time)
	}
	if f.columns != "" {
		if l.Columns, err = files.ParseMapping(columns, f.columns); err != nil {
			return usage("--map: %v", err)
		}
	}
	return nil
}

// layout returns the recognized layout, changed by the flags. If the text is split differently, look proposes columns
// and times again, as on the import page.
func (f importFlags) layout(found files.Preview, look func(loggerfile.Layout) (files.Preview, error)) (loggerfile.Layout, files.Preview, error) {
	layout := found.Layout
	if f.cuts() {
		err := f.cut(&layout)
		if err == nil {
			found, err = look(layout)
		}
		if err != nil {
			return layout, found, err
		}
		layout = found.Layout
	}
	if err := f.mean(&layout, found.Columns); err != nil || f.timeColumns == "" {
		return layout, found, err
	}
	// Missing formats are proposed.
	found, err := look(layout)
	if err != nil {
		return layout, found, err
	}
	for i := range layout.Time {
		if t := &layout.Time[i]; t.Format == "" && i < len(found.Layout.Time) {
			t.Format = found.Layout.Time[i].Format
		}
	}
	return layout, found, nil
}

// asks reports whether the user has to choose one of several time formats.
func (f importFlags) asks(found files.Preview) bool {
	return len(found.TimeFormats) > 1 && f.time == "" && !strings.Contains(f.timeColumns, ":")
}
