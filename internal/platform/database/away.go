package database

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrAway means that the database is known to be unreachable.
var ErrAway = errors.New("the database is unreachable")

// awayCodes are the SQLSTATEs of a server that is stopping, starting, a standby, or full.
var awayCodes = map[string]bool{
	"57P01": true, "57P02": true, "57P03": true, // shutting down, crashed, cannot connect now
	"53300": true, // too many connections
	"25006": true, // read only: the former primary is now a standby
}

// Away reports whether an error means that the database is currently unreachable, so that a retry may succeed.
func Away(err error) bool {
	if err == nil {
		return false
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return awayCodes[refused.Code] || strings.HasPrefix(refused.Code, "08")
	}
	var connecting *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, ErrAway) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		strings.HasSuffix(err.Error(), "conn closed")
}
