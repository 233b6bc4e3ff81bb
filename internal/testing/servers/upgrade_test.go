//go:build unix

package servers_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

// program is a running server of a version that the test has built.
type program struct {
	server server // its address
	*process.Process
	t   *testing.T
	log string // file
}

// root is the folder of the project.
const root = "../../.."

// build builds the server of a folder with the sources of the project.
func build(t *testing.T, sources, name string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	command := exec.Command("go", append(append([]string{"build", "-o", path}, flags...), "./cmd/plumbline")...)
	command.Dir = sources
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, out)
	}
	return path
}

// buildPrevious builds the version that scripts/previous-release names, from the history.
func buildPrevious(t *testing.T) string {
	t.Helper()
	commit, err := os.ReadFile(filepath.Join(root, "scripts/previous-release"))
	if err != nil {
		t.Fatal(err)
	}
	archive := exec.Command("git", "archive", strings.TrimSpace(string(commit)))
	archive.Dir = root
	files, err := archive.Output()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the history of the project is needed: %v", err)
		}
		t.Skipf("without the history of the project the previous version cannot be built: %v", err)
	}
	sources := t.TempDir()
	unpack := exec.Command("tar", "-x", "-C", sources)
	unpack.Stdin = bytes.NewReader(files)
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return build(t, sources, "previous")
}

// run starts a server with a separate data folder that has the key of the installation.
func (in *installation) run(path string, flags ...string) *program {
	in.Helper()
	key, err := hex.DecodeString(in.key)
	in.check(err)
	folder := in.TempDir()
	in.check(os.WriteFile(filepath.Join(folder, "secret.key"), key, 0o600))
	p := &program{server: server{address: process.FreeAddress()}, t: in.T, log: filepath.Join(folder, "log")}
	log, err := os.Create(p.log)
	in.check(err)
	defer log.Close()
	command := exec.Command(path, append([]string{
		"serve", "--data", folder, "--http", p.server.address, "--mqtt", process.FreeAddress(), "--ops", "", "--database-url", in.url,
	}, flags...)...)
	command.Stdout, command.Stderr = log, log
	p.Process, err = process.Start(command)
	in.check(err)
	in.Cleanup(p.Kill)
	return p
}

// ready reports whether the server takes readings.
func (p *program) ready() bool {
	reply, err := http.Get("http://" + p.server.address + "/readyz")
	if err != nil {
		return false
	}
	_ = reply.Body.Close()
	return reply.StatusCode == http.StatusOK
}

// waitReady waits until the server takes readings.
func (p *program) waitReady() *program {
	p.t.Helper()
	for deadline := time.Now().Add(longest); !p.ready(); {
		select {
		case <-p.Ended():
			p.t.Fatalf("the server has ended: %v\n%s", p.Wait(), p.said())
		default:
		}
		if time.Now().After(deadline) {
			p.stop()
			p.t.Fatalf("the server did not become ready:\n%s", p.said())
		}
		await.Pause()
	}
	return p
}

// waits waits until the server says in its log why it waits for others.
func (p *program) waits(why string) {
	p.t.Helper()
	for deadline := time.Now().Add(longest); !strings.Contains(p.said(), why); {
		select {
		case <-p.Ended():
			p.t.Fatalf("the server has ended: %v\n%s", p.Wait(), p.said())
		default:
		}
		if p.ready() || time.Now().After(deadline) {
			p.t.Fatalf("the server does not wait because %q:\n%s", why, p.said())
		}
		await.Pause()
	}
}

// said returns the log.
func (p *program) said() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// refuses checks that the server ends and says why in its last line.
func (p *program) refuses(why string) {
	p.t.Helper()
	if err := p.Wait(); err == nil {
		p.t.Error("the server has ended without an error")
	}
	lines := strings.Split(strings.TrimSpace(p.said()), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(last, why) {
		p.t.Errorf("the server ended with %q", last)
	}
}

// stop ends the server with SIGTERM.
func (p *program) stop() {
	p.t.Helper()
	if err := p.Signal(syscall.SIGTERM); err != nil {
		p.t.Error(err)
	}
	if err := p.Wait(); err != nil {
		p.t.Errorf("the server ended with %v\n%s", err, p.said())
	}
}

// leave ends a server of the previous version with SIGTERM. At times it ends with an error, because it interrupts the
// connection of its lock when it closes it.
func (p *program) leave() {
	p.t.Helper()
	if err := p.Signal(syscall.SIGTERM); err != nil {
		p.t.Error(err)
	}
	if err := p.Wait(); err != nil {
		p.t.Logf("the previous version ended with %v\n%s", err, p.said())
	}
}

// TestUpgrade goes from the previous version, which works alone, to this one, to a later one that works next to it, and
// to one that waits until this one has stopped, because its tables would not serve it. Gauges send all the time. An
// older one that starts afterwards says why it cannot.
func TestUpgrade(t *testing.T) {
	const levels = "-X plumbline/internal/platform/cluster.level=%s -X plumbline/internal/platform/cluster.oldest=%s"
	previous, current := buildPrevious(t), build(t, root, "current")
	next := build(t, root, "next", "-ldflags", fmt.Sprintf(levels, "2", "1"))
	last := build(t, root, "last", "-ldflags", fmt.Sprintf(levels, "3", "2"))
	in := newInstallation(t, history)
	in.run(previous, "--demo").waitReady().leave()
	in.seed(2, 2) // which changes the tables to those of this version

	old := in.run(previous).waitReady()
	tr := in.traffic(&old.server)
	tr.more(200)
	second := in.run(current)
	second.waits("a Plumbline server that works alone uses this database")
	tr.more(200)
	old.leave()
	tr.to(&second.server)
	second.waitReady()
	tr.more(200)
	in.run(previous).refuses("another Plumbline server works on this database")

	third := in.run(next).waitReady() // next to the second
	tr.to(&second.server, &third.server)
	tr.more(400)
	fourth := in.run(last)
	fourth.waits("servers of an older version still work on the database")
	tr.more(200)
	tr.to(&third.server)
	second.stop()
	fourth.waitReady() // next to the third
	tr.to(&third.server, &fourth.server)
	tr.more(400)
	in.run(current).refuses("this version of Plumbline is too old for the database")
	tr.to(&fourth.server)
	third.stop()
	tr.more(200)
	tr.stop()
	fourth.stop()

	in.lower()
	db := in.open()
	defer db.Close()
	rest := in.run(current).waitReady()
	in.settle(db)
	rest.stop()
	in.compare(db, tr.acknowledged)
	t.Logf("%d readings acknowledged, %d attempts without", tr.total.Load(), tr.refused.Load())
}

// lower lets this version read the database again, whose tables no later version has changed in fact.
func (in *installation) lower() {
	in.Helper()
	db, err := database.OpenPostgres(in.Context(), in.url)
	in.check(err)
	defer db.Close()
	in.check(db.Write(in.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(in.Context(), "UPDATE required_level SET level = 1")
		return err
	}))
}
