// Package libreoffice makes PDF of workbooks and documents with LibreOffice, where that is installed.
package libreoffice

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"plumbline/internal/platform/errs"
)

// longest is how long one file may take.
const longest = 120 * time.Second

// turn lets one file be made at a time: LibreOffice needs hundreds of megabytes.
var turn = semaphore.NewWeighted(1)

// program is the path of LibreOffice; empty: it is not installed.
var program = sync.OnceValue(func() string {
	for _, name := range []string{"soffice", "libreoffice"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
})

// parts are the libraries of the parts of LibreOffice that read files with an ending. Distributions have packages for each.
var parts = map[string]string{".xlsx": "libsclo.so", ".docx": "libswlo.so"}

// Reads reports whether LibreOffice, with the part for files with an ending, was found when it was first needed.
func Reads(ending string) bool {
	if program() == "" || parts[ending] == "" {
		return false
	}
	if runtime.GOOS != "linux" {
		return true
	}
	whole, err := filepath.EvalSymlinks(program())
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(filepath.Dir(whole), parts[ending]))
	return err == nil
}

// PDF returns a file with an ending such as .xlsx as PDF. LibreOffice gets a profile of the file's own and, where the system
// allows it, no network. It returns errs.NoLibreOffice if it does not read such files, and errs.NotConverted if it makes nothing.
func PDF(ctx context.Context, data []byte, ending string) ([]byte, error) {
	if !Reads(ending) {
		return nil, errs.New(errs.NoLibreOffice)
	}
	if err := turn.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for LibreOffice: %w", err)
	}
	defer turn.Release(1)
	folder, err := os.MkdirTemp("", "plumbline-office-")
	if err != nil {
		return nil, fmt.Errorf("folder for LibreOffice: %w", err)
	}
	defer os.RemoveAll(folder)
	from := filepath.Join(folder, "report"+ending)
	if err := os.WriteFile(from, data, 0o600); err != nil {
		return nil, fmt.Errorf("file for LibreOffice: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	said, err := run(ctx, folder, from, true)
	if err != nil && ctx.Err() == nil && errors.Is(err, os.ErrPermission) { // the system does not let it run without network
		said, err = run(ctx, folder, from, false)
	}
	if err != nil {
		return nil, errs.Wrap(fmt.Errorf("LibreOffice: %w: %s", err, said), errs.NotConverted)
	}
	made, err := os.ReadFile(filepath.Join(folder, "report.pdf"))
	if err != nil {
		return nil, errs.Wrap(fmt.Errorf("LibreOffice made nothing: %s", said), errs.NotConverted)
	}
	return made, nil
}

func run(ctx context.Context, folder, from string, alone bool) (said []byte, err error) {
	command := exec.CommandContext(ctx, program(), "-env:UserInstallation=file://"+filepath.Join(folder, "profile"),
		"--headless", "--norestore", "--nologo", "--convert-to", "pdf", "--outdir", folder, from)
	command.Dir = folder
	command.Env = []string{"HOME=" + folder, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TMPDIR=" + folder}
	command.WaitDelay = time.Second
	contain(command, alone)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err = command.Run()
	return out.Bytes(), err
}
