package user

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/i18n"
)

var exportHead = []i18n.Label{
	{Zh: "账号", En: "Account", Tw: "帳號"},
	{Zh: "昵称", En: "Nickname", Tw: "暱稱"},
	{Zh: "所属企业", En: "Corporation", Tw: "所屬企業"},
	{Zh: "账号类型", En: "Account type", Tw: "帳號類型"},
	{Zh: "状态", En: "Status", Tw: "狀態"},
	{Zh: "范围", En: "Scope", Tw: "範圍"},
	{Zh: "来源", En: "Source", Tw: "來源"},
	{Zh: "角色", En: "Role", Tw: "角色"},
	{Zh: "到期时间 (UTC)", En: "Expires (UTC)", Tw: "到期時間 (UTC)"},
	{Zh: "权限数", En: "Number of permissions", Tw: "權限數"},
	{Zh: "权限", En: "Permissions", Tw: "權限清單"},
}

var (
	typeNames = map[access.AccountType]i18n.Label{
		access.System: {Zh: "平台账号", En: "Platform account", Tw: "平台帳號"},
		access.Admin:  {Zh: "企业管理员", En: "Corporation administrator", Tw: "企業管理員"},
		access.Normal: {Zh: "项目管理员", En: "Project administrator", Tw: "專案管理員"},
	}
	roleNames = map[access.RoleType]i18n.Label{
		access.Owner:   {Zh: "所有者", En: "Owner", Tw: "擁有者"},
		access.Manager: {Zh: "管理者", En: "Manager", Tw: "管理者"},
		access.Member:  {Zh: "成员", En: "Member", Tw: "成員"},
		access.Guest:   {Zh: "访客", En: "Guest", Tw: "訪客"},
	}
	activeWord     = i18n.Label{Zh: "已启用", En: "Active", Tw: "已啟用"}
	disabledWord   = i18n.Label{Zh: "已停用", En: "Disabled", Tw: "已停用"}
	everywhereWord = i18n.Label{Zh: "整个企业", En: "Whole corporation", Tw: "整個企業"}
	directWord     = i18n.Label{Zh: "直接授予", En: "Direct", Tw: "直接授予"}
	memberWord     = i18n.Label{Zh: "项目成员", En: "Project member", Tw: "專案成員"}
	groupWord      = i18n.Label{Zh: "用户组", En: "User group", Tw: "使用者群組"}
	byTypeWord     = i18n.Label{Zh: "账号类型", En: "Account type", Tw: "帳號類型"}
)

// ExportPermissions writes the roles of the corporation's accounts as csv (UTF-8 with byte order mark) in chunks. Each
// role of an account is a line with its place and its source. Accounts without roles get one line.
func (s *Service) ExportPermissions(ctx context.Context, by Manager, w io.Writer, language string) error {
	return csvfile.Write(w, csvfile.Head(exportHead, language), func(out *csvfile.Writer) error {
		return s.store.EachGrant(ctx, by.wide().Scope, func(list []Grant) error {
			for _, h := range list {
				if err := out.Line(h.line(language)...); err != nil {
					return err
				}
			}
			return out.Flush()
		})
	})
}

func (h Grant) line(language string) []string {
	state, where, through, until := activeWord, everywhereWord.In(language), directWord.In(language), ""
	if !h.Account.Active {
		state = disabledWord
	}
	switch {
	case h.ProjectID != 0:
		where, through = h.ProjectName, memberWord.In(language)
	case h.GroupName != "":
		through = groupWord.In(language) + " " + h.GroupName
	case h.Role.Type == "":
		through = byTypeWord.In(language)
		if h.Role.Set.Len() == 0 {
			where, through = "", ""
		}
	}
	if h.Until != 0 {
		until = time.UnixMilli(h.Until).UTC().Format(time.DateTime)
	}
	role := h.Role.Name
	if name, builtIn := roleNames[h.Role.Type]; builtIn {
		role = name.In(language)
	}
	return []string{
		h.Account.Name, h.Account.DisplayName, h.CorporationName, typeNames[h.Account.Type].In(language), state.In(language),
		where, through, role, until, strconv.Itoa(h.Role.Set.Len()), strings.Join(h.Role.Set.Names(), " "),
	}
}
