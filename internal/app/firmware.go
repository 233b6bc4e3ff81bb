package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
)

// fetchFirmware opens an upgrade link for a demo device, which runs in this process and trusts no certificate.
func (s *Server) fetchFirmware(ctx context.Context, link string) ([]byte, error) {
	at, err := url.Parse(link)
	if err != nil {
		return nil, fmt.Errorf("link of a firmware file: %w", err)
	}
	parts := strings.Split(at.Path, "/") // /api/softwares/ID/file
	if len(parts) != 5 {
		return nil, fmt.Errorf("link of a firmware file: %q", at.Path)
	}
	id, err := strconv.ParseInt(parts[3], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("link of a firmware file: %w", err)
	}
	until, err := strconv.ParseInt(at.Query().Get("until"), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("link of a firmware file: %w", err)
	}
	_, content, err := s.Firmware.Open(ctx, id, until, at.Query().Get("sign"))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(content)
	return data, errors.Join(err, content.Close())
}
