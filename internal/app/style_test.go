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

	"golang.org/x/text/encoding/traditionalchinese"

	"plumbline/internal/platform/errs"
)

// TestPlainEnglish rejects the phrases listed in docs/style.md, except on lines with style:ok.
func TestPlainEnglish(t *testing.T) {
	english := listed(t, "phrases", `(?i)(?:^|\b)(?:%s)\b`)
	scan := func(area, path string, line int, text string) { reject(t, english, area, path, line, text) }
	files(t, ".go", []string{"../../internal", "../../cmd", "../../docs"}, func(path string, src []byte) {
		if bytes.Contains(src, []byte("\n// Code generated ")) || bytes.HasPrefix(src, []byte("// Code generated ")) {
			return
		}
		comments(src, func(line int, text string) { scan("comment", path, line, text) })
	})
	for _, ext := range []string{".ts", ".tsx", ".css", ".mjs"} {
		lines(t, ext, []string{"../../web/src", "../../web/e2e", "../../web/scripts"}, func(path string, line int, text string) {
			if comment := webComment.FindString(text); comment != "" && !strings.HasSuffix(path, ".gen.d.ts") {
				scan("comment", path, line, comment)
			}
		})
	}
	lines(t, ".md", []string{
		"../../docs", "../../README.md", "../../ARCHITECTURE.md", "../../SECURITY.md", "../../CHANGELOG.md",
	}, func(path string, line int, text string) { scan("page", path, line, text) })
	lines(t, ".yaml", []string{"../../api/openapi.yaml"}, func(path string, line int, text string) {
		if !apiName.MatchString(text) {
			scan("API text", path, line, key.ReplaceAllString(text, ""))
		}
	})
	lines(t, ".ts", []string{"../../web/src/locales/en"}, func(path string, line int, text string) {
		scan("text", path, line, key.ReplaceAllString(text, ""))
	})
	labels(t, englishLabel, func(path string, line int, text string) { scan("label", path, line, text) })
	for _, m := range errs.Catalog() {
		scan("message", m.Key, m.Code, m.Text(errs.English, nil))
	}
}

// TestTaiwanWording rejects simplified characters, and the mainland words listed in docs/style.md, in everything that
// Taiwan reads. Big5 has no simplified characters.
func TestTaiwanWording(t *testing.T) {
	mainland := listed(t, "mainland", "%s")
	scan := func(path string, line int, text string) {
		reject(t, mainland, "zh-TW text", path, line, text)
		for _, character := range han.FindAllString(text, -1) {
			if _, err := traditionalchinese.Big5.NewEncoder().String(character); err != nil {
				t.Errorf("%s:%d: %s is a simplified character", strings.TrimPrefix(path, "../../"), line, character)
			}
		}
	}
	lines(t, ".ts", []string{"../../web/src/locales/zh-TW"}, scan)
	lines(t, ".md", []string{"../../docs/user/zh-TW"}, scan)
	labels(t, taiwanLabel, scan)
	for _, m := range errs.Catalog() {
		scan(m.Key, m.Code, m.Text(errs.TraditionalChinese, nil))
	}
}

var (
	webComment = regexp.MustCompile(`(^|\s)//\s.*|^\s*/?\*.*`)
	// apiName matches lines of the API document that hold a name: a property, a path, an operation or a value.
	apiName = regexp.MustCompile(`^\s*(- )?[\w./{}-]+:?$|^\s*(operationId|\$ref|type|x-[\w-]+): `)
	// key matches the key of a text, or the value that a text of the API document explains.
	key = regexp.MustCompile(`'?\w+'?: `)
	han = regexp.MustCompile(`\p{Han}`)
	// englishLabel and taiwanLabel match the texts of labels in Go and JSON.
	englishLabel = regexp.MustCompile(`(?:\bEn: *|"en": *|\blabel\("[^"]*", )"([^"]*)"`)
	taiwanLabel  = regexp.MustCompile(`(?:\bTw: *|"zh-TW": *|\blabel\("[^"]*", "[^"]*", )"([^"]*)"`)
)

// labels visits the labels of one language in the code, the device types and the release notes.
func labels(t *testing.T, language *regexp.Regexp, visit func(path string, line int, text string)) {
	inLine := func(path string, line int, text string) {
		for _, label := range language.FindAllStringSubmatch(text, -1) {
			visit(path, line, label[1])
		}
	}
	lines(t, ".go", []string{"../../internal"}, inLine)
	lines(t, ".json", []string{"../../internal/core/catalog/devicetypes", "../../docs"}, inLine)
}

func reject(t *testing.T, listed *regexp.Regexp, what, path string, line int, text string) {
	if strings.Contains(text, "style:ok") {
		return
	}
	for _, phrase := range listed.FindAllString(text, -1) {
		t.Errorf("%s at %s:%d: %q is listed in docs/style.md", what, strings.TrimPrefix(path, "../../"), line, phrase)
	}
}

// listed returns a fenced list of docs/style.md, one pattern per line, as one expression in the given form.
func listed(t *testing.T, name, form string) *regexp.Regexp {
	page, err := os.ReadFile("../../docs/style.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(page), "```"+name+"\n")
	list, _, closed := strings.Cut(list, "\n```")
	if !found || !closed || list == "" {
		t.Fatalf("docs/style.md has no list of %s", name)
	}
	return regexp.MustCompile(fmt.Sprintf(form, strings.ReplaceAll(list, "\n", "|")))
}

// lines visits each line of the files with an extension; in Markdown, not those of fenced blocks.
func lines(t *testing.T, ext string, roots []string, visit func(path string, line int, text string)) {
	files(t, ext, roots, func(path string, src []byte) {
		fenced := false
		for i, text := range strings.Split(string(src), "\n") {
			if ext == ".md" && strings.HasPrefix(text, "```") {
				fenced = !fenced
			}
			if !fenced {
				visit(path, i+1, text)
			}
		}
	})
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
