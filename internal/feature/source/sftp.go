package source

import (
	"bytes"
	"context"
	"errors"
	"net"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"plumbline/internal/platform/errs"
)

// remote is a folder of another machine.
type remote struct {
	*sftp.Client
	conn   net.Conn
	folder string
}

func (f *FileSettings) checkSFTP(refused *errs.Refusals, secrets []string) {
	if host, port, err := net.SplitHostPort(f.Address); f.Address != "" && (err != nil || host == "" || port == "") {
		refused.Add("address", errs.SFTPAddress)
	}
	if f.HostKey != "" {
		if _, _, _, _, err := ssh.ParseAuthorizedKey([]byte(f.HostKey)); err != nil {
			refused.Add("hostKey", errs.HostKeyInvalid)
		}
	}
	if slices.Contains(secrets, "password") == slices.Contains(secrets, "privateKey") {
		refused.Add("user", errs.SFTPSecret)
	}
}

// dialSFTP signs in at another machine, whose key must be the one in the settings.
func (s *Service) dialSFTP(ctx context.Context, src *Source, secrets map[string]string) (place, error) {
	f := src.Settings.Files
	auth := []ssh.AuthMethod{ssh.Password(secrets["password"])}
	if key := secrets["privateKey"]; key != "" {
		signer, err := ssh.ParsePrivateKey([]byte(key))
		if err != nil {
			return nil, errs.Wrap(err, errs.SignInRefused)
		}
		auth = []ssh.AuthMethod{ssh.PublicKeys(signer)}
	}
	conn, err := s.outbound.Dial(ctx, src.CorporationID, f.Address)
	if err != nil {
		return nil, withoutAddress(err)
	}
	_ = conn.SetDeadline(time.Now().Add(connectWithin)) // of an open connection
	checked := &pinned{want: f.HostKey}
	signedIn, channels, requests, err := ssh.NewClientConn(conn, f.Address, &ssh.ClientConfig{
		User: f.User, Auth: auth, HostKeyCallback: checked.check, HostKeyAlgorithms: checked.algorithms(),
	})
	if err != nil {
		_ = conn.Close()
		switch {
		case checked.refused != nil:
			return nil, checked.refused
		case strings.Contains(err.Error(), "unable to authenticate"):
			return nil, errs.Wrap(err, errs.SignInRefused)
		}
		return nil, errs.Wrap(err, errs.SourceUnreachable)
	}
	_ = conn.SetDeadline(time.Now().Add(maxRun))
	client, err := sftp.NewClient(ssh.NewClient(signedIn, channels, requests))
	if err != nil {
		return nil, errs.Wrap(errors.Join(err, conn.Close()), errs.SourceUnreachable)
	}
	return &remote{client, conn, f.Folder}, nil
}

// pinned compares the key of a machine with that in the settings.
type pinned struct {
	want    string
	refused error
}

func (p *pinned) key() ssh.PublicKey {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(p.want))
	if err != nil {
		return nil
	}
	return key
}

// algorithms are those of the key, so that the machine shows that one; nil: any.
func (p *pinned) algorithms() []string {
	key := p.key()
	switch {
	case key == nil:
		return nil
	case key.Type() == ssh.KeyAlgoRSA:
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	}
	return []string{key.Type()}
}

func (p *pinned) check(_ string, _ net.Addr, shown ssh.PublicKey) error {
	if key := p.key(); key != nil && bytes.Equal(key.Marshal(), shown.Marshal()) {
		return nil
	}
	p.refused = errs.New(errs.HostKeyWrong, "key", strings.TrimSpace(string(ssh.MarshalAuthorizedKey(shown))))
	return p.refused
}

func (r *remote) list() (found []listed, err error) {
	entries, err := r.ReadDir(r.folder)
	if err != nil {
		return nil, errs.Wrap(err, errs.FolderMissing, "folder", r.folder)
	}
	for _, about := range entries {
		if about.Mode().IsRegular() {
			found = append(found, listed{about.Name(), about.Size(), modified(about.ModTime())})
		}
	}
	return found, nil
}

func (r *remote) open(name string) (content, error) {
	file, err := r.Open(path.Join(r.folder, name))
	if err != nil {
		return nil, errs.Wrap(err, errs.SourceUnreachable)
	}
	return file, nil
}

func (r *remote) Close() error { return errors.Join(r.Client.Close(), r.conn.Close()) }
