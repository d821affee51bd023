package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// Routes of the Gmail API v1, by their Discovery ids.
const (
	routeProfile         = "gmail.users.getProfile"
	routeMessages        = "gmail.users.messages.list"
	routeMessage         = "gmail.users.messages.get"
	routeAttachment      = "gmail.users.messages.attachments.get"
	routeModify          = "gmail.users.messages.modify"
	routeBatchModify     = "gmail.users.messages.batchModify"
	routeTrash           = "gmail.users.messages.trash"
	routeUntrash         = "gmail.users.messages.untrash"
	routeSend            = "gmail.users.messages.send"
	routeThreads         = "gmail.users.threads.list"
	routeThread          = "gmail.users.threads.get"
	routeThreadModify    = "gmail.users.threads.modify"
	routeThreadTrash     = "gmail.users.threads.trash"
	routeThreadUntrash   = "gmail.users.threads.untrash"
	routeDrafts          = "gmail.users.drafts.list"
	routeDraft           = "gmail.users.drafts.get"
	routeDraftCreate     = "gmail.users.drafts.create"
	routeDraftUpdate     = "gmail.users.drafts.update"
	routeDraftDelete     = "gmail.users.drafts.delete"
	routeDraftSend       = "gmail.users.drafts.send"
	routeLabels          = "gmail.users.labels.list"
	routeLabel           = "gmail.users.labels.get"
	routeLabelCreate     = "gmail.users.labels.create"
	routeFilters         = "gmail.users.settings.filters.list"
	routeFilter          = "gmail.users.settings.filters.get"
	routeFilterCreate    = "gmail.users.settings.filters.create"
	routeFilterDelete    = "gmail.users.settings.filters.delete"
	routeVacation        = "gmail.users.settings.getVacation"
	routeVacationReplace = "gmail.users.settings.updateVacation"
	routeSendAs          = "gmail.users.settings.sendAs.list"
)

// Fields of the answers that the plans keep.
const (
	keepMessage = "id,threadId,labelIds,snippet,internalDate,payload"
	keepIDs     = "id,threadId,labelIds"
	keepLabels  = "labels(id,name,type)"
)

// mine starts a request about the signed-in user's mailbox.
func mine(route string) plugin.Request { return plugin.To(route).Path("userId", "me") }

// one starts a request about one thing in it.
func one(route, id string) plugin.Request { return mine(route).Path("id", id) }

// param is a text of the params.
func param(s *plugin.Step, key string) string { return s.Params.Get(key).Text() }

// format asks for a message or thread in one of the API's forms.
func format(r plugin.Request, name string) plugin.Request {
	return r.Query("format", value.String(name))
}

// withHeaders asks for these headers and no text.
func withHeaders(r plugin.Request, names ...string) plugin.Request {
	return format(r, "metadata").Query("metadataHeaders", value.Strings(names))
}

// labelBody changes labels; nil lists are left out.
func labelBody(add, remove []string) value.Value {
	body := value.Object()
	if add != nil {
		body.Set("addLabelIds", value.Strings(add))
	}
	if remove != nil {
		body.Set("removeLabelIds", value.Strings(remove))
	}
	return body
}

// did is the result of a change: a flag that says so, and the thing's id under
// its param's name.
func did(flag string, s *plugin.Step, key string) value.Value {
	return value.Object(value.M(flag, value.Bool(true)), value.M(key, s.Params.Get(key)))
}

// stringsOf are the texts of a list; never nil.
func stringsOf(v value.Value) []string {
	list := []string{}
	for _, item := range v.Items() {
		list = append(list, item.Text())
	}
	return list
}

// has tells whether a list of texts holds one.
func has(list value.Value, s string) bool {
	for _, item := range list.Items() {
		if item.Text() == s {
			return true
		}
	}
	return false
}

// failed is the error that a tolerated failure would have been.
func failed(r plugin.Response, field string) error {
	return &plugin.Error{Code: r.Error.Code, Message: r.Error.Message, Field: field}
}
