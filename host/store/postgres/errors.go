package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/wslite/wslite/host/fault"
)

// transient says that the server undid the transaction because of another one.
// These two states are the only ones that are repeated. Source: W145.
func transient(err error) bool {
	s := state(err)
	return s == "40001" || s == "40P01"
}

// state is the server's SQLSTATE; "" for an error that is not the server's.
func state(err error) string {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe.Code
	}
	return ""
}

// cause is what stays of an error: its SQLSTATE. The driver's own words hold
// the user and the server's answer, which may repeat values.
type cause string

func (c cause) Error() string {
	if c == "" {
		return "no answer of the server"
	}
	return "SQLSTATE " + string(c)
}

// said is what a state means and what to do about it. A key of two characters
// is for all states of that class that are not listed.
var said = map[string][2]string{
	"28": {"refused the sign-in", "check the user and password of the address, and that the server lets this machine in (pg_hba.conf)"},
	"3D": {"has no such database", "create it, or correct the address"},
	"3F": {"has no such schema", "let an administrator create it, or correct store.schema"},
	"42": {"has tables that are not as this program made them", "somebody changed the schema; restore it, or name another with store.schema"},
	"23": {"refused a record that breaks a rule of the tables", "somebody changed the schema; restore it, or name another with store.schema"},
	"53": {"has no room left", "look at its disk, memory and number of connections, then repeat the call"},
	"54": {"refused a record as too large", "raise the server's limits, or send less"},
	"57": {"is shutting down, starting or was interrupted", "repeat the call when it runs"},
	"58": {"reports a fault of its disk or system", "look at the server's log"},
	"XX": {"reports that its data is damaged", "look at the server's log and restore a copy"},
	"08": {"lost the connection", "repeat the call"},
	"25": {"is read-only", "give the address of the server that takes writes (target_session_attrs=read-write)"},

	"42501": {"does not let this user do that", "let an administrator grant the rights: CREATE on the database, or CREATE and USAGE on the schema and its tables"},
	"53100": {"has a full disk", "make room on it and repeat the call"},
	"53300": {"has no connection left", "raise max_connections or end some, then repeat the call"},
	"55P03": {"kept a record locked for too long", "end the process that holds it, or repeat the call"},
	"57014": {"interrupted the call: it took too long", "look whether the server is overloaded, then repeat the call"},
	"40001": {"undid the call again and again because of others", "repeat the call"},
	"40P01": {"undid the call again and again because of others", "repeat the call"},
	"25P03": {"ended a call that stood still for too long", "repeat the call"},
}

// explain says what is wrong with the server, and what to do. Nothing of the
// address but host, port and database is shown.
func (s *server) explain(err error) error {
	code := state(err)
	words, ok := said[code]
	if !ok && len(code) == 5 {
		words, ok = said[code[:2]]
	}
	if !ok {
		words = unanswered(err)
	}
	if code != "" && !ok {
		words = [2]string{"refused the call", "look at the server's log"}
	}
	e := fault.Wrap(cause(code), fault.StoreUnavailable, "%s %s.", s.name, words[0]).WithHint("%s", words[1])
	if code != "" {
		e.Message = strings.TrimSuffix(e.Message, ".") + " (SQLSTATE " + code + ")."
	}
	return e
}

// unanswered tells why there is no answer of the server.
func unanswered(err error) [2]string {
	var dns *net.DNSError
	var op *net.OpError
	var unknown x509.UnknownAuthorityError
	var wrongName x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &dns):
		return [2]string{"can't be found: its host's name has no address", "check the name in the address and the network"}
	case errors.As(err, &unknown), errors.As(err, &wrongName), errors.As(err, &invalid):
		return [2]string{"has a certificate that is not trusted", "give its authority with sslrootcert, or correct the host's name"}
	case errors.As(err, &record), strings.Contains(err.Error(), "server refused TLS connection"): // pgx has no value for it
		return [2]string{"does not speak TLS", "check the port; sslmode says whether TLS is asked for"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return [2]string{"can't be reached: the connection is refused", "start the server, or correct host and port"}
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.EACCES):
		return [2]string{"can't be reached: its socket does not exist or may not be used", "start the server, or correct the address"}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &op) && op.Timeout():
		return [2]string{"did not answer in time", "check the network and the server, then repeat the call"}
	case errors.As(err, &op) && op.Op == "dial":
		return [2]string{"can't be reached", "check host, port and the network"}
	}
	return [2]string{"lost the connection", "check the server and the network, then repeat the call"}
}
