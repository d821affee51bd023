//lint:file-ignore SA1019 logging is being retired from the protocol, and the clients of today use it

package mcp

import (
	"context"
	"maps"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/guest"
)

// loggerName is what clients show beside our messages.
const loggerName = "wslite"

// logCalls tells the client that made a call what became of it: the tool, the
// time and the code of a failure, and nothing that stands in arguments or
// answers. Clients get it from the level on that they set; until they set one,
// none.
func logCalls(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		call, ok := req.(*sdk.CallToolRequest)
		if !ok || call.Session == nil {
			return next(ctx, method, req)
		}
		began := time.Now()
		res, err := next(ctx, method, req)
		if out, ok := res.(*sdk.CallToolResult); ok && err == nil && out != nil {
			level, data := logged(out)
			data["tool"], data["milliseconds"] = call.Params.Name, time.Since(began).Milliseconds()
			// A client that gave the call up hears nothing of it any more.
			_ = call.Session.Log(ctx, &sdk.LoggingMessageParams{Level: level, Logger: loggerName, Data: data})
		}
		return res, err
	}
}

// hears gives what passes the log of a plugin on to the client that made the
// call. It is the plugin's own words, so its name stands beside them.
func hears(ctx context.Context, s *sdk.ServerSession, service string) func(guest.Line) {
	if s == nil {
		return nil
	}
	return func(line guest.Line) {
		// A client that went hears nothing of it any more.
		_ = s.Log(ctx, &sdk.LoggingMessageParams{
			Level: levelOf(line.Level), Logger: "plugin:" + service, Meta: maps.Clone(untrusted),
			Data: map[string]any{"message": line.Text},
		})
	}
}

// levelOf is the protocol's word for a plugin's level. A plugin can't call its own
// words more urgent than an error.
func levelOf(level string) sdk.LoggingLevel {
	switch level {
	case guest.LevelError:
		return "error"
	case guest.LevelWarn:
		return "warning"
	case guest.LevelInfo:
		return "info"
	}
	return "debug"
}

// logged says what became of a call that was answered; a tool that does not
// exist is the protocol's own error, so that the name is one of ours.
func logged(out *sdk.CallToolResult) (sdk.LoggingLevel, map[string]any) {
	data := map[string]any{"message": "call done"}
	o, _ := out.StructuredContent.(map[string]any)
	for _, key := range []string{"action", "class", "draftId", "duplicate"} {
		if v, ok := o[key]; ok {
			data[key] = v
		}
	}
	switch {
	case out.InputRequests != nil:
		data["message"] = "a person is asked"
		return "notice", data
	case out.IsError:
		data["message"] = "call failed"
		if e, ok := o["error"].(map[string]any); ok {
			data["code"] = e["code"]
		}
		return "warning", data
	case o["draftId"] != nil:
		data["message"] = "stored as a draft"
		return "notice", data
	}
	return "info", data
}
