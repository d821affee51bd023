package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// byBrowser sends the person to the consent page, and takes what comes back:
// by the browser itself, or pasted from one on another machine.
func (a *App) byBrowser(ctx context.Context, p *auth.Prepared, o loginOptions) (*oauth.Token, error) {
	flow, listener, err := p.Endpoint.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	address := flow.URL(p.Ask)
	opened := false
	if !o.noBrowser && a.hasBrowser() {
		opened = a.openBrowser(ctx, address) == nil
	}
	if opened {
		fmt.Fprintf(a.Err, "The browser opens the consent page. If it does not, open this address:\n\n  %s\n\n", text.Line(address))
	} else {
		fmt.Fprintf(a.Err, "Open this address in a browser, here or on another machine:\n\n  %s\n\n", text.Line(address))
	}
	if a.InTTY || !opened {
		fmt.Fprintln(a.Err, "On another machine the browser ends at a page that it can't load: paste its whole address here.")
		go a.readPaste(flow)
	}
	return flow.Wait(ctx)
}

// maxPaste bounds one pasted line, in bytes.
const maxPaste = 16 << 10

// readPaste offers each line of standard input to the flow, until one fits.
// Its end means nothing: the browser may still come back. The read can't be
// cancelled; it ends with the process.
func (a *App) readPaste(flow *oauth.Flow) {
	lines := bufio.NewReaderSize(a.In, maxPaste)
	for {
		line, long, err := lines.ReadLine()
		if long || errors.Is(err, io.EOF) && len(line) == 0 || err != nil {
			return
		}
		if strings.TrimSpace(string(line)) == "" {
			continue
		}
		if perr := flow.Paste(string(line)); perr == nil {
			return
		} else if f := fault.Of(perr); f != nil {
			a.printFailure(f.Code, f.Message, f.Hint)
		}
	}
}

// hasBrowser says whether a browser that opens here would be seen by the
// person at the terminal.
func (a *App) hasBrowser() bool {
	switch {
	case !a.ErrTTY, a.Getenv("SSH_CONNECTION") != "", a.Getenv("SSH_TTY") != "":
		return false
	case runtime.GOOS == "darwin" || runtime.GOOS == "windows", a.Getenv("BROWSER") != "":
		return true
	}
	return a.Getenv("DISPLAY") != "" || a.Getenv("WAYLAND_DISPLAY") != ""
}

// openBrowser starts the browser of $BROWSER, else the system's. No shell
// reads the address.
func (a *App) openBrowser(ctx context.Context, address string) error {
	words := strings.Fields(a.Getenv("BROWSER"))
	if len(words) == 0 {
		switch runtime.GOOS {
		case "darwin":
			words = []string{"open"}
		case "windows":
			words = []string{"rundll32", "url.dll,FileProtocolHandler"}
		default:
			words = []string{"xdg-open"}
		}
	}
	// The browser lives on after this command, so it does not end with ctx.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), words[0], append(words[1:], address)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}

// byDevice shows a code to type on another device.
func (a *App) byDevice(ctx context.Context, p *auth.Prepared) (*oauth.Token, error) {
	d, err := p.Endpoint.BeginDevice(ctx, p.Ask)
	if oauth.CodeOf(err) == "invalid_scope" && p.Endpoint.Provider.IsGoogle() {
		return nil, fault.Wrap(err, fault.NotSupported, "Google's sign-in by device code does not grant scopes of Workspace").
			WithHint("use --no-browser: open the address on another machine and paste where it ends")
	}
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.Err, "On another device open\n\n  %s\n\nand type the code %s\n", text.Line(d.URL), text.Line(d.UserCode))
	return p.Endpoint.WaitDevice(ctx, d)
}
