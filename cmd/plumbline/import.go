package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
)

// importWithin is the maximum duration of an import.
const importWithin = 10 * time.Minute

// importFile imports a logger file through the API of a running installation, because only the server writes readings.
func importFile(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("import", "import FILE: load a file of a logger or instrument, or a zip of them, into a device, or into the device that feeds a point", errs)
	server := f.String("server", "http://127.0.0.1:8080", "`address` of the installation")
	name := f.String("name", "admin", "account that signs in; its `password` is PLUMBLINE_PASSWORD")
	password := f.String("password", "", "better as the environment variable")
	device := f.String("device", "", "serial number or register of the device")
	point := f.Int64("point", 0, "`id` of a measuring point instead of a device")
	var say importFlags
	say.define(f.FlagSet)
	layoutFile := f.String("layout", "", "`file` with a layout as JSON, as printed by --preview")
	accept := f.Bool("accept-refused", false, "exit with 0 even if rows were refused")
	preview := f.Bool("preview", false, "show the recognized format and import nothing")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the file, after the flags")
	}
	if _, err := os.Stat(f.Arg(0)); err != nil {
		return err
	}
	if *preview {
		return previewFile(ctx, out, f.Arg(0), say)
	}
	if (*device == "") == (*point == 0) {
		return usage("give either --device or --point")
	}
	if *password == "" {
		return usage("the password of %s is missing: set PLUMBLINE_PASSWORD", *name)
	}
	ctx, cancel := context.WithTimeout(ctx, importWithin)
	defer cancel()
	c := caller{base: strings.TrimRight(*server, "/")}
	if err := c.signIn(ctx, *name, *password); err != nil {
		return err
	}
	id, err := c.deviceID(ctx, *device, *point)
	if err != nil {
		return err
	}
	into := importing{caller: &c, device: fmt.Sprintf("/api/corporations/%d/devices/%d", c.corporation, id), say: say, out: out}
	report, err := into.run(ctx, f.Arg(0), *layoutFile)
	if err != nil {
		return err
	}
	if refused := report.Refused + report.Cells; refused > 0 && !*accept {
		return fmt.Errorf("%d rows or cells were refused (--accept-refused takes that as success)", refused)
	}
	return nil
}

// previewFile previews a file without a server.
func previewFile(ctx context.Context, out io.Writer, path string, say importFlags) error {
	file, err := files.OpenLocal(path)
	if err != nil {
		return err
	}
	defer file.Close()
	found, err := file.Preview(ctx, files.Wish{Entry: say.entry, Zone: "UTC"})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	look := func(layout loggerfile.Layout) (files.Preview, error) {
		return file.Preview(ctx, files.Wish{Entry: say.entry, Layout: &layout, Zone: "UTC"})
	}
	layout, _, err := say.layout(found, look)
	if err != nil {
		return err
	}
	if found, err = look(layout); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	text, err := json.MarshalIndent(found, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	for _, p := range found.Problems {
		fmt.Fprintln(out, strings.TrimSpace(fmt.Sprintf("line %d %s %q: %s", p.Line, p.Column, p.Text, p.Reason.Text("en"))))
	}
	return err
}

// importing is the import of one file into one device.
type importing struct {
	*caller
	device string // path of the device
	say    importFlags
	out    io.Writer
}

// importReport is the result of the job.
type importReport struct {
	files.Counts
	Files   []files.FileReport
	Problem *files.Failure
}

func (i *importing) run(ctx context.Context, path, layoutFile string) (importReport, error) {
	content, err := os.Open(path)
	if err != nil {
		return importReport{}, err
	}
	defer content.Close()
	var found struct {
		ID int64
		files.Preview
	}
	if err := i.send(ctx, i.device+"/import-files?name="+url.QueryEscape(filepath.Base(path)), content, &found); err != nil {
		return importReport{}, err
	}
	layout, err := i.layout(ctx, found.ID, found.Preview, layoutFile)
	if err != nil {
		return importReport{}, err
	}
	body := map[string]any{"layout": layout}
	if i.say.entry != "" {
		body["entries"] = []string{i.say.entry}
	}
	var job importJob
	if err := i.call(ctx, http.MethodPost, fmt.Sprintf("%s/import-files/%d/import", i.device, found.ID), body, &job); err != nil {
		return importReport{}, err
	}
	if job, err = i.finished(ctx, job.ID); err != nil {
		return importReport{}, err
	}
	if job.State != "done" {
		if job.Result.Problem != nil {
			return importReport{}, fmt.Errorf("nothing was imported: %s (%d)", job.Result.Problem.Text["en"], job.Result.Problem.Code)
		}
		return importReport{}, fmt.Errorf("the import is %s; the log of the server has the reason", job.State)
	}
	if err := i.printRefusals(ctx, i.out, fmt.Sprintf("%s/imports/%d/refusals", i.device, job.ID)); err != nil {
		return importReport{}, err
	}
	r := job.Result
	if len(r.Files) > 1 {
		for _, one := range r.Files {
			fmt.Fprintf(i.out, "%s: %s\n", one.Name, sums(one.Counts))
		}
	}
	_, err = fmt.Fprintln(i.out, sums(r.Counts))
	return r, err
}

// sums formats the outcome of the rows.
func sums(c files.Counts) string {
	text := fmt.Sprintf("%d rows = %d stored + %d equal to what is stored + %d refused + %d on the time of another row + %d without a value",
		c.Rows, c.Stored, c.Equal, c.Refused, c.SameTime, c.Empty)
	if c.Revised > 0 {
		text += fmt.Sprintf("; %d of the stored replaced another value", c.Revised)
	}
	if c.Cells > 0 {
		text += fmt.Sprintf("; %d cells refused in rows that were taken", c.Cells)
	}
	return text
}

// layout returns how to read the file: a saved mapping, a layout file, or the layout recognised, changed by the flags.
func (i *importing) layout(ctx context.Context, id int64, found files.Preview, layoutFile string) (loggerfile.Layout, error) {
	switch {
	case i.say.mapping != "":
		var saved struct {
			List []struct {
				Name   string
				Layout loggerfile.Layout
			}
		}
		if err := i.call(ctx, http.MethodGet, i.device+"/import-mappings", nil, &saved); err != nil {
			return loggerfile.Layout{}, err
		}
		names := []string{}
		for _, m := range saved.List { // most specific first
			if m.Name == i.say.mapping {
				return m.Layout, nil
			}
			names = append(names, m.Name)
		}
		return loggerfile.Layout{}, fmt.Errorf("no mapping %q; there are: %s", i.say.mapping, strings.Join(names, ", "))
	case layoutFile != "":
		text, err := os.ReadFile(layoutFile)
		if err != nil {
			return loggerfile.Layout{}, err
		}
		var layout loggerfile.Layout
		if err := json.Unmarshal(text, &layout); err != nil {
			return layout, fmt.Errorf("%s: %w", layoutFile, err)
		}
		return layout, nil
	}
	layout, found, err := i.say.layout(found, func(layout loggerfile.Layout) (looked files.Preview, err error) {
		body := map[string]any{"entry": i.say.entry, "layout": layout}
		return looked, i.call(ctx, http.MethodPost, fmt.Sprintf("%s/import-files/%d/preview", i.device, id), body, &looked)
	})
	if err == nil && i.say.asks(found) {
		err = usage("day and month cannot be told apart: give --time with one of %s", strings.Join(found.TimeFormats, ", "))
	}
	return layout, err
}

// caller calls the API of an installation.
type caller struct {
	base, token string
	corporation int64
}

func (c *caller) signIn(ctx context.Context, name, password string) error {
	var reply struct {
		Token string `json:"token"`
		User  struct {
			CorporationID int64 `json:"corporationId"`
		} `json:"user"`
	}
	if err := c.call(ctx, http.MethodPost, "/api/sessions/signin", map[string]string{"name": name, "password": password}, &reply); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	c.token, c.corporation = reply.Token, reply.User.CorporationID
	return nil
}

// importJob is the state of an import job.
type importJob struct {
	ID     int64
	State  string
	Result importReport
}

// finished waits for the end of a job.
func (c *caller) finished(ctx context.Context, id int64) (job importJob, err error) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("/api/jobs/%d", id), nil, &job); err != nil {
			return job, err
		}
		if job.State != "waiting" && job.State != "running" {
			return job, nil
		}
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-tick.C:
		}
	}
}

// printRefusals prints what was refused, one per line.
func (c *caller) printRefusals(ctx context.Context, out io.Writer, path string) error {
	for page := 1; ; page++ {
		var found struct {
			List []struct {
				File, Column, Text, Reason string
				Line                       int
			}
		}
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("%s?pageSize=200&page=%d", path, page), nil, &found); err != nil {
			return err
		}
		for _, r := range found.List {
			fmt.Fprintf(out, "%s line %d, %s %q: %s\n", r.File, r.Line, r.Column, r.Text, r.Reason)
		}
		if len(found.List) < 200 {
			return nil
		}
	}
}

// deviceID finds the device by its serial number or register ID, or the one that feeds a point.
func (c *caller) deviceID(ctx context.Context, device string, point int64) (int64, error) {
	type listed struct {
		ID               int64
		SNCode, Register string
		Points           []struct{ ID int64 }
	}
	feeds := func(d listed) bool {
		return slices.ContainsFunc(d.Points, func(p struct{ ID int64 }) bool { return p.ID == point })
	}
	for page := 1; ; page++ {
		var found struct{ List []listed }
		path := fmt.Sprintf("/api/corporations/%d/devices?pageSize=200&page=%d&name=%s", c.corporation, page, url.QueryEscape(device))
		if err := c.call(ctx, http.MethodGet, path, nil, &found); err != nil {
			return 0, err
		}
		for _, d := range found.List {
			if device != "" && (d.SNCode == device || d.Register == device) || point != 0 && feeds(d) {
				return d.ID, nil
			}
		}
		switch {
		case len(found.List) > 0:
		case device != "":
			return 0, fmt.Errorf("no device %s", device)
		default:
			return 0, fmt.Errorf("no device feeds the point %d", point)
		}
	}
}

// call sends a request and decodes the reply; an error has the text of the server.
func (c *caller) call(ctx context.Context, method, path string, body, result any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	return c.do(ctx, method, path, "application/json", content, result)
}

// send uploads a file unchanged.
func (c *caller) send(ctx context.Context, path string, content io.Reader, result any) error {
	return c.do(ctx, http.MethodPost, path, "application/octet-stream", content, result)
}

func (c *caller) do(ctx context.Context, method, path, kind string, content io.Reader, result any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Accept-Language", "en")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode/100 != 2 {
		var refusal struct {
			Error  string
			Code   int
			Fields map[string]string
		}
		if err := json.NewDecoder(reply.Body).Decode(&refusal); err != nil {
			return fmt.Errorf("status %d", reply.StatusCode)
		}
		text := refusal.Error
		for field, reason := range refusal.Fields {
			text += "; " + field + ": " + reason
		}
		return fmt.Errorf("%s (%d)", text, refusal.Code)
	}
	return json.NewDecoder(reply.Body).Decode(result)
}
