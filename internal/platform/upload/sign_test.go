package upload

import (
	"net/url"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/platform/secrets"
)

func service(t testing.TB) *Service {
	t.Helper()
	v, err := secrets.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return New(nil, nil, v)
}

func read(t testing.TB, path string) (until int64, sign string) {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	until, err = strconv.ParseInt(u.Query().Get("until"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return until, u.Query().Get("sign")
}

func TestSignedPathOpensOneFile(t *testing.T) {
	s := service(t)
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.Int64Range(1, 1<<53-1).Draw(rt, "file")
		until, sign := read(t, s.Sign(File{ID: id}.Path()))
		if !s.paths.Valid(id, until, sign) {
			rt.Fatal("the signature is not valid for its file")
		}
		if left := time.Until(time.UnixMilli(until)); left <= 0 || left > pathLife {
			rt.Fatalf("valid for %v", left)
		}
		other := rapid.Int64Range(1, 1<<53-1).Filter(func(n int64) bool { return n != id }).Draw(rt, "another")
		if s.paths.Valid(other, until, sign) || s.paths.Valid(id, until+1, sign) || s.paths.Valid(id, until, sign[1:]) || s.paths.Valid(id, until, "") {
			rt.Fatal("the signature is valid for something else")
		}
	})
}

func TestSignedPathExpires(t *testing.T) {
	s := service(t)
	for _, until := range []int64{0, -1, time.Now().Add(-time.Millisecond).UnixMilli(), time.Now().Add(time.Hour).UnixMilli()} {
		if _, sign := read(t, s.paths.SignUntil("/api/files/7", 7, until)); s.paths.Valid(7, until, sign) {
			t.Errorf("an expired path is valid until %d", until)
		}
	}
}

func TestSignKeepsOtherTexts(t *testing.T) {
	s := service(t)
	for _, text := range []string{"", "https://example.com/logo.png", "/api/files/", "/api/files/x", "/api/files/07", "/api/files/-1", "/api/files/1/2"} {
		if got := s.Sign(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
