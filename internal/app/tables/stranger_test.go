package tables_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// TestStrangersGetNothing calls every method of the store that takes a scope or actor, including future ones, as an
// administrator of another corporation with the ids of ours in every argument: it returns and changes nothing of ours.
func TestStrangersGetNothing(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	probe := prober{site: s, who: s.Stranger, calls: map[string]int{}}
	ours := contents(t, s.DB)
	methods, unscoped := reflect.ValueOf(s.Store), withoutScope(t)
	for i := range methods.NumMethod() {
		name := methods.Type().Method(i).Name
		if unscoped[name] || !probe.takesTenant(methods.Method(i).Type()) {
			continue
		}
		probe.try(t, name, methods.Method(i))
		now := contents(t, s.DB)
		for row := range ours {
			if !now[row] {
				t.Fatalf("%s let a stranger change %s", name, row)
			}
		}
		for row := range now {
			if !ours[row] && strings.Contains(row, fmt.Sprintf(" corporation_id=%d ", s.Corporation.ID)) {
				t.Fatalf("%s let a stranger add %s", name, row)
			}
		}
	}
	for _, name := range []string{"Project", "UpdateDevice", "DeletePoints", "Alerts", "Entries", "EndHelp", "UpdateCorporation"} {
		if probe.calls[name] == 0 {
			t.Errorf("%s was not called", name)
		}
	}
}

type prober struct {
	site  *apptest.Site
	who   identity.Account
	calls map[string]int // without a panic on invented arguments
}

var (
	contextType = reflect.TypeFor[context.Context]()
	scopeType   = reflect.TypeFor[access.Scope]()
	actorType   = reflect.TypeFor[audit.Actor]()
)

func (p prober) takesTenant(method reflect.Type) bool {
	return slices.ContainsFunc(slices.Collect(method.Ins()), func(in reflect.Type) bool { return in == scopeType || in == actorType })
}

// ids returns our ids and one that does not exist.
func (p prober) ids() []int64 {
	s := p.site
	return []int64{
		s.Corporation.ID, s.Project.ID, s.Structure.ID, s.Item.ID, s.Collector.ID, s.Gauge.ID, s.Level.ID, s.Crack.ID,
		s.Owner.ID, s.Guest.ID, apptest.OwnerRole, 1 << 50,
	}
}

// try calls a method with every id of ours, and every pair of them if it takes two.
func (p prober) try(t *testing.T, name string, method reflect.Value) {
	t.Helper()
	twice := 0
	for in := range method.Type().Ins() {
		if in.Kind() == reflect.Int64 {
			twice++
		}
	}
	for _, first := range p.ids() {
		others := []int64{first}
		if twice > 1 {
			others = p.ids()
		}
		for _, second := range others {
			given := []int64{first, second}
			var arguments []reflect.Value
			for in := range method.Type().Ins() {
				id := given[0]
				if in.Kind() == reflect.Int64 {
					given = append(given[1:], given[0])
				}
				arguments = append(arguments, p.argument(in, id))
			}
			p.call(t, name, method, arguments)
		}
	}
}

// call searches for our names in what a method returns or passes to a function.
func (p prober) call(t *testing.T, name string, method reflect.Value, arguments []reflect.Value) {
	t.Helper()
	defer func() {
		if cause := recover(); cause == nil {
			p.calls[name]++
		}
	}()
	for _, answer := range method.Call(arguments) {
		p.look(t, name, answer)
	}
	for i, a := range arguments { // arguments that a method fills in
		if a.Kind() == reflect.Pointer && method.Type().In(i) != actorType {
			p.look(t, name, a)
		}
	}
}

func (p prober) look(t *testing.T, name string, answer reflect.Value) {
	t.Helper()
	if _, isError := answer.Interface().(error); isError {
		return
	}
	text, err := json.Marshal(answer.Interface())
	if err != nil {
		return // functions and channels contain no data
	}
	for _, secret := range []string{
		"Landslide", "North bank", "SW-09", "LF-01", "HDA3-110742", "WL-F5474", "Upper slope", "Pore pressure", `"owner"`, `"member"`,
	} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%s shows a stranger our data: %s", name, text)
			return
		}
	}
}

// argument returns an argument of a type. Structs have the id in every id field; functions inspect what they get.
func (p prober) argument(in reflect.Type, id int64) reflect.Value {
	switch {
	case in == contextType:
		return reflect.ValueOf(context.Background())
	case in == scopeType:
		return reflect.ValueOf(p.who.Scope())
	case in == actorType:
		return reflect.ValueOf(apptest.Actor(p.who))
	}
	v := reflect.New(in).Elem()
	switch in.Kind() {
	case reflect.Int64:
		v.SetInt(id)
	case reflect.String:
		v.SetString("taken over")
	case reflect.Slice:
		if in.Elem().Kind() != reflect.Uint8 {
			v = reflect.Append(v, p.argument(in.Elem(), id))
		}
	case reflect.Pointer:
		if in.Elem().Kind() == reflect.Struct && in.Elem().PkgPath() != "database/sql" {
			v = reflect.New(in.Elem())
			v.Elem().Set(p.argument(in.Elem(), id))
		}
	case reflect.Struct:
		for i := range in.NumField() {
			field := in.Field(i)
			switch {
			case !field.IsExported():
			case field.Anonymous && field.Type.Kind() == reflect.Struct:
				v.Field(i).Set(p.argument(field.Type, id))
			case field.Type.Kind() == reflect.Int64 && field.Name == "ID":
				v.Field(i).SetInt(id)
			case field.Type.Kind() == reflect.Pointer && field.Type.Elem().Kind() == reflect.Struct && field.Type.Elem() != in:
				v.Field(i).Set(p.argument(field.Type, id))
			}
		}
	case reflect.Func:
		v = reflect.MakeFunc(in, func(got []reflect.Value) []reflect.Value {
			answers := make([]reflect.Value, 0, in.NumOut())
			for out := range in.Outs() {
				answers = append(answers, reflect.Zero(out))
			}
			return answers
		})
	}
	return v
}

// contents returns all rows of the tables as text, without those that change whether or not a call succeeds.
func contents(t *testing.T, db *database.DB) map[string]bool {
	t.Helper()
	ctx := context.Background()
	names, err := db.Reader().QueryContext(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('id_block', 'sqlite_sequence')")
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for names.Next() {
		var name string
		if err := names.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := names.Err(); err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, table := range tables {
		maps.Copy(all, rowsOf(t, db, table))
	}
	return all
}

func rowsOf(t *testing.T, db *database.DB, table string) map[string]bool {
	t.Helper()
	rows, err := db.Reader().QueryContext(context.Background(), "SELECT * FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		text := table + ":"
		for i, column := range columns {
			text += fmt.Sprintf(" %s=%v ", column, values[i])
		}
		found[text] = true
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}
