package postgres

import (
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// encrypted takes the ways without TLS out of a configuration, for servers on
// other machines that TLS is to be tried with. PostgreSQL's own default (prefer)
// goes on in the clear with whoever says that he knows no TLS: the password, the
// drafts and their approvals would be his. Who wants that says sslmode=disable.
// Whether the server is the right one only sslmode=verify-full tells.
func encrypted(c *pgx.ConnConfig) {
	ways := append([]*pgconn.FallbackConfig{{Host: c.Host, Port: c.Port, TLSConfig: c.TLSConfig}}, c.Fallbacks...)
	type server struct {
		host string
		port uint16
	}
	tls := map[server]bool{}
	for _, w := range ways {
		if w.TLSConfig != nil {
			tls[server{w.Host, w.Port}] = true
		}
	}
	kept := ways[:0:0]
	for _, w := range ways {
		if w.TLSConfig != nil || onThisMachine(w.Host) || !tls[server{w.Host, w.Port}] {
			kept = append(kept, w)
		}
	}
	c.Host, c.Port, c.TLSConfig, c.Fallbacks = kept[0].Host, kept[0].Port, kept[0].TLSConfig, kept[1:]
}

// onThisMachine says that what is sent to a host does not leave the machine: a
// socket, or a loopback address.
func onThisMachine(host string) bool {
	if network, _ := pgconn.NetworkAddress(host, 0); network == "unix" || strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
