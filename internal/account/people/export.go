package people

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
)

var exportHead = []catalogue.Label{
	{Zh: "账号", En: "Account", Tw: "帳號"},
	{Zh: "昵称", En: "Display name", Tw: "暱稱"},
	{Zh: "所属企业", En: "Corporation", Tw: "所屬企業"},
	{Zh: "账号类型", En: "Account type", Tw: "帳號類型"},
	{Zh: "状态", En: "State", Tw: "狀態"},
	{Zh: "范围", En: "Where", Tw: "範圍"},
	{Zh: "来源", En: "Through", Tw: "來源"},
	{Zh: "角色", En: "Role", Tw: "角色"},
	{Zh: "结束时间 (UTC)", En: "Ends (UTC)", Tw: "結束時間 (UTC)"},
	{Zh: "权限数", En: "Permissions", Tw: "權限數"},
	{Zh: "权限", En: "Permission list", Tw: "權限清單"},
}

var (
	typeNames = map[access.AccountType]catalogue.Label{
		access.System: {Zh: "平台账号", En: "Platform account", Tw: "平台帳號"},
		access.Admin:  {Zh: "企业管理员", En: "Enterprise administrator", Tw: "企業管理員"},
		access.Normal: {Zh: "项目管理员", En: "Project administrator", Tw: "專案管理員"},
	}
	roleNames = map[access.RoleType]catalogue.Label{
		access.Owner:   {Zh: "所有者", En: "Owner", Tw: "擁有者"},
		access.Manager: {Zh: "管理者", En: "Manager", Tw: "管理者"},
		access.Member:  {Zh: "成员", En: "Member", Tw: "成員"},
		access.Guest:   {Zh: "访客", En: "Guest", Tw: "訪客"},
	}
	activeWord     = catalogue.Label{Zh: "启用", En: "Active", Tw: "啟用"}
	disabledWord   = catalogue.Label{Zh: "停用", En: "Disabled", Tw: "停用"}
	everywhereWord = catalogue.Label{Zh: "整个企业", En: "Whole corporation", Tw: "整個企業"}
	directWord     = catalogue.Label{Zh: "直接授予", En: "Direct", Tw: "直接授予"}
	memberWord     = catalogue.Label{Zh: "项目成员", En: "Project member", Tw: "專案成員"}
	groupWord      = catalogue.Label{Zh: "用户组", En: "User group", Tw: "使用者群組"}
	byTypeWord     = catalogue.Label{Zh: "账号类型", En: "Account type", Tw: "帳號類型"}
)

// ExportPermissions writes who of a corporation, and of its projects, holds what,
// where and through what, as csv (UTF-8 with byte order mark) in pieces: a line for
// each role that an account holds somewhere, and one for accounts that hold nothing.
func (s *Service) ExportPermissions(ctx context.Context, by Manager, w io.Writer, language string) error {
	return csvfile.Write(w, exportHead, language, func(write func([]string) error, flush func() error) error {
		return s.store.EachHolding(ctx, by.wide().Scope, func(list []Holding) error {
			for _, h := range list {
				if err := write(h.line(language)); err != nil {
					return err
				}
			}
			return flush()
		})
	})
}

func (h Holding) line(language string) []string {
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
	line := []string{
		h.Account.Name, h.Account.DisplayName, h.CorporationName, typeNames[h.Account.Type].In(language), state.In(language),
		where, through, role, until, strconv.Itoa(h.Role.Set.Len()), strings.Join(h.Role.Set.Names(), " "),
	}
	for i, cell := range line {
		line[i] = csvfile.Harmless(cell)
	}
	return line
}
