package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// maxCredentials bounds a client's or a key's file, in bytes.
const maxCredentials = 64 << 10

func (a *App) authCredentialsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "credentials <FILE|->",
		Short: "Store the OAuth client to sign in with",
		Long: `Store the OAuth client to sign in with: the JSON file that Google's console gives
for a client of the type "Desktop app", or any JSON object with client_id and
client_secret. "-" reads it from standard input, so that it need not lie in a
file. The secret goes to the same store as tokens; it is never taken from the
command line.

WSLITE_OAUTH_CLIENT_FILE names such a file instead, for a machine that should
keep nothing.

Exit codes: 0 stored, 1 the file can't be used, 4 usage.`,
		Example: "  wslite auth credentials client_secret.json\n  wslite auth credentials - < client_secret.json",
		Args:    exactArgs(1, "one file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.authCredentials(cmd, args[0])
		},
	}
}

func (a *App) authCredentials(cmd *cobra.Command, file string) error {
	m, err := a.manager(cmd)
	if err != nil {
		return err
	}
	data, err := a.readSecretFile(file)
	if err != nil {
		return err
	}
	client, err := oauth.ParseClient(data)
	if err != nil {
		return err
	}
	store, err := m.SetClient(cmd.Context(), client)
	if err != nil {
		return err
	}
	if a.globals.JSON {
		var o object
		o.add("ok", true)
		o.add("clientId", client.ID)
		o.add("store", store)
		return writeJSON(a.Out, o)
	}
	if file != "-" {
		a.note("the file is no longer needed; keep it somewhere safe or remove it")
	}
	_, err = fmt.Fprintf(a.Out, "Stored the OAuth client %s (%s store). Next: wslite auth login\n", client.Name(), store)
	return err
}

// readSecretFile reads a file that a person named, or standard input.
func (a *App) readSecretFile(file string) ([]byte, error) {
	if file != "-" {
		return safefile.ReadAny(file, maxCredentials)
	}
	data, err := io.ReadAll(io.LimitReader(a.In, maxCredentials+1))
	switch {
	case err != nil:
		return nil, fault.Wrap(err, fault.Client, "standard input can't be read")
	case len(data) > maxCredentials:
		return nil, fault.New(fault.LimitExceeded, "standard input holds more than %d bytes", maxCredentials)
	}
	return data, nil
}
