package schedule

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/feature/report/document"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/mail"
)

// MostAttached is the size of the files that a mail takes, in bytes. Mail servers usually refuse mails of more than 20 MB, and a file
// becomes a third larger in a mail.
const MostAttached = 10 << 20

// letter is a mail with what is to be remembered of it.
type letter struct {
	message mail.Message
	linked  bool // its files were too large
}

// subject is what a mail is about.
type subject struct {
	run      Run
	schedule Schedule
	document document.Document
	platform string
	project  string
	language string
}

// letter composes a mail; reason is why it cannot be sent.
//
// Unscoped: work of the program, for a schedule that was saved in its scope.
func (s *Scheduler) letter(ctx context.Context, r *mailRow) (l letter, reason string, err error) {
	if s.Host.Mail == nil {
		return l, mailMissing, nil
	}
	about, there, err := s.subjectOf(ctx, r.RunID)
	switch {
	case err != nil:
		return l, "", err
	case !there:
		return l, removed, nil
	}
	to := r.Address
	if r.AccountID != 0 {
		p, err := s.person(ctx, about.run.ProjectID, about.run.CorporationID, r.AccountID, clock.Now().UnixMilli())
		if err != nil {
			return l, "", err
		}
		if p.Email == "" {
			return l, noAddress, nil
		}
		to, about.language = p.Email, cmp.Or(p.Language, about.language)
	}
	l.message = mail.Message{To: to, ID: fmt.Sprintf("report-%d", r.ID)}
	wanted := about.files()
	attach := r.About == aboutIssued && about.schedule.Deliver != deliverLink || r.About == aboutWaiting && about.schedule.Drafts
	if size := sizeOf(wanted); attach && size > MostAttached {
		attach, l.linked = false, true
	}
	if attach {
		if l.message.Files, err = s.attached(ctx, about, wanted); err != nil {
			return l, "", err
		}
	} else if r.About == aboutWaiting {
		wanted = nil
	}
	about.write(&l.message, r, wanted, l.linked, Links{s.Host.PublicURL, func(f *document.File) string { return f.MailedPath(s.Host.Secrets) }})
	return l, "", nil
}

// subjectOf returns what the mails about a run are about; false: its report is gone.
//
// Unscoped: work of the program, for a schedule that was saved in its scope.
func (s *Scheduler) subjectOf(ctx context.Context, run int64) (about *subject, there bool, err error) {
	about = &subject{}
	var r runRow
	if err := s.Selects(&r).Where("rn.id = ?", run).Scan(ctx); err != nil {
		return nil, false, fmt.Errorf("run %d of a report schedule: %w", run, err)
	}
	about.run = r.run()
	var list []listedRow
	if err := s.listed(&list).Where("rs.id = ?", r.ScheduleID).Scan(ctx); err != nil || len(list) == 0 {
		return nil, false, err
	}
	if about.schedule, err = list[0].schedule(); err != nil {
		return nil, false, err
	}
	documents, err := s.Documents.Follow(ctx, []int64{r.DocumentID}, clock.Now().UnixMilli())
	if err != nil {
		return nil, false, err
	}
	if about.document, there = documents[r.DocumentID]; !there {
		return nil, false, nil
	}
	about.language = about.schedule.Language
	err = s.Bun.NewSelect().TableExpr("project AS pr").Join("LEFT JOIN corporation AS c ON c.id = pr.corporation_id").Where("pr.id = ?", r.ProjectID).
		ColumnExpr("COALESCE(c.platform_name, '') AS platform, pr.name AS project").Scan(ctx, &about.platform, &about.project)
	if err != nil {
		return nil, false, fmt.Errorf("names of project %d: %w", r.ProjectID, err)
	}
	return about, true, nil
}

// files returns the files that recipients get.
func (a *subject) files() (list []document.File) {
	for _, f := range a.document.Files {
		if a.schedule.Files == filesAll || (f.Format == "pdf") == (a.schedule.Files != filesOwn) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return a.document.Files
	}
	return list
}

func sizeOf(files []document.File) (size int64) {
	for _, f := range files {
		size += f.Size
	}
	return size
}

// attached reads the files of a report.
func (s *Scheduler) attached(ctx context.Context, a *subject, files []document.File) (list []mail.File, err error) {
	for _, f := range files {
		stored, err := s.Host.Blobs.Open(ctx, f.Blob)
		if err != nil {
			return nil, fmt.Errorf("file of report %d: %w", a.document.ID, err)
		}
		data, err := io.ReadAll(stored)
		_ = stored.Close() // read only
		if err != nil {
			return nil, fmt.Errorf("file of report %d: %w", a.document.ID, err)
		}
		list = append(list, mail.File{Name: f.Name(&a.document), Type: f.MediaType(), Data: data})
	}
	return list, nil
}

var (
	product        = i18n.Label{Zh: "准绳", En: "Plumbline", Tw: "準繩"}
	subjectIssued  = i18n.Label{Zh: "【{platform}】{project}：{title} {number}", En: "[{platform}] {project}: {title} {number}", Tw: "【{platform}】{project}：{title} {number}"}
	subjectWaiting = i18n.Label{Zh: "【{platform}】{project}：{title} 待签字", En: "[{platform}] {project}: {title} waits for signatures", Tw: "【{platform}】{project}：{title} 待簽字"}
	linePeriod     = i18n.Label{Zh: "报告期：{from} 至 {to}（{zone}）", En: "Period: {from} to {to} ({zone})", Tw: "報告期：{from} 至 {to}（{zone}）"}
	lineIssued     = i18n.Label{
		Zh: "{title}已签发，编号 {number}。", En: "{title} is issued with the number {number}.", Tw: "{title}已簽發，編號 {number}。",
	}
	lineWaiting = i18n.Label{
		Zh: "{title}已按计划“{schedule}”生成，等待编制、审核、批准三人签字。", En: "{title} was made by the schedule “{schedule}” and waits for the signatures of three persons.",
		Tw: "{title}已依排程「{schedule}」產生，等待編製、審核、核准三人簽字。",
	}
	lineLate    = i18n.Label{Zh: "生成时有 {count} 个测点的数据尚未到齐，见报告中的缺测。", En: "Points whose data were not complete when it was made: {count}. The report lists them.", Tw: "產生時有 {count} 個測點的資料尚未到齊，見報告中的缺測。"}
	lineSkipped = i18n.Label{Zh: "此前有 {count} 个周期因服务器停机未生成报告。", En: "Periods before it without a report, because the server stood still: {count}.", Tw: "此前有 {count} 個週期因伺服器停機未產生報告。"}
	lineFile    = i18n.Label{Zh: "附件：{name}\nSHA-256：{hash}", En: "Attached: {name}\nSHA-256: {hash}", Tw: "附件：{name}\nSHA-256：{hash}"}
	lineLarge   = i18n.Label{Zh: "文件过大（{size} MB），未作为附件发送。", En: "The files are too large to attach ({size} MB).", Tw: "檔案過大（{size} MB），未作為附件傳送。"}
	lineLink    = i18n.Label{Zh: "{name}（链接 {days} 天内有效）：\n{link}\nSHA-256：{hash}", En: "{name} (the link is valid for {days} days):\n{link}\nSHA-256: {hash}", Tw: "{name}（連結 {days} 天內有效）：\n{link}\nSHA-256：{hash}"}
	lineOpen    = i18n.Label{Zh: "在平台中打开：{link}", En: "Open it in the platform: {link}", Tw: "在平台中開啟：{link}"}
	lineSignIn  = i18n.Label{Zh: "请登录平台，在项目的报告中打开。", En: "Sign in to the platform and open it among the reports of the project.", Tw: "請登入平台，在專案的報告中開啟。"}
)

func fill(label i18n.Label, language string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(label.In(language))
}

// write writes the subject and text of a mail. files are those that it has, attached or as links.
func (a *subject) write(m *mail.Message, r *mailRow, files []document.File, large bool, links Links) {
	in, d := a.language, &a.document
	title, platform := d.Title, cmp.Or(a.platform, product.In(in))
	var lines []string
	add := func(label i18n.Label, pairs ...string) { lines = append(lines, fill(label, in, pairs...)) }
	if r.About == aboutIssued {
		m.Subject = fill(subjectIssued, in, "platform", platform, "project", a.project, "title", title, "number", d.Number)
		add(lineIssued, "title", title, "number", d.Number)
	} else {
		m.Subject = fill(subjectWaiting, in, "platform", platform, "project", a.project, "title", title)
		add(lineWaiting, "title", title, "schedule", a.schedule.Name)
	}
	local := func(at int64) string { return time.UnixMilli(at).In(a.schedule.zone).Format("2006-01-02 15:04") }
	add(linePeriod, "from", local(d.Start), "to", local(d.End), "zone", a.schedule.zone.String())
	if a.run.Late > 0 {
		add(lineLate, "count", strconv.Itoa(a.run.Late))
	}
	if a.run.Skipped > 0 {
		add(lineSkipped, "count", strconv.Itoa(a.run.Skipped))
	}
	a.writeFiles(m, r, files, large, links, add)
	m.Text = strings.Join(lines, "\n\n") + "\n"
}

// Links makes the addresses in mails.
type Links struct {
	Public string                        // of the installation; empty: unknown
	File   func(f *document.File) string // path of a file
}

func (a *subject) writeFiles(m *mail.Message, r *mailRow, files []document.File, large bool, links Links, add func(i18n.Label, ...string)) {
	d := &a.document
	if large {
		add(lineLarge, "size", strconv.FormatInt(sizeOf(files)>>20, 10))
	}
	for i := range files {
		f := &files[i]
		switch {
		case len(m.Files) > 0:
			add(lineFile, "name", f.Name(d), "hash", f.SHA256)
		case r.AccountID == 0 && links.Public != "":
			days := strconv.Itoa(int(document.MailedLife.Hours() / 24))
			add(lineLink, "name", f.Name(d), "days", days, "link", links.Public+links.File(f), "hash", f.SHA256)
		}
	}
	switch {
	case links.Public == "":
		add(lineSignIn)
	case r.AccountID != 0:
		add(lineOpen, "link", document.Address(links.Public, d.ProjectID, d.ID))
	}
}
