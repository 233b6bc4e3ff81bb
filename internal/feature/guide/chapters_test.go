package guide_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/docs"
	"plumbline/internal/feature/guide"
	"plumbline/internal/platform/errs"
)

// The chapters and sections are the same in all three languages, so that a link works in each.
func TestGuideIsTheSameInAllLanguages(t *testing.T) {
	zh, err := guide.Chapters(errs.Chinese)
	if err != nil || len(zh) == 0 {
		t.Fatalf("%d chapters, %v", len(zh), err)
	}
	for _, language := range errs.Languages() {
		list, err := guide.Chapters(language)
		if err != nil || len(list) != len(zh) {
			t.Fatalf("%s has %d chapters, zh %d, %v", language, len(list), len(zh), err)
		}
		for i, d := range list {
			if d.Name != zh[i].Name || d.Title == "" || len(d.Headings) == 0 {
				t.Errorf("%s: chapter %d is %q with the title %q and %d sections; zh has %q", language, i, d.Name, d.Title, len(d.Headings), zh[i].Name)
				continue
			}
			if len(d.Headings) != len(zh[i].Headings) {
				t.Errorf("%s of %s has %d sections, zh %d", d.Name, language, len(d.Headings), len(zh[i].Headings))
				continue
			}
			for j, h := range d.Headings {
				if h.ID != zh[i].Headings[j].ID || h.Level != zh[i].Headings[j].Level || h.Title == "" {
					t.Errorf("%s of %s: section %+v is not where zh has %+v", d.Name, language, h, zh[i].Headings[j])
				}
			}
		}
	}
}

// Links between chapters work, nothing is loaded from external hosts, and HTML in the files does not reach a page.
func TestGuideIsSelfContained(t *testing.T) {
	link := regexp.MustCompile(`(?:^|[^!])\[[^\]]*\]\(([^)]*)\)`)
	for _, language := range errs.Languages() {
		chapters, err := guide.Chapters(language)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, d := range chapters {
			known["/documents?doc="+d.Name] = true
			for _, h := range d.Headings {
				known["/documents?doc="+d.Name+"#"+h.ID] = true
			}
		}
		files, err := fs.Glob(docs.Guide, path.Join("user", string(language), "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(docs.Guide, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range link.FindAllStringSubmatch(string(text), -1) {
				if !known[found[1]] {
					t.Errorf("%s links to %s, which does not exist", file, found[1])
				}
			}
			if strings.ContainsAny(string(text), "<>") {
				t.Errorf("%s contains HTML", file)
			}
		}
	}
}

// The guide has the same pictures in all languages. Each appears in one chapter and has a file for both themes.
func TestGuidePictures(t *testing.T) {
	picture := regexp.MustCompile(`!\[([^\]]+)\]\(([^)]*)\)`)
	shown := map[errs.Language][]string{}
	for _, language := range errs.Languages() {
		files, err := fs.Glob(docs.Guide, path.Join("user", string(language), "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(docs.Guide, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range picture.FindAllStringSubmatch(string(text), -1) {
				shown[language] = append(shown[language], path.Base(file)+" "+found[2])
			}
		}
		for _, theme := range []string{"default", "white"} {
			folder := path.Join("../../../docs/user/pictures", string(language), theme)
			kept, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			names := make([]string, len(kept))
			for i, file := range kept {
				names[i] = strings.TrimSuffix(file.Name(), ".webp")
			}
			used := make([]string, len(shown[language]))
			for i, one := range shown[language] {
				_, used[i], _ = strings.Cut(one, " ")
			}
			slices.Sort(used)
			if !slices.Equal(used, names) {
				t.Errorf("%s contains %v, the chapters show %v", folder, names, used)
			}
		}
		if !slices.Equal(shown[language], shown[errs.Chinese]) {
			t.Errorf("%s shows %v, zh %v", language, shown[language], shown[errs.Chinese])
		}
	}
	if len(shown[errs.Chinese]) < 10 {
		t.Errorf("%d pictures", len(shown[errs.Chinese]))
	}
}

// Release notes exist in all languages, and their versions match the changelog.
func TestReleasesMatchChangelog(t *testing.T) {
	list, err := guide.Releases()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d releases, %v", len(list), err)
	}
	changelog, err := os.ReadFile("../../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, r := range list {
		if _, err := time.Parse(time.DateOnly, r.Date); err != nil || last != "" && r.Date > last {
			t.Errorf("%s is of %q, before or after its place", r.Version, r.Date)
		}
		last = r.Date
		if !strings.Contains(string(changelog), "## "+r.Version) {
			t.Errorf("the changelog does not contain %s", r.Version)
		}
		for i, c := range r.Changes {
			if c.Zh == "" || c.En == "" || c.Tw == "" {
				t.Errorf("change %d of %s lacks a language", i, r.Version)
			}
		}
	}
}
