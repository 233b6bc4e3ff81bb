package device

import (
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
)

func TestLinkNamesWhatIsWrong(t *testing.T) {
	s := &Service{}
	s.SetProtocols(func(Device, Link) error { return errs.OnField("protocol", errs.ProtocolUnknown, "allowed", "json") })
	err := s.checkLink(Device{}, Link{
		Registration: "4x", NeedsSecret: true, Heartbeat: strings.Repeat("00", 41), Address: 256, HeartbeatEvery: 4, Timeout: 99, Retries: 11, Gap: -2,
		Replace: "nobody", Dial: "10.1.0.5:502", Networks: []string{"10.1.0.0/16", "10.1.0.1"},
	})
	refused, ok := errs.As(err)
	if !ok {
		t.Fatal(err)
	}
	want := map[string]*errs.Message{
		"registration": errs.HexInvalid, "needsSecret": errs.Unexpected, "heartbeat": errs.TooLong, "address": errs.OutOfRange,
		"heartbeatEvery": errs.OutOfRange, "timeout": errs.OutOfRange, "retries": errs.OutOfRange, "gap": errs.OutOfRange,
		"replace": errs.NotOneOf, "dial": errs.DialInvalid, "networks[1]": errs.NetworkInvalid, "protocol": errs.ProtocolUnknown,
	}
	for _, field := range refused.Fields {
		if want[field.Name] != field.Message {
			t.Errorf("%s: %s", field.Name, field.Message.Key)
		}
		delete(want, field.Name)
	}
	for name := range want {
		t.Errorf("%s is not refused", name)
	}
	s.SetProtocols(nil)
	dialled := Link{Dial: "tcp://10.1.0.5:502"}
	if err, ok := errs.As(s.checkLink(Device{}, dialled)); !ok || err.Fields[0].Message != errs.DialRegister {
		t.Errorf("a device without a register ID is dialled: %v", err)
	}
	if err := s.checkLink(Device{Register: "GW-1"}, dialled); err != nil {
		t.Error(err)
	}
	if err := s.checkLink(Device{}, Link{Registration: "485344", Heartbeat: "4842", Networks: []string{"2001:db8::/32"}, Replace: ReplaceNetwork}); err != nil {
		t.Error(err)
	}
}
