package secret

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"
)

const secretService = "org.freedesktop.secrets"

// probe looks for a Secret Service on the session's bus. Without the address
// of a bus it looks no further: the libraries would start one of their own,
// which nobody listens on.
func probe(ctx context.Context, getenv func(string) string, limit time.Duration) reach {
	if getenv("DBUS_SESSION_BUS_ADDRESS") == "" {
		// The address that is taken where the variable is not set.
		dir := getenv("XDG_RUNTIME_DIR")
		if dir == "" {
			return absent
		}
		if _, err := os.Stat(filepath.Join(dir, "bus")); err != nil {
			return absent
		}
	}
	answer := make(chan reach, 1)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	go func() { answer <- ask(ctx) }()
	select {
	case r := <-answer:
		return r
	case <-ctx.Done():
		return mute
	}
}

func ask(ctx context.Context) reach {
	conn, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		if ctx.Err() != nil {
			return mute
		}
		return absent
	}
	defer conn.Close()
	for _, method := range []string{"ListNames", "ListActivatableNames"} {
		var names []string
		err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus."+method, 0).Store(&names)
		switch {
		case err != nil && ctx.Err() != nil:
			return mute
		case err == nil && slices.Contains(names, secretService):
			return present
		}
	}
	return absent
}

// patient says whether someone may be there to unlock the keyring in a window.
func patient(getenv func(string) string) bool {
	return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
}
