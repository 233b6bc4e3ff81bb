package tcp_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/process"
)

// top leads to the top of the project.
const top = "../../../.."

// start starts a program until the test ends.
func start(t *testing.T, command *exec.Cmd) *process.Process {
	t.Helper()
	command.Stderr = t.Output()
	command.WaitDelay = time.Second // programs that it started may keep the output open
	p, err := process.Start(command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Stop(syscall.SIGTERM) })
	return p
}

// socat plays the DTU, and 16 instruments of modbus-serial are on its serial line: nothing in between is ours. All are
// read, a clock is set, and an instrument that is not there is refused in its words.
func TestInstrumentsOfModbusSerialBehindSocat(t *testing.T) {
	folder := peers.Need(t, top, "socat", "node")
	const units, absent, first = 16, 17, 100
	r := open(t, tcp.Port{})
	for unit := int32(1); unit <= absent; unit++ {
		id := int64(first + unit)
		r.Devices.Change(id, func(d *ingest.Device) {
			d.CorporationID, d.ProjectID, d.TimeZone, d.Kind = 1, 1, "Asia/Shanghai", catalog.MeasuringDevice
			d.Connection = timeline.Of([]timeline.Version[definition.Connection]{{Value: definition.Connection{CollectorID: dtu, ChannelNo: unit}}})
			d.Links = link(device.Link{Protocol: "modbus", Profile: []byte(`{"preset":"vw","channels":1}`)})
		})
		if err := r.Directory().Refresh(t.Context(), []int64{id}); err != nil {
			t.Fatal(err)
		}
	}
	line := filepath.Join(t.TempDir(), "line")
	start(t, exec.CommandContext(t.Context(), "socat", "PTY,raw,echo=0,wait-slave,link="+line, "TCP:"+r.server.Addresses()[0]))
	for t.Context().Err() == nil {
		if _, err := os.Stat(line); err == nil {
			break
		}
		await.Pause()
	}
	slave := exec.CommandContext(t.Context(), "node", filepath.Join(folder, "slave.mjs"), line, registered)
	output, err := slave.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, slave)
	r.online(registered)
	order := func(unit int, kind command.Kind) command.Answer {
		t.Helper()
		way := command.Way{Gateway: dtu, Instrument: int64(first + unit), Register: registered, ChannelNo: int32(unit)}
		c := command.Command{ID: int64(unit), DeviceID: int64(first + unit), GatewayID: dtu, Kind: kind, ChannelNo: int32(unit)}
		if !r.server.Execute(way, c) {
			t.Fatal("the DTU is not connected")
		}
		return <-r.answers
	}
	for unit := 1; unit <= units; unit++ {
		if a := order(unit, command.Read); a.Code != command.OK {
			t.Errorf("unit %d answered %+v", unit, a)
		}
		r.expect(dtu, int32(unit), fmt.Sprintf("received freq=%d temp=%.5g", 2000+unit, 10+float64(unit)/2))
	}
	if a := order(absent, command.Read); a.Code != command.BadParameter || a.Message == "" {
		t.Errorf("an absent unit answered %+v", a)
	}
	if a := order(3, command.SetTime); a.Code != command.OK {
		t.Errorf("the clock: %+v", a)
	}
	written := bufio.NewScanner(output)
	for register := range 3 {
		var unit, at, value int
		if !written.Scan() {
			t.Fatal("the slave saw no clock")
		}
		if _, err := fmt.Sscan(written.Text(), &unit, &at, &value); err != nil || unit != 3 || at != 0x0100+register {
			t.Errorf("the slave saw %q", written.Text())
		}
	}
}
