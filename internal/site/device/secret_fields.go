package device

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
)

// Mask replaces a secret when a block is shown. Sending it back keeps the secret.
const Mask = "••••••"

// sealedMark is the prefix of a secret in a stored block: it is sealed with the key of the installation, so that a
// copy of the database reveals nothing.
const sealedMark = "sealed:"

// blockOwner binds sealed values to blocks of devices: they cannot be opened for anything else.
var blockOwner = []byte("block of a device")

// secretField is a secret field of a block.
type secretField struct {
	path  string
	value *string
	// to is where the secret is sent: a kept secret stays with its host, so that nobody can send it elsewhere without
	// knowing it.
	to string
}

func basicSecrets(b *definition.Basic) []secretField {
	fields := []secretField{{"validationCode", &b.ValidationCode, ""}}
	if b.BaseStation != nil {
		fields = append(fields, secretField{"baseStation.password", &b.BaseStation.Password, address(*b.BaseStation)})
	}
	return fields
}

func resolveSecrets(r *Resolve) []secretField {
	if r.RTCM == nil {
		return nil
	}
	return []secretField{{"rtcm.password", &r.RTCM.Password, address(r.RTCM.Endpoint)}}
}

func linkSecrets(l *Link) []secretField {
	return []secretField{{"password", &l.Password, l.Dial}}
}

func address(e definition.Endpoint) string { return fmt.Sprintf("%s:%d", e.IP, e.Port) }

// OpenField decrypts a secret of a block.
func OpenField(v *secrets.Vault, held string) (string, error) {
	sealed, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(held, sealedMark))
	if err != nil {
		return "", fmt.Errorf("secret of a block: %w", err)
	}
	return v.Open(blockOwner, sealed)
}

// withSecrets decodes the block of an aspect with secrets and returns their fields; nil for other aspects.
func withSecrets(aspect definition.DeviceAspect, value json.RawMessage) (block any, opened []secretField, err error) {
	read := func(into any) error {
		if len(value) == 0 {
			return nil
		}
		if err := json.Unmarshal(value, into); err != nil {
			return fmt.Errorf("%s: %w", aspect, err)
		}
		return nil
	}
	switch aspect {
	case definition.AspectBasic:
		var basic definition.Basic
		err = read(&basic)
		return &basic, basicSecrets(&basic), err
	case AspectResolve:
		var resolve Resolve
		err = read(&resolve)
		return &resolve, resolveSecrets(&resolve), err
	case AspectLink:
		var link Link
		err = read(&link)
		return &link, linkSecrets(&link), err
	}
	return nil, nil, nil
}

// seal seals the new secrets of a value; masked ones are kept from before.
func (s *Service) seal(aspect definition.DeviceAspect, value, before json.RawMessage) (json.RawMessage, error) {
	block, opened, err := withSecrets(aspect, value)
	if err != nil || block == nil {
		return value, err
	}
	_, old, err := withSecrets(aspect, before)
	if err != nil {
		return nil, err
	}
	kept := map[string]string{}
	for _, field := range old {
		kept[field.path+" "+field.to] = *field.value
	}
	changed := false
	for _, field := range opened {
		switch held := kept[field.path+" "+field.to]; {
		case *field.value == "":
			continue
		case *field.value != Mask:
		case held == "":
			return nil, errs.OnField(field.path, errs.SecretAnew)
		case strings.HasPrefix(held, sealedMark):
			*field.value, changed = held, true
			continue
		default: // stored before secrets were sealed
			*field.value = held
		}
		sealed, err := s.vault.Seal(blockOwner, *field.value)
		if err != nil {
			return nil, err
		}
		*field.value, changed = sealedMark+base64.StdEncoding.EncodeToString(sealed), true
	}
	if !changed {
		return value, nil
	}
	return json.Marshal(block)
}

// shown returns a value with masked secrets.
func shown(aspect definition.DeviceAspect, value json.RawMessage) (json.RawMessage, error) {
	block, opened, err := withSecrets(aspect, value)
	if err != nil || block == nil || len(value) == 0 {
		return value, err
	}
	changed := false
	for _, field := range opened {
		if *field.value != "" {
			*field.value, changed = Mask, true
		}
	}
	if !changed {
		return value, nil
	}
	return json.Marshal(block)
}

// WithoutSecrets returns the value of an aspect without its secrets, for exports.
func WithoutSecrets(aspect definition.DeviceAspect, value json.RawMessage) (json.RawMessage, error) {
	block, opened, err := withSecrets(aspect, value)
	if err != nil || block == nil {
		return value, err
	}
	for _, field := range opened {
		*field.value = ""
	}
	return json.Marshal(block)
}
