package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// refusal is a failure that the service (or the plan in its place) reported.
// It becomes an answer with Success false, not a Go error.
type refusal struct {
	code    fault.Code
	message string
	// uncertain says that the change may have been made all the same.
	uncertain bool
	// changed says that the plan had made a change before.
	changed bool
}

func (r *refusal) Error() string { return r.message }

const maxMessage = 500 // columns of a service's or a plugin's message

// failed handles a status of 400 and above: the plan sees it if it said so,
// else it ends the call. A change that a server failed at always ends it: nobody
// knows whether it was made, and a plan must not hide that.
func (r prepared) failed(ans *answer) (abi.Response, error) {
	e := readError(ans.body)
	code := codeOf(ans.status, e.reasons)
	message := text.Cut(text.Mask(text.Line(e.message), ans.token), maxMessage)
	reason := text.Cut(text.Mask(text.Line(e.reason()), ans.token), 100)
	uncertain := r.route.Mutates && ans.status >= 500
	if slices.Contains(r.tolerate, ans.status) && !uncertain {
		return abi.Response{Status: ans.status, Error: &abi.ResponseError{Code: string(code), Message: message, Reason: reason}}, nil
	}
	if r.route.Mutates && (ans.status == http.StatusBadGateway || ans.status == http.StatusGatewayTimeout) {
		// A gateway speaks here, not the service: it lost the answer for us.
		return abi.Response{}, fault.New(fault.OutcomeUnknown, "route %s: a gateway before %s answered %d: the change may have been made", r.route.ID, r.route.Host, ans.status).
			WithHint("look at the service before you repeat it")
	}
	if message == "" {
		message = "the service gave no reason"
	}
	message = fmt.Sprintf("%s (%s: %s)", message, r.route.ID, strings.TrimSpace(fmt.Sprint(ans.status, " ", reason)))
	switch {
	case code == fault.Unauthorized && ans.token != "":
		message += "; the service does not accept the sign-in any more: sign in again with wslite auth login"
	case code == fault.RateLimited && lasting(e.reasons):
		message += "; this is a quota of a day or of the account, so a repetition within minutes only meets it again"
	case code == fault.RateLimited && ans.header.Get("Retry-After") != "":
		message += "; it asks to wait " + text.Cut(text.Line(ans.header.Get("Retry-After")), 40)
	case uncertain:
		message += "; the change may have been made all the same, so look before you repeat it"
	}
	return abi.Response{}, &refusal{code: code, message: message, uncertain: uncertain}
}

// planRefusal is a plan's own refusal. The codes that say something about the
// host, the user's consent or the outcome are the host's to give.
func planRefusal(e *abi.Error) error {
	code := fault.Code(e.Code)
	message := text.Cut(text.Line(e.Message), maxMessage)
	if message == "" {
		message = "the plugin gave no reason"
	}
	if field := text.Cut(text.Line(e.Field), 100); field != "" && !strings.Contains(message, field) {
		message = field + ": " + message
	}
	if !slices.Contains(planCodes, code) {
		return fault.New(fault.PluginFault, "the plan failed with the code %s, which is not a plugin's to give: %s", show(e.Code), message)
	}
	return &refusal{code: code, message: message}
}

// planCodes are the codes that a plan may give.
var planCodes = []fault.Code{
	fault.BadRequest, fault.NotFound, fault.Conflict, fault.LimitExceeded, fault.ActionNotAllowed,
	fault.NotSupported, fault.RateLimited, fault.Upstream, fault.MalformedResponse,
}

// change is what is known of changes: a status that a server failed with says
// nothing, everything else is a no.
func (r *refusal) change() fault.Change {
	switch {
	case r.uncertain:
		return fault.ChangeUncertain
	case r.changed:
		return fault.ChangeMade
	}
	return fault.ChangeNone
}

// codeOf maps a status, and the reasons where the status alone says too
// little. Source: the error pages of the Workspace APIs.
func codeOf(status int, reasons []string) fault.Code {
	switch status {
	case http.StatusUnauthorized:
		return fault.Unauthorized
	case http.StatusForbidden:
		for _, r := range reasons {
			if k, ok := limitReasons[r]; ok {
				return k.code
			}
		}
		return fault.ActionNotAllowed
	case http.StatusNotFound, http.StatusGone:
		return fault.NotFound
	case http.StatusConflict, http.StatusPreconditionFailed, http.StatusLocked, http.StatusPreconditionRequired:
		return fault.Conflict
	case http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusRequestHeaderFieldsTooLarge, http.StatusInsufficientStorage:
		return fault.LimitExceeded
	case http.StatusTooManyRequests:
		return fault.RateLimited
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return fault.NotSupported
	case http.StatusRequestTimeout:
		return fault.Upstream
	}
	if status >= 500 {
		return fault.Upstream
	}
	return fault.BadRequest
}

// lasting says that a limit is one of those that hours end, not seconds.
func lasting(reasons []string) bool {
	for _, r := range reasons {
		if k, ok := limitReasons[r]; ok {
			return !k.passing
		}
	}
	return false
}

// limitReasons are the reasons by which Google tells a limit from a missing
// right, both being 403. Passing limits are worth another try within seconds;
// the others last for hours or until something is deleted.
var limitReasons = map[string]struct {
	code    fault.Code
	passing bool
}{
	"rateLimitExceeded":     {fault.RateLimited, true},
	"userRateLimitExceeded": {fault.RateLimited, true},
	"RATE_LIMIT_EXCEEDED":   {fault.RateLimited, true},

	"quotaExceeded":              {fault.RateLimited, false},
	"dailyLimitExceeded":         {fault.RateLimited, false},
	"dailyLimitExceededUnreg":    {fault.RateLimited, false},
	"sharingRateLimitExceeded":   {fault.RateLimited, false},
	"userRateLimitExceededUnreg": {fault.RateLimited, false},

	"storageQuotaExceeded":              {fault.LimitExceeded, false},
	"activeItemCreationLimitExceeded":   {fault.LimitExceeded, false},
	"fileSizeLimitExceeded":             {fault.LimitExceeded, false},
	"exportSizeLimitExceeded":           {fault.LimitExceeded, false},
	"numChildrenInNonRootLimitExceeded": {fault.LimitExceeded, false},
	"teamDriveFileLimitExceeded":        {fault.LimitExceeded, false},
}
