package setup

import (
	"context"
	"errors"
	"fmt"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
)

// forbidden is what a proxy answers that has issued its token already.
const forbidden = "FORBIDDEN"

// bootstrapper fetches a service's token and stores it. The setup key is sent
// only to an address that answered as the service's own proxy, and only when
// it is certain that the token can be stored.
func bootstrapper(service string, h Health) func(context.Context, Repair) (string, error) {
	return func(ctx context.Context, r Repair) (string, error) {
		if h != Healthy {
			return "", fault.New(fault.Client, "the setup key was not sent: what answers at %s is no healthy %s proxy", appsscript.URLName(service), service)
		}
		if err := r.Checkout.CanWriteEnv(); err != nil {
			return "", err
		}
		key, err := r.Checkout.Secret(service)
		if err != nil {
			return "", err
		}
		token, err := r.fetchToken(ctx, service, key)
		if err != nil {
			return "", err
		}
		// From here on nothing stops for an interrupt: the proxy gives its
		// token once.
		if err := r.store(service, token); err != nil {
			return "", fault.Wrap(err, fault.CodeOf(err), "the proxy issued a token, but it could not be stored: %s", messageOf(err))
		}
		return "stored in .env, which only you can read; load it before the next call (. ./.env)", nil
	}
}

func (r Repair) fetchToken(ctx context.Context, service, key string) (string, error) {
	answer, err := r.Proxy.Bootstrap(ctx, service, key, false)
	if err != nil {
		return "", lost(ctx, err)
	}
	if !answer.Success && answer.Error.Code == forbidden {
		if answer, err = r.rotate(ctx, service, key); err != nil {
			return "", err
		}
	}
	if !answer.Success {
		return "", fault.New(fault.Client, "the proxy refused: %s %s", clean(answer.Error.Code, 60), clean(answer.Error.Message, 200))
	}
	data, _ := answer.Data.(map[string]any)
	token, _ := data["token"].(string)
	if token == "" {
		return "", fault.New(fault.MalformedResponse, "the proxy's answer holds no token")
	}
	return token, nil
}

// rotate asks a person, whatever --yes says: it locks out everybody who uses
// the token that the proxy has.
func (r Repair) rotate(ctx context.Context, service, key string) (*envelope.Response, error) {
	if r.Prompter == nil {
		return nil, fault.New(fault.ConfirmationRequired, "the proxy has issued its token already; only an answer at a terminal lets repair rotate it").
			WithHint("set %s to that token, or run repair at a terminal", primaryName(service))
	}
	yes, err := r.Prompter.Confirm(ctx, fmt.Sprintf("The %s proxy has issued its token already. A new one makes the old one void wherever it is in use.\nRotate the token?", service))
	if err != nil {
		return nil, err
	}
	if !yes {
		return nil, fault.New(fault.ConfirmationRequired, "the token was not rotated")
	}
	answer, err := r.Proxy.Bootstrap(ctx, service, key, true)
	if err != nil {
		return nil, lost(ctx, err)
	}
	return answer, nil
}

// lost words a failed request for a token. Where it may have arrived, the
// token may be issued, and nobody has it.
func lost(ctx context.Context, err error) error {
	if fault.CodeOf(err) == fault.OutcomeUnknown {
		f := fault.Wrap(err, fault.OutcomeUnknown, "the proxy was asked for a token and its answer was lost: it may have issued one that nobody holds").
			WithHint("run repair again; if the proxy has one by then, rotate it")
		if errors.Is(ctx.Err(), context.Canceled) {
			f.Code = fault.Interrupted
		}
		return f
	}
	return err
}

// store puts the token into .env, and the address where no line gives it.
func (r Repair) store(service, token string) error {
	env, err := r.Checkout.Env()
	if err != nil {
		return err
	}
	urlName := appsscript.URLName(service)
	if v, _ := env.Value(urlName); v == "" {
		if env, err = env.Put(urlName, r.Getenv(urlName)); err != nil {
			return err
		}
	}
	if env, err = env.Put(primaryName(service), token); err != nil {
		return err
	}
	return r.Checkout.WriteEnv(env)
}
