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
	"slices"
	"strings"
	"time"

	"plumbline/internal/intake/files"
	"plumbline/internal/protocol/loggerfile"
)

// importWithin is how long a whole import may take.
const importWithin = 10 * time.Minute

// importFile brings a logger's file into a running installation, through its API: the
// server is the only one that writes readings.
func importFile(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("import", "import FILE: load a TOA5 or csv file into a device, or into the device that feeds a point", errs)
	server := f.String("server", "http://127.0.0.1:8080", "`address` of the installation")
	name := f.String("name", "admin", "account that signs in; its `password` is PLUMBLINE_PASSWORD")
	password := f.String("password", "", "better as the environment variable")
	device := f.String("device", "", "serial number or register of the device")
	point := f.Int64("point", 0, "`id` of a measuring point instead of a device")
	zone := f.String("zone", "", "time zone such as Asia/Shanghai, required where the file has none")
	mapping := f.String("map", "", "where columns go: `column=field,column=channel.field,#3=channel/node.field`; else every column of numbers is a field of the device")
	format := f.String("time", "", "`format` of the times, where the file does not tell day and month apart")
	preview := f.Bool("preview", false, "show what the file is and import nothing")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the file, after the flags")
	}
	content, err := os.ReadFile(f.Arg(0))
	if err != nil {
		return err
	}
	found, err := files.Preview(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("%s: %w", f.Arg(0), err)
	}
	if *preview {
		text, err := json.MarshalIndent(found, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s\n", text)
		return err
	}
	layout := files.LayoutOf(found, *zone)
	if *format != "" {
		layout.TimeFormat = *format
	}
	if *mapping != "" {
		if layout.Columns, err = files.ParseMapping(found, *mapping); err != nil {
			return usage("--map: %v", err)
		}
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
	return c.importInto(ctx, out, *device, *point, content, layout)
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

func (c *caller) importInto(ctx context.Context, out io.Writer, device string, point int64, content []byte, layout loggerfile.Layout) error {
	id, err := c.deviceID(ctx, device, point)
	if err != nil {
		return err
	}
	path := fmt.Sprintf("/api/corporations/%d/devices/%d/imports", c.corporation, id)
	var job importJob
	if err := c.call(ctx, http.MethodPost, path, map[string]any{"text": string(content), "layout": layout}, &job); err != nil {
		return err
	}
	if job, err = c.finished(ctx, job.ID); err != nil {
		return err
	}
	if job.State != "done" {
		return fmt.Errorf("the import is %s; the log of the server has the reason", job.State)
	}
	if err := c.printRefusals(ctx, out, fmt.Sprintf("%s/%d/refusals", path, job.ID)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "imported %d rows with %d values; refused %d\n", job.Result.Rows, job.Result.Values, job.Result.Refused)
	return err
}

// importJob is the job of an import.
type importJob struct {
	ID     int64
	State  string
	Result struct{ Rows, Values, Refused int }
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

// printRefusals lists what of the file was refused, a line each.
func (c *caller) printRefusals(ctx context.Context, out io.Writer, path string) error {
	for page := 1; ; page++ {
		var found struct {
			List []struct {
				Line         int
				Column, Text string
				Reason       string
			}
		}
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("%s?pageSize=200&page=%d", path, page), nil, &found); err != nil {
			return err
		}
		for _, r := range found.List {
			fmt.Fprintf(out, "line %d, %s %q: %s\n", r.Line, r.Column, r.Text, r.Reason)
		}
		if len(found.List) < 200 {
			return nil
		}
	}
}

// deviceID finds the device by what is printed on it, or the one that feeds a point.
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
		path := fmt.Sprintf("/api/corporations/%d/devices?pageSize=200&page=%d&keyword=%s", c.corporation, page, url.QueryEscape(device))
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

// call sends a request and decodes the reply; a refusal is answered in its own words.
func (c *caller) call(ctx context.Context, method, path string, body, result any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
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
