package audit

import (
	"context"
	"io"
	"strconv"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/errs"
)

var exportHead = []label{
	{Zh: "时间", En: "Time", Tw: "時間"},
	{Zh: "操作人", En: "Account", Tw: "操作人"},
	{Zh: "操作", En: "Action", Tw: "操作"},
	{Zh: "对象类型", En: "Kind", Tw: "對象類型"},
	{Zh: "对象", En: "Object", Tw: "對象"},
	{Zh: "编号", En: "ID", Tw: "編號"},
	{Zh: "项目", En: "Project", Tw: "專案"},
	{Zh: "变更内容", En: "Changes", Tw: "變更內容"},
	{Zh: "结果", En: "Result", Tw: "結果"},
	{Zh: "IP 地址", En: "IP address", Tw: "IP 位址"},
	{Zh: "客户端", En: "Client", Tw: "用戶端"},
}

var (
	doneWord    = label{Zh: "成功", En: "Done", Tw: "成功"}
	refusedWord = label{Zh: "已拒绝", En: "Rejected", Tw: "已拒絕"}
	programWord = label{Zh: "系统", En: "Program", Tw: "系統"}
)

// Export writes all filtered entries as CSV (UTF-8 with byte order mark) in chunks, without a limit. Times are in the
// time zone of the entry's project, or of its corporation if it has no project.
func (s *Service) Export(ctx context.Context, w io.Writer, scope access.Scope, filter Filter, language string) error {
	if err := filter.Check(); err != nil {
		return err
	}
	return csvfile.Write(w, csvfile.Head(exportHead, language), func(out *csvfile.Writer) error {
		return s.store.EachEntry(ctx, scope, filter, func(entries []Entry) error {
			for _, e := range entries {
				if err := out.Line(exported(e, language)...); err != nil {
					return err
				}
			}
			return out.Flush()
		})
	})
}

func exported(e Entry, language string) []string {
	zone, err := time.LoadLocation(e.TimeZone)
	if err != nil || e.TimeZone == "" {
		zone = time.UTC
	}
	return []string{
		time.UnixMilli(e.At).In(zone).Format(timeLayout), e.Who(language), ActionName(e.Action, language), KindName(e.Kind, language), e.Content,
		number(e.ThingID), e.ProjectName, Summary(Changes(e, language)), e.ResultName(language), e.IP, e.Client,
	}
}

// Who returns the name of the account or program.
func (e Entry) Who(language string) string {
	if e.AccountID == 0 && e.Refused == 0 {
		return programWord.In(language)
	}
	return e.AccountName
}

// ResultName returns the result, with the reason of a refusal.
func (e Entry) ResultName(language string) string {
	if e.Refused == 0 {
		return doneWord.In(language)
	}
	if why := e.Reason(language); why != "" {
		return refusedWord.In(language) + ": " + why
	}
	return refusedWord.In(language)
}

// Reason returns why an attempt was refused, or "" if it was not.
func (e Entry) Reason(language string) string {
	if e.Refused == 0 {
		return ""
	}
	message, known := errs.ByCode(e.Refused)
	if !known {
		return ""
	}
	lang, _ := errs.ParseLanguage(language)
	return message.Text(lang, nil)
}

func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}
