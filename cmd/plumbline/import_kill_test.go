package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
	"plumbline/internal/testing/process"
)

const asProgram = "PLUMBLINE_TEST_AS_PROGRAM" // makes this test binary the program

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// program is the server in its own process, on a folder that outlives it.
type program struct {
	*testing.T
	folder, url, token string
	corporation        int64
	process            *exec.Cmd
}

const programPassword = "Plumb-2026!"

func (p *program) start() {
	p.Helper()
	self, err := os.Executable()
	if err != nil {
		p.Fatal(err)
	}
	address := process.FreeAddress()
	p.url = "http://" + address
	p.process = exec.Command(self, "serve", "--data", p.folder, "--http", address, "--mqtt", process.FreeAddress())
	p.process.Env = append(os.Environ(), asProgram+"=1", "PLUMBLINE_ADMIN_PASSWORD="+programPassword)
	p.process.Stderr = os.Stderr
	if err := p.process.Start(); err != nil {
		p.Fatal(err)
	}
	var session struct {
		Token string
		User  struct{ CorporationID int64 }
	}
	for deadline := time.Now().Add(time.Minute); ; {
		body := bytes.NewReader([]byte(`{"name":"admin","password":"` + programPassword + `"}`))
		answer, err := http.Post(p.url+"/api/sessions/signin", "application/json", body)
		if err == nil {
			err = json.NewDecoder(answer.Body).Decode(&session)
			_ = answer.Body.Close()
		}
		if err == nil && session.Token != "" {
			break
		}
		if time.Now().After(deadline) {
			p.Fatalf("the server does not open: %v", err)
		}
		<-time.After(20 * time.Millisecond) // a process does not report when its port is open
	}
	p.token, p.corporation = session.Token, session.User.CorporationID
}

// kill is kill -9.
func (p *program) kill() {
	_ = p.process.Process.Kill() // it may have ended already
	_ = p.process.Wait()
}

func (p *program) do(method, path, kind string, body []byte, into any) (status int, err error) {
	r, err := http.NewRequest(method, fmt.Sprintf("%s/api/corporations/%d%s", p.url, p.corporation, path), bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", kind)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	return answer.StatusCode, err
}

// killedIn runs do and kills the server at a random moment, whether or not do has finished.
func (p *program) killedIn(within time.Duration, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	<-time.After(rand.N(within))
	p.kill()
	<-done
	p.start()
}

// TestImportIsAtomicWhenKilled kills the program while it imports devices and while it undoes the import: afterwards
// either all devices exist with their record, or none.
func TestImportIsAtomicWhenKilled(t *testing.T) {
	const devices, rounds = 500, 8
	const each = 33 // a logger and its channels
	list := make([]device.NewDevice, devices)
	for i := range list {
		list[i] = device.NewDevice{
			Device: device.Device{
				Name: fmt.Sprintf("Crack %d", i), SNCode: fmt.Sprintf("KILL-%d", i), Model: "CRK-VW",
			}, Collector: fmt.Sprintf("KILL-%d", i-i%each), ChannelNo: int32(i % each),
		}
		if i%each == 0 {
			sn := fmt.Sprintf("KILL-%d", i)
			list[i] = device.NewDevice{Device: device.Device{Name: "Logger " + sn, SNCode: sn, Register: sn, Model: "HDA3-32"}}
		}
	}
	data, err := deviceimport.Export(deviceimport.Choices{Language: "en"}, list)
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if part, err := form.CreateFormFile("file", "devices.xlsx"); err != nil {
		t.Fatal(err)
	} else if _, err := part.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	p := &program{T: t, folder: t.TempDir()}
	p.start()
	t.Cleanup(func() { p.kill() })
	// look returns the number of devices, and the import in effect.
	look := func() (count int, action int64) {
		t.Helper()
		var found struct{ Total int }
		if status, err := p.do("GET", "/devices?name=KILL-", "", nil, &found); err != nil || status != 200 {
			t.Fatal(status, err)
		}
		var actions struct {
			List []struct{ ID, UndoneAt int64 }
		}
		if status, err := p.do("GET", "/actions", "", nil, &actions); err != nil || status != 200 {
			t.Fatal(status, err)
		}
		if len(actions.List) > 0 && actions.List[0].UndoneAt == 0 {
			action = actions.List[0].ID
		}
		return found.Total, action
	}
	importAll := func() { _, _ = p.do("POST", "/devices/workbook", form.FormDataContentType(), body.Bytes(), nil) }
	began := time.Now()
	importAll()
	takes := time.Since(began)
	count, action := look()
	if count != devices || action == 0 {
		t.Fatalf("%d devices, action %d", count, action)
	}
	before, after := 0, 0
	for range rounds {
		had, standing := look()
		if had == devices {
			p.killedIn(takes, func() {
				_, _ = p.do("POST", fmt.Sprintf("/actions/%d/undo", standing), "application/json", nil, nil)
			})
		} else {
			p.killedIn(takes+takes/4, importAll)
		}
		switch now, standing := look(); {
		case now != 0 && now != devices, now == devices && standing == 0, now == 0 && standing != 0:
			t.Fatalf("%d of %d devices, import %d is in effect: half done", now, devices, standing)
		case now == had:
			before++
		default:
			after++
		}
	}
	t.Logf("an import of %d devices took %v; killed before %d times, after %d times", devices, takes.Round(time.Millisecond), before, after)
}
