package files_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/access"
	"plumbline/internal/blob"
	"plumbline/internal/fault"
	"plumbline/internal/intake"
	"plumbline/internal/intake/files"
	"plumbline/internal/intake/intaketest"
	"plumbline/internal/jobs"
	"plumbline/internal/oplog"
	"plumbline/internal/protocol/loggerfile"
	"plumbline/internal/reading"
	"plumbline/internal/series"
	"plumbline/internal/signal"
	"plumbline/internal/store"
)

// The sample of domain protocols.md section 9.
const toa5 = `"TOA5","CR1000X_BR1","CR1000X","9285","CR1000X.Std.04.02","CPU:bridge.CR1X","8690","Hourly"
"TIMESTAMP","RECORD","BattV_Min","VW_Freq(1)","VW_Temp(1)","Crack_mm_Avg"
"TS","RN","Volts","Hz","Deg C","mm"
"","","Min","Smp","Smp","Avg"
"2026-11-20 08:00:00",1523,12.61,2671.8,15.7,2.428
"2026-11-20 09:00:00",1524,12.60,2671.7,15.8,"NAN"
`

func TestPreviews(t *testing.T) {
	cases := []struct {
		name, file string
		want       string // format separator comma header time zone formats | columns
	}{
		{"TOA5", toa5, `toa5 "comma" point 4 [0:time] [YYYY-MM-DD HH:mm:ss] false | TIMESTAMP(TS) time, RECORD(RN) record, BattV_Min(Volts) number, VW_Freq(1)(Hz) number, VW_Temp(1)(Deg C) number, Crack_mm_Avg(mm) number`},
		{
			"quoted, decimal comma, offset in the time, Windows line ends",
			"\"ID\",\"WHEN\",\"PRESSURE\",\"TEMP\",\"STATE\"\r\n\"1\",\"8/08/2014 20:00:00 +01:00\",\"112,485038689249\",\"13,99\",\"ENT\"\r\n\"2\",\"28/08/2014 9:00:00 +02:00\",\"1.112,7\",\"\",\"DEL\"\r\n",
			`table "comma" comma 1 [1:time] [D/M/YYYY H:mm:ss ZZ] true | ID() number, WHEN() time, PRESSURE() number, TEMP() number, STATE() text`,
		},
		{
			"tab, empty first line", "\r\nDatum\tWaterstand\tTemperatuur water\r\n2018-06-26 07:15:00\t-194.76\t13.26\r\n2018-06-26 07:30:00\t-194.69\t13.26\r\n",
			`table "tab" point 2 [0:time] [YYYY-MM-DD HH:mm:ss] false | Datum() time, Waterstand() number, Temperatuur water() number`,
		},
		{
			"semicolon, German time, mark at the beginning", "\xef\xbb\xbfDate UTC;Level (m);Remark\n25.09.2025 23:00;1,96;a\n25.09.2025 23:15;1,97;\n",
			`table "semicolon" comma 1 [0:time] [D.M.YYYY H:mm] false | Date UTC() time, Level(m) number, Remark() text`,
		},
		{
			"no header, time last", "0;-19.9386;528.9;2013-06-04 08:35:13\n2;-19.7248;506.05;2013-06-04 08:35:13\n",
			`table "semicolon" point 0 [3:time] [YYYY-MM-DD HH:mm:ss] false | column 1() number, column 2() number, column 3() number, column 4() time`,
		},
		{
			"date and time of day apart", "date,time,x\n2026-11-20,08:00:12,1.5\n2026-11-20,08:00:13,1.6\n",
			`table "comma" point 1 [0:date 1:timeOfDay] [YYYY-MM-DD] false | date() time, time() time, x() number`,
		},
		{
			"day and month can't be told apart", "t,x\n01/02/2026 10:00,1\n02/03/2026 10:00,2\n",
			`table "comma" point 1 [0:time] [D/M/YYYY H:mm M/D/YYYY H:mm] false | t() time, x() number`,
		},
		{
			"American", "t,x\n01/02/2026 10:00,1\n12/31/2026 10:00,2\n",
			`table "comma" point 1 [0:time] [M/D/YYYY H:mm] false | t() time, x() number`,
		},
		{
			"milliseconds since 1970", "t,x\n1795134600000,1\n1795134660000,2\n",
			`table "comma" point 1 [0:unixMs] [] true | t() time, x() number`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := look(t, []byte(c.file), files.Wish{})
			mark := "point"
			if p.Layout.DecimalComma {
				mark = "comma"
			}
			var times []string
			for _, part := range p.Layout.Time {
				times = append(times, fmt.Sprintf("%d:%s", part.Column, part.Role))
			}
			columns := make([]string, len(p.Columns))
			for i, column := range p.Columns {
				columns[i] = fmt.Sprintf("%s(%s) %s", column.Name, column.Unit, column.Kind)
			}
			got := fmt.Sprintf("%s %q %s %d %v %v %v | %s", p.Format, p.Layout.Separator, mark, p.Layout.HeaderLines, times, p.TimeFormats, p.HasZone, strings.Join(columns, ", "))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// look previews a file.
func look(t *testing.T, content []byte, wish files.Wish) files.Preview {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := files.OpenLocal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if wish.Zone == "" {
		wish.Zone = "UTC"
	}
	p, err := file.Preview(wish)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A file that is not understood is shown with a best guess, and never refused.
func TestAPreviewIsNeverADeadEnd(t *testing.T) {
	for name, file := range map[string]string{
		"binary":        "\x7fELF\x03\x04\x00\x00\x01\n\x02",
		"prose":         "Dear all,\nthe logger broke.\n",
		"no numbers":    "t,x\n2026-11-20 08:00:00,a\n",
		"half a header": "\"TOA5\",\"a\"\n",
		"one column":    "1\n2\n3\n",
	} {
		p := look(t, []byte(file), files.Wish{})
		if p.Recognised || len(p.Lines) == 0 || p.Layout.Separator == "" || len(p.Ask) == 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	p := look(t, []byte("\x7fELF\x03\x00\n"), files.Wish{})
	if p.Lines[0].Hex != "7f454c460300" || p.Lines[0].Text != `\x7fELF\x03\x00` {
		t.Errorf("a line of bytes is shown as %+v", p.Lines[0])
	}
}

// timed is a time in the first column.
func timed(format string) []loggerfile.TimeColumn {
	return []loggerfile.TimeColumn{{Role: loggerfile.RoleTime, Format: format}}
}

func layout() loggerfile.Layout {
	return loggerfile.Layout{
		Separator: loggerfile.Comma, HeaderLines: 4, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "+08:00",
		Columns: []loggerfile.Mapping{
			{Column: 2, Field: "voltage"},
			{Column: 3, Channel: 1, Field: "freq"},
			{Column: 4, Channel: 1, Field: "temp"},
			{Column: 5, Channel: 2, Field: "disp"},
		},
	}
}

// importing is an intake, the store of its jobs and the runner that brings files in.
type importing struct {
	*intaketest.Installation
	t     *testing.T
	files *files.Service
	jobs  *jobs.Service
	wake  chan struct{}
	stop  func()
}

func startImporting(t *testing.T, into func(*intaketest.Installation) files.Importer) *importing {
	t.Helper()
	in, err := intaketest.Open(t.Context(), t.TempDir(), intaketest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := store.Open(t.Context(), in.Data, store.Options{Signals: signal.NewLocal(), Series: in.Series})
	if err != nil {
		t.Fatal(err)
	}
	service := files.NewService(tables, into(in), blob.NewDirectory(t.TempDir()), in.Series)
	i := &importing{Installation: in, t: t, files: service}
	i.wake = make(chan struct{}, 1)
	i.jobs = jobs.NewService(tables, i.wake, 1, slog.New(slog.DiscardHandler))
	i.jobs.Handle(files.Job, service.Run)
	i.start()
	t.Cleanup(func() {
		i.stop()
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return i
}

// start runs the jobs until stop; started again, it is another process.
func (i *importing) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		i.jobs.Run(ctx)
	}()
	i.stop = func() {
		cancel()
		<-ended
	}
}

func (i *importing) queue(text string, layout loggerfile.Layout) jobs.Job {
	i.t.Helper()
	upload, err := i.files.Keep(i.t.Context(), 1, 3, "logger.csv", strings.NewReader(text))
	if err != nil {
		i.t.Fatal(err)
	}
	args, err := i.files.Prepare(i.t.Context(), 3, upload.ID, nil, layout)
	if err != nil {
		i.t.Fatal(err)
	}
	job, err := i.jobs.Enqueue(i.t.Context(), jobs.New{Kind: files.Job, Args: args})
	if err != nil {
		i.t.Fatal(err)
	}
	select {
	case i.wake <- struct{}{}:
	default:
	}
	return job
}

// ended waits for the end of a job.
func (i *importing) ended(id int64) jobs.Job {
	i.t.Helper()
	for {
		job, err := i.jobs.Get(i.t.Context(), access.Scope{All: true}, id)
		if err != nil {
			i.t.Fatal(err)
		}
		if job.State != jobs.Waiting && job.State != jobs.Running {
			return job
		}
		runtime.Gosched()
	}
}

func (i *importing) report(job jobs.Job) (report files.Report) {
	i.t.Helper()
	if job.State != jobs.Done {
		i.t.Fatalf("%s: %s", job.State, job.Error)
	}
	if err := json.Unmarshal(job.Progress.Result, &report); err != nil {
		i.t.Fatal(err)
	}
	return report
}

func direct(in *intaketest.Installation) files.Importer { return in }

func TestImportTakesTheSameWayAsMessages(t *testing.T) {
	in := startImporting(t, direct)
	for _, want := range []files.Counts{
		{Rows: 2, Stored: 2, Values: 8, From: 1795132800000, To: 1795136400000},
		{Rows: 2, Equal: 2, Values: 8, From: 1795132800000, To: 1795136400000}, // the second time stores nothing
	} {
		if diff := cmp.Diff(want, in.report(in.ended(in.queue(toa5, layout()).ID)).Counts); diff != "" {
			t.Fatal(diff)
		}
	}
	if stats := in.Stats(); stats.Duplicates != 0 || stats.FramesDead != 0 || stats.FramesAccepted != 1 {
		t.Errorf("%+v", stats)
	}
	// 08:00 at +08:00 is midnight UTC; what the logger marked is there, and is no number.
	for channel, want := range map[int32]map[string]float64{
		0: {"voltage": 12.6}, 1: {"freq": 2671.7, "temp": 15.8}, 2: {"disp": math.NaN()},
	} {
		err := in.Series.Scan(t.Context(), series.RawID(3, channel), 1795136400000, 1795136400000, nil, func(b *series.Block) error {
			for field, v := range want {
				got := b.Values[b.Columns.Index(reading.Column{Field: field})][0]
				if got != v && !(math.IsNaN(got) && math.IsNaN(v) && !reading.IsMissing(got)) {
					t.Errorf("channel %d %s = %v, want %v", channel, field, got, v)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryRefusedRowIsReported(t *testing.T) {
	file := strings.Join([]string{
		"t;x;y",
		"2026-11-20 08:00:00;1,5;2",
		"2026-11-20 08:01:00;abc;2", // the cell alone
		"2026-13-20 08:02:00;1;2",
		"2026-02-30 08:03:00;1;2",
		";1;2",
		"1969-12-31 08:00:00;1;2",
		"2099-01-01 08:00:00;1;2",
		"2026-11-20 08:04:00;;",
		"2026-11-20 08:05:00;1e999;-7999",
		"2026-11-20 08:06:00;1",
		"",
		"2026-11-20 08:07:00;0x10;NAN",
		"2026-11-20 08:08:00;y;",
	}, "\n")
	l := loggerfile.Layout{
		Separator: loggerfile.Semicolon, DecimalComma: true, HeaderLines: 1, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "Asia/Shanghai",
		Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}, {Column: 2, Field: "y"}},
	}
	in := startImporting(t, direct)
	job := in.ended(in.queue(file, l).ID)
	var got []string
	err := in.files.Refusals(t.Context(), job.ID, func(r files.Refused) error {
		got = append(got, fmt.Sprintf("%d %s %q %s %v", r.Line, r.Column, r.Text, r.Reason.Key, r.Cell))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`3 0.x "abc" msgWrongType true`,
		`4 time "2026-13-20 08:02:00" msgFieldWrong false`,
		`5 time "2026-02-30 08:03:00" msgFieldWrong false`,
		`6 time "" msgFieldWrong false`,
		`7 time "1969-12-31T00:00:00Z" errImportTime false`,
		`8 time "2099-01-01T00:00:00Z" errImportTime false`,
		`10 0.x "1e999" msgNotFinite true`,
		`13 0.x "0x10" msgWrongType true`,
		`14 0.x "y" msgWrongType false`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(files.Counts{Rows: 12, Stored: 5, Refused: 6, Empty: 1, Cells: 3, Values: 6, From: 1795132800000, To: 1795133220000}, in.report(job).Counts); diff != "" {
		t.Error(diff)
	}
}

func TestLayoutsAreChecked(t *testing.T) {
	cases := map[string]struct {
		change func(*loggerfile.Layout)
		field  string
		want   *fault.Message
	}{
		"no zone":        {func(l *loggerfile.Layout) { l.Zone = "" }, "zone", fault.ZoneRequired},
		"unknown zone":   {func(l *loggerfile.Layout) { l.Zone = "Mars/Olympus" }, "zone", fault.ZoneUnknown},
		"local zone":     {func(l *loggerfile.Layout) { l.Zone = "Local" }, "zone", fault.ZoneUnknown},
		"time format":    {func(l *loggerfile.Layout) { l.Time[0].Format = "HH:mm" }, "time[0].format", fault.FormatWrong},
		"no separator":   {func(l *loggerfile.Layout) { l.Separator = "" }, "separator", fault.NotOneOf},
		"no columns":     {func(l *loggerfile.Layout) { l.Columns = nil }, "columns", fault.TooFewEntries},
		"bad field name": {func(l *loggerfile.Layout) { l.Columns[1].Field = "a b" }, "columns[1].field", fault.FormatWrong},
		"same target":    {func(l *loggerfile.Layout) { l.Columns[2].Field = "freq" }, "columns[2].field", fault.Duplicate},
		"no time column": {func(l *loggerfile.Layout) { l.Time = nil }, "time", fault.TimeColumnsMissing},
	}
	for name, c := range cases {
		l := layout()
		c.change(&l)
		refused, ok := fault.As(l.Check())
		if !ok || refused.Fields[0].Name != c.field || refused.Fields[0].Message != c.want {
			t.Errorf("%s: got %v", name, refused)
		}
	}
	offset := layout()
	offset.Zone, offset.Time = "", timed("D/M/YYYY H:mm:ss ZZ")
	if err := offset.Check(); err != nil {
		t.Errorf("times with an offset need no zone: %v", err)
	}
}

// In a place with summer time an hour comes twice in autumn and one is missing in spring.
func TestSummerTime(t *testing.T) {
	read := func(times ...string) (at []int64, refused int) {
		l := loggerfile.Layout{
			Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm"), Zone: "Europe/Berlin",
			Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}},
		}
		_, err := l.Read(strings.NewReader(strings.Join(times, ",1\n")+",1\n"), func(r loggerfile.Row) error {
			at = append(at, r.Time)
			return nil
		}, func(loggerfile.Refused) { refused++ })
		if err != nil {
			t.Fatal(err)
		}
		return at, refused
	}
	at, _ := read("2025-10-26 01:30", "2025-10-26 02:00", "2025-10-26 02:30", "2025-10-26 02:00", "2025-10-26 02:30", "2025-10-26 03:00")
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] != 30*60*1000 {
			t.Errorf("row %d follows after %d minutes, want 30", i, (at[i]-at[i-1])/60000)
		}
	}
	if at, refused := read("2025-03-30 01:30", "2025-03-30 02:30", "2025-03-30 03:00"); refused != 1 || len(at) != 2 || at[1]-at[0] != 30*60*1000 {
		t.Errorf("in spring: %v, %d refused", at, refused)
	}
}

func TestPartsOfACell(t *testing.T) {
	l := loggerfile.Layout{
		Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "UTC",
		Columns: []loggerfile.Mapping{{Column: 1, Part: 2, Channel: 3, Node: 1, Field: "ix"}, {Column: 1, Part: 3, Channel: 3, Node: 1, Field: "iy"}, {Column: 1, Part: 9, Channel: 3, Node: 1, Field: "none"}},
	}
	_, err := l.Read(strings.NewReader("\"2026-11-20 00:30:00\",\" 51,  236125, -111260, 9999\"\n"), func(r loggerfile.Row) error {
		if r.Values[0] != 236125 || r.Values[1] != -111260 || !reading.IsMissing(r.Values[2]) {
			t.Errorf("%v", r.Values)
		}
		return nil
	}, func(loggerfile.Refused) {})
	if err != nil {
		t.Error(err)
	}
}

// Old records are brought in, back to 1970; every refused row is kept, however many.
func TestOldRecordsComeInAndAllRefusedRowsAreKept(t *testing.T) {
	in := startImporting(t, direct)
	var file strings.Builder
	file.WriteString("1986-04-01 08:00:00,1.5\n")
	const bad = 5000
	for range bad {
		file.WriteString("1969-04-01 08:00:00,1\n")
	}
	l := loggerfile.Layout{Separator: loggerfile.Comma, Time: timed("YYYY-MM-DD HH:mm:ss"), Zone: "UTC", Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}}}
	job := in.ended(in.queue(file.String(), l).ID)
	if report := in.report(job); report.Stored != 1 || report.Refused != bad || report.From != 512726400000 {
		t.Fatalf("%+v", report)
	}
	line := 1
	err := in.files.Refusals(t.Context(), job.ID, func(r files.Refused) error {
		if line++; r.Line != line || r.Reason.Key != fault.ImportTime.Key || !strings.Contains(r.Reason.Text(fault.English), "1969-04-01T08:00:00Z") {
			t.Fatalf("%d: %+v", line, r)
		}
		return nil
	})
	if err != nil || line != bad+1 {
		t.Errorf("%d refused rows, %v", line-1, err)
	}
	latest, err := in.Series.Latest(t.Context(), []series.ID{series.RawID(3, 0)})
	if err != nil || !latest[0].Found || latest[0].Time != 512726400000 {
		t.Errorf("%+v, %v", latest, err)
	}
	if dead, err := in.DeadCount(t.Context(), 3); err != nil || dead != 0 {
		t.Errorf("%d dead frames, %v", dead, err)
	}
}

// gate is an intake that lets the test look when so many frames were committed.
type gate struct {
	files.Importer
	frames  atomic.Int64
	at      int64
	reached chan struct{}
	open    chan struct{}
}

func (g *gate) Commit(ctx context.Context, frame intake.Frame) (intake.Entry, error) {
	if g.frames.Add(1) == g.at {
		close(g.reached)
		select {
		case <-g.open:
		case <-ctx.Done():
			return intake.Entry{}, ctx.Err()
		}
	}
	return g.Importer.Commit(ctx, frame)
}

func longFile() (string, loggerfile.Layout) {
	var file strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&file, "%d,%d.25\n", 1705134600000+i*1000, i)
	}
	return file.String(), loggerfile.Layout{Separator: loggerfile.Comma, Time: []loggerfile.TimeColumn{{Role: loggerfile.RoleUnixMs}}, Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}}}
}

func TestAnImportGoesOnAfterAStopAndCanBeCancelled(t *testing.T) {
	var g *gate
	in := startImporting(t, func(in *intaketest.Installation) files.Importer {
		g = &gate{Importer: in, at: 5, reached: make(chan struct{}), open: make(chan struct{})}
		return g
	})
	text, l := longFile()
	job := in.queue(text, l)
	<-g.reached
	in.stop()
	if running, err := in.jobs.Get(t.Context(), access.Scope{All: true}, job.ID); err != nil || running.State != jobs.Waiting || running.Progress.Done == 0 || running.Progress.Done >= running.Progress.Total {
		t.Fatalf("%+v, %v", running, err)
	}
	in.start()
	whole := in.report(in.ended(job.ID))
	if frames := g.frames.Load(); whole.Stored != 60_000 || whole.Equal != 0 || frames < 10 {
		t.Fatalf("%+v in %d frames", whole, frames)
	}
	if stats := in.Stats(); stats.Duplicates != 0 || stats.Readings != 60_000 {
		t.Errorf("%+v: something was sent twice", stats)
	}

	g.frames.Store(0)
	g.at, g.reached, g.open = 3, make(chan struct{}), make(chan struct{})
	again := in.queue(strings.ReplaceAll(text, ".25", ".5"), l)
	<-g.reached
	if _, err := in.jobs.Cancel(t.Context(), oplog.Program("test"), again.ID); err != nil {
		t.Fatal(err)
	}
	close(g.open)
	in.stop()
	if ended := in.ended(again.ID); ended.State != jobs.Cancelled || g.frames.Load() != 3 {
		t.Errorf("%s after %d frames", ended.State, g.frames.Load())
	}
	in.start()
}
