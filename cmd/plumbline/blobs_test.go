package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/testing/s3test"
)

// said runs a command in this process.
func said(args ...string) (code int, text string) {
	var out bytes.Buffer
	code = run(context.Background(), args, &out, &out)
	return code, out.String()
}

// An operator moves the files of an installation to a bucket and back. The copy is repeated without copying twice, and
// continues after a failure.
func TestFilesAreCopiedToBucketAndBack(t *testing.T) {
	server := s3test.New(t)
	location, config := server.Bucket(t), server.Config()
	t.Setenv("PLUMBLINE_S3_SECRET_KEY", config.SecretKey)
	folder, again := filepath.Join(t.TempDir(), "files"), filepath.Join(t.TempDir(), "files")
	const files = 30
	key := func(i int) string { return fmt.Sprintf("%d/%032x", 1+i%3, i) }
	put := func(i int) {
		t.Helper()
		content := strings.NewReader(strings.Repeat(fmt.Sprint("file ", i), i*1000))
		if err := blob.NewDirectory(folder).Put(t.Context(), key(i), content); err != nil {
			t.Fatal(err)
		}
	}
	for i := range files {
		put(i)
	}
	blobsCopy := func(from, to, want string) {
		t.Helper()
		code, text := said("blobs", "copy", "--s3-endpoint", config.Endpoint, "--s3-access-key", config.AccessKey, from, to)
		if (code == 0) != strings.HasPrefix(want, "3") || !strings.Contains(text, want) || strings.Contains(text, config.SecretKey) {
			t.Errorf("copy from %s to %s ends with %d, %q, want %q", from, to, code, text, want)
		}
	}
	server.Stop()
	blobsCopy(folder, location, "0 files copied, repeat to continue") // its code is not 0
	server.Start(t)
	blobsCopy(folder, location, "30 files copied, 0 were there already")
	put(files)
	if code, text := said("blobs", "copy", "--s3-endpoint", config.Endpoint, "--s3-access-key", config.AccessKey, folder, location); code != 0 ||
		text != "1 files copied, 30 were there already\n" {
		t.Errorf("repeated with one more: %d %q", code, text)
	}
	blobsCopy(location, again, "31 files copied, 0 were there already")
	for i := range files + 1 {
		r, err := blob.NewDirectory(again).Open(t.Context(), key(i))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != strings.Repeat(fmt.Sprint("file ", i), i*1000) {
			t.Errorf("file %d came back as %.40q, %v", i, text, err)
		}
		_ = r.Close()
	}
}

// Wrong settings of the bucket stop the start with one line that says what to do and contains no secret.
func TestServeSaysWhatIsWrongWithBucket(t *testing.T) {
	location, config := s3test.Bucket(t)
	secretFile := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secretFile, []byte(config.SecretKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	given := []string{"--blobs", location, "--s3-endpoint", config.Endpoint, "--s3-access-key", config.AccessKey}
	for name, c := range map[string]struct {
		args   []string
		secret string
		code   int
		says   string
	}{
		"no secret":           {given, "", 2, "PLUMBLINE_S3_SECRET_KEY or --s3-secret-file"},
		"no bucket flag":      {given[2:], config.SecretKey, 2, "without --blobs"},
		"a secret as flag":    {append(given, "--s3-secret-key", "x"), "", 2, "not defined: -s3-secret-key"},
		"a wrong secret":      {given, "another secret", 1, "the secret key is wrong"},
		"a wrong location":    {append(given, "--blobs", "bucket"), config.SecretKey, 2, "want s3://BUCKET"},
		"a missing bucket":    {append(given, "--blobs", "s3://none-of-these"), config.SecretKey, 1, "the bucket does not exist"},
		"the secret's file":   {append(given, "--blobs", "s3://none-of-these", "--s3-secret-file", secretFile), "", 1, "the bucket does not exist"},
		"both forms":          {append(given, "--s3-secret-file", secretFile), config.SecretKey, 2, "choose one"},
		"backup with no file": {nil, "", 2, "give the file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PLUMBLINE_S3_SECRET_KEY", c.secret)
			args := append([]string{"serve", "--data", t.TempDir(), "--http", "127.0.0.1:0", "--mqtt", "127.0.0.1:0", "--ops", ""}, c.args...)
			if c.args == nil {
				args = []string{"backup"}
			}
			code, text := said(args...)
			if code != c.code || !strings.Contains(text, c.says) || strings.Count(text, "\n") != 1 || strings.Contains(text, config.SecretKey) {
				t.Errorf("code %d, %q, want one line with %q", code, text, c.says)
			}
		})
	}
}

// A running server saves its files from a bucket into a backup, which is restored into another bucket.
func TestBackupAndRestoreOfBucket(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	location, config := s3test.Bucket(t)
	other, _ := s3test.Bucket(t)
	for name, value := range map[string]string{
		"PLUMBLINE_S3_SECRET_KEY": config.SecretKey, "PLUMBLINE_S3_ENDPOINT": config.Endpoint, "PLUMBLINE_S3_ACCESS_KEY": config.AccessKey,
		"PLUMBLINE_BLOBS": location, asProgram: "1",
	} {
		t.Setenv(name, value)
	}
	data, again, file := filepath.Join(folder, "data"), filepath.Join(folder, "again"), filepath.Join(folder, "saved.plumbline")
	server := start(t, path, data)
	if server.signIn(firstPassword) == "" {
		t.Fatal("the server does not serve")
	}
	const key = "1/0123456789abcdef0123456789abcdef"
	in := func(location string) *s3.Store {
		s, err := s3.New(location, config, "")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if err := in(location).Put(t.Context(), key, strings.NewReader("a picture")); err != nil {
		t.Fatal(err)
	}
	must(t, path, "backup", "--data", data, file)
	server.stop()
	must(t, path, "restore", "--data", again, "--blobs", other, file)
	r, err := in(other).Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if text, err := io.ReadAll(r); err != nil || string(text) != "a picture" {
		t.Errorf("restored as %q, %v", text, err)
	}
	t.Setenv("PLUMBLINE_BLOBS", other)
	if start(t, path, again).signIn(firstPassword) == "" {
		t.Error("the restored server does not serve")
	}
}
