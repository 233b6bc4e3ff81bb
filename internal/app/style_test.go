package app_test

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ceilings are the rejected phrases left in each area. They may only shrink: lower them when you remove some.
var ceilings = map[string]int{
	"comments": 0,
	"docs":     0,
	"api":      6,
	"locales":  3,
}

// TestPlainEnglish rejects the phrases listed in docs/style.md, except on lines with style:ok.
func TestPlainEnglish(t *testing.T) {
	rejected := phrases(t)
	found := map[string][]string{}
	scan := func(area, path string, line int, text string) {
		if strings.Contains(text, "style:ok") {
			return
		}
		for _, phrase := range rejected.FindAllString(text, -1) {
			found[area] = append(found[area], fmt.Sprintf("%s:%d: %q", strings.TrimPrefix(path, "../../"), line, phrase))
		}
	}
	files(t, ".go", []string{"../../internal", "../../cmd", "../../docs"}, func(path string, src []byte) {
		if bytes.Contains(src, []byte("\n// Code generated ")) || bytes.HasPrefix(src, []byte("// Code generated ")) {
			return
		}
		comments(src, func(line int, text string) { scan("comments", path, line, text) })
	})
	texts := func(area, ext string, roots ...string) {
		files(t, ext, roots, func(path string, src []byte) {
			fenced := false
			for i, text := range strings.Split(string(src), "\n") {
				if ext == ".md" && strings.HasPrefix(text, "```") {
					fenced = !fenced
				}
				if !fenced {
					scan(area, path, i+1, text)
				}
			}
		})
	}
	texts("docs", ".md", "../../docs", "../../README.md", "../../ARCHITECTURE.md", "../../SECURITY.md", "../../CHANGELOG.md")
	texts("api", ".yaml", "../../api/openapi.yaml")
	texts("locales", ".ts", "../../web/src/locales/en")
	for area, most := range ceilings {
		t.Logf("%s: %d phrases, ceiling %d", area, len(found[area]), most)
		if len(found[area]) > most {
			t.Errorf("%s: %d rejected phrases, at most %d allowed; rewrite the ones you added:\n%s",
				area, len(found[area]), most, strings.Join(found[area], "\n"))
		}
	}
}

// phrases returns the list in docs/style.md as one expression that matches whole words.
func phrases(t *testing.T) *regexp.Regexp {
	page, err := os.ReadFile("../../docs/style.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(page), "```phrases\n")
	list, _, closed := strings.Cut(list, "\n```")
	if !found || !closed || list == "" {
		t.Fatal("docs/style.md has no list of phrases")
	}
	return regexp.MustCompile(`(?i)(?:^|\b)(?:` + strings.ReplaceAll(list, "\n", "|") + `)\b`)
}

func files(t *testing.T, ext string, roots []string, visit func(path string, src []byte)) {
	seen := 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if d.IsDir() || filepath.Ext(path) != ext {
				return nil
			}
			src, err := os.ReadFile(path)
			seen++
			visit(filepath.ToSlash(path), src)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen == 0 {
		t.Fatalf("no %s files under %v", ext, roots)
	}
}

func comments(src []byte, visit func(line int, text string)) {
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.COMMENT {
			for i, line := range strings.Split(text, "\n") {
				visit(file.Line(pos)+i, line)
			}
		}
	}
}
