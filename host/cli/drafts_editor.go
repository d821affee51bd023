package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// editByHand lets a person change a draft's arguments, as JSON, in an editor of
// theirs. It gives the draft as it is then: d itself where nothing was changed.
// What can't be used is told, and opened again if the person wants, so that no
// typing is lost.
func (a *App) editByHand(ctx context.Context, d *draft.Draft) (*draft.Draft, error) {
	editor := firstSet(a.Getenv("VISUAL"), a.Getenv("EDITOR"))
	if editor == "" {
		return nil, fault.New(fault.Usage, "neither VISUAL nor EDITOR names an editor").
			WithHint("set one, or change the draft with wslite drafts edit %s --set KEY=VALUE", d.ID)
	}
	t, s, err := a.toolOf(d)
	if err != nil {
		return nil, err
	}
	before, err := jsonText(storedArgs(d))
	if err != nil {
		return nil, err
	}
	file, remove, err := privateFile(d.ID, before)
	if err != nil {
		return nil, err
	}
	defer remove()
	for {
		if err := a.openEditor(ctx, editor, file); err != nil {
			return nil, err
		}
		after, err := readEdited(file, a.files())
		if err == nil && after == before && !changes(d, storedArgs(d)) {
			return d, nil
		}
		var args map[string]any
		if err == nil {
			args, err = s.Parse(t, schema.Flags{ParamsJSON: &after}, noFiles{})
		}
		if err == nil && !changes(d, args) {
			return d, nil
		}
		if err == nil {
			var edited *draft.Draft
			if edited, err = a.editDraft(ctx, d, args); err == nil {
				return edited, nil
			}
		}
		if ctx.Err() != nil || !a.again(ctx, err) {
			return nil, err
		}
	}
}

// again tells what is wrong with an edit and asks whether to go on with it.
// Nothing can be mended in an editor where the draft itself has moved on.
func (a *App) again(ctx context.Context, err error) bool {
	f := asFault(err)
	switch f.Code {
	case fault.DraftStale, fault.DraftRefused, fault.IdentityMismatch, fault.StoreUnavailable, fault.AuditUnavailable:
		return false
	}
	p := a.prompter()
	if p == nil {
		return false
	}
	a.printFailure(f.Code, f.Message, f.Hint)
	yes, err := p.Confirm(ctx, "Open the editor again?")
	return err == nil && yes
}

// openEditor runs the person's editor on a file and waits for it. Its output goes
// where the terminal is: standard output is for results alone.
func (a *App) openEditor(ctx context.Context, editor, file string) error {
	cmd := editorCommand(ctx, editor, file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.In, a.Err, a.Err
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return fault.New(fault.Interrupted, "interrupted in the editor; nothing was changed")
	case errors.As(err, &exit):
		return fault.New(fault.Client, "the editor ended with status %d; nothing was changed", exit.ExitCode())
	case err != nil:
		return fault.Wrap(err, fault.Client, "the editor %q can't be started", text.Line(editor)).
			WithHint("VISUAL or EDITOR names it")
	}
	return nil
}

// editorCommand reads the variable as other programs do: a command line of the
// shell, before the name of the file.
func editorCommand(ctx context.Context, editor, file string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		words := append(strings.Fields(editor), file)
		return exec.CommandContext(ctx, words[0], words[1:]...)
	}
	return exec.CommandContext(ctx, "/bin/sh", "-c", editor+` "$1"`, "editor", file)
}

// privateFile writes text to a file that only the user can read, in a directory
// of its own: editors leave copies beside what they edit.
func privateFile(name, content string) (file string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "wslite-")
	if err != nil {
		return "", nil, fault.Wrap(err, fault.Client, "no directory for the editor can be made")
	}
	remove = func() { os.RemoveAll(dir) }
	file = filepath.Join(dir, name+".json")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		remove()
		return "", nil, fault.Wrap(err, fault.Client, "the file for the editor can't be written")
	}
	return file, remove, nil
}

// readEdited gives the text of the file as it is now.
func readEdited(file string, files schema.Files) (string, error) {
	raw, err := files.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return "", fault.New(fault.Usage, "the editor has removed the file; nothing was changed")
	}
	if err != nil {
		return "", err
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	v, err := schema.ParseJSON(raw)
	if err != nil {
		return "", fault.New(fault.Usage, "what the editor left is no JSON: %v", err)
	}
	if _, isObject := v.(map[string]any); !isObject {
		return "", fault.New(fault.Usage, "what the editor left is no JSON object")
	}
	return string(raw), nil
}

// noFiles reads none: what stands in the editor is JSON and names no source.
type noFiles struct{}

func (noFiles) ReadFile(string) ([]byte, error) { return nil, io.ErrUnexpectedEOF }

func firstSet(values ...string) string {
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			return v
		}
	}
	return ""
}
