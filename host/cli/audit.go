package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
)

// auditCommand reads the log of what was tried. No command changes it.
func (a *App) auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Read, verify and export the log of what was tried and what became of it",
		Long: `wslite keeps a log of every call that changes something: who made it, from where,
with which tool and class, what the policy said, where the yes came from, and what
became of it. Refusals, dry runs and what was done to drafts stand there, too. It
holds no contents: no parameter, no text, no recipient and no file's name.

  wslite audit list              the newest entries
  wslite audit show 42           one of them, with what belongs to it
  wslite audit verify            whether somebody changed the log
  wslite audit export            all of it, for other programs

Each line holds the hash of the one before it, so that a line that was edited,
dropped or moved is found. (What the set-up of proxies allows is another thing:
wslite security audit.)`,
		GroupID: "manage",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return helpOnStderr(cmd) },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := cmd.Root().PersistentPreRunE(cmd, args); err != nil {
				return err
			}
			return a.noExtra(cmd, "dry-run", "draft", "params-json", "idempotency-key", "local", "account", "yes")
		},
	}
	cmd.PersistentFlags().String("dir", "", "read the log in this `DIR`, as one that was put aside (audit.dir unless given)")
	cmd.AddCommand(a.auditListCommand(), a.auditShowCommand(), a.auditVerifyCommand(), a.auditExportCommand())
	return cmd
}

// auditDir is the directory of the log that a command is about. One that a
// person names must be there; the own one may not be, as long as nothing was
// logged.
func (a *App) auditDir(cmd *cobra.Command) (string, error) {
	if cmd.Flags().Changed("dir") {
		dir, err := cmd.Flags().GetString("dir")
		if err != nil {
			return "", err
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", fault.Wrap(err, fault.Usage, "--dir: the current directory is gone")
		}
		if info, err := os.Stat(abs); dir == "" || err != nil || !info.IsDir() {
			return "", fault.New(fault.Usage, "--dir: there is no directory %q", dir)
		}
		return abs, nil
	}
	c, err := a.config()
	if err != nil {
		return "", err
	}
	if c.Audit.Dir == "" {
		if _, err := c.RequireState(); err != nil {
			return "", err
		}
	}
	return c.Audit.Dir, nil
}

// auditEntries reads entries until more says that it has enough. Damaged lines
// are counted; what can't be read at all is an error.
func auditEntries(dir string, f audit.Filter, more func(audit.Entry) (bool, error)) (damaged int, err error) {
	for e, err := range audit.Entries(dir, f) {
		if err != nil {
			if e.Line == 0 {
				return damaged, err
			}
			damaged++
			continue
		}
		if ok, err := more(e); !ok || err != nil {
			return damaged, err
		}
	}
	return damaged, nil
}

// noteDamaged tells of lines that were left out.
func (a *App) noteDamaged(damaged int) {
	if damaged > 0 {
		a.note("warning: left out of the log: %s; wslite audit verify tells more", counted(damaged, "damaged line"))
	}
}
