package gmailapi

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// user is the path that all methods share.
const user = "gmail/v1/users/{userId}/"

func str(name string) gapi.Param  { return gapi.Param{Name: name, Type: gapi.String} }
func num(name string) gapi.Param  { return gapi.Param{Name: name, Type: gapi.Integer} }
func flag(name string) gapi.Param { return gapi.Param{Name: name, Type: gapi.Boolean} }
func strs(name string) gapi.Param { return gapi.Param{Name: name, Type: gapi.String, Repeated: true} }

// Methods lists the methods that are served.
func (a *API) Methods() []gapi.Method {
	list := a.messageMethods()
	list = append(list, a.threadMethods()...)
	list = append(list, a.labelMethods()...)
	list = append(list, a.draftMethods()...)
	list = append(list, a.settingsMethods()...)
	for i := range list {
		list[i].Path = user + list[i].Path
		list[i].Serve = a.owned(list[i].Serve)
		if list[i].Upload {
			list[i].MaxBody, list[i].MaxUpload, list[i].Accept = maxBody, maxUpload, "message/*"
		}
	}
	return list
}

// owned refuses any other user's mailbox.
func (a *API) owned(serve func(context.Context, *gapi.Call) (any, error)) func(context.Context, *gapi.Call) (any, error) {
	return func(ctx context.Context, c *gapi.Call) (any, error) {
		if id := c.Path["userId"]; id != "me" && !strings.EqualFold(id, a.owner.Email) {
			return nil, delegationDenied(a.owner.Email)
		}
		return serve(ctx, c)
	}
}

func (a *API) messageMethods() []gapi.Method {
	const one = "messages/{id}"
	message := func(m gapi.Method) gapi.Method { m.Body, m.Resource, m.Upload = Message{}, "message", true; return m }
	read := []gapi.Param{str("format"), strs("metadataHeaders")}
	return []gapi.Method{
		{ID: "gmail.users.getProfile", HTTP: "GET", Path: "profile", Result: Profile{}, Serve: a.getProfile},
		{ID: "gmail.users.messages.list", HTTP: "GET", Path: "messages", Query: searchParams(), Result: ListMessagesResponse{}, Serve: a.listMessages},
		{ID: "gmail.users.messages.get", HTTP: "GET", Path: one, Query: read, Result: Message{}, Serve: a.getMessage},
		{ID: "gmail.users.messages.attachments.get", HTTP: "GET", Path: "messages/{messageId}/attachments/{id}", Result: MessagePartBody{}, Serve: a.getAttachment},
		message(gapi.Method{ID: "gmail.users.messages.send", HTTP: "POST", Path: "messages/send", Result: Message{}, Serve: a.sendMessage}),
		message(gapi.Method{ID: "gmail.users.messages.insert", HTTP: "POST", Path: "messages",
			Query: []gapi.Param{flag("deleted"), str("internalDateSource")}, Result: Message{}, Serve: a.insertMessage}),
		message(gapi.Method{ID: "gmail.users.messages.import", HTTP: "POST", Path: "messages/import",
			Query:  []gapi.Param{flag("deleted"), str("internalDateSource"), flag("neverMarkSpam"), flag("processForCalendar")},
			Result: Message{}, Serve: a.importMessage}),
		{ID: "gmail.users.messages.modify", HTTP: "POST", Path: one + "/modify", Body: ModifyMessageRequest{}, Resource: "request", Result: Message{}, Serve: a.modifyMessage},
		{ID: "gmail.users.messages.batchModify", HTTP: "POST", Path: "messages/batchModify", Body: BatchModifyMessagesRequest{}, Resource: "request", Serve: a.batchModify},
		{ID: "gmail.users.messages.batchDelete", HTTP: "POST", Path: "messages/batchDelete", Body: BatchDeleteMessagesRequest{}, Resource: "request", Serve: a.batchDelete},
		{ID: "gmail.users.messages.trash", HTTP: "POST", Path: one + "/trash", Result: Message{}, Serve: a.trashMessage},
		{ID: "gmail.users.messages.untrash", HTTP: "POST", Path: one + "/untrash", Result: Message{}, Serve: a.untrashMessage},
		{ID: "gmail.users.messages.delete", HTTP: "DELETE", Path: one, Serve: a.deleteMessage},
		{ID: "gmail.users.history.list", HTTP: "GET", Path: "history",
			Query:  []gapi.Param{strs("historyTypes"), str("labelId"), num("maxResults"), str("pageToken"), str("startHistoryId")},
			Result: ListHistoryResponse{}, Serve: a.listHistory},
	}
}

func searchParams() []gapi.Param {
	return []gapi.Param{flag("includeSpamTrash"), strs("labelIds"), num("maxResults"), str("pageToken"), str("q")}
}

func (a *API) threadMethods() []gapi.Method {
	const one = "threads/{id}"
	return []gapi.Method{
		{ID: "gmail.users.threads.list", HTTP: "GET", Path: "threads", Query: searchParams(), Result: ListThreadsResponse{}, Serve: a.listThreads},
		{ID: "gmail.users.threads.get", HTTP: "GET", Path: one, Query: []gapi.Param{str("format"), strs("metadataHeaders")}, Result: Thread{}, Serve: a.getThread},
		{ID: "gmail.users.threads.modify", HTTP: "POST", Path: one + "/modify", Body: ModifyThreadRequest{}, Resource: "request", Result: Thread{}, Serve: a.modifyThread},
		{ID: "gmail.users.threads.trash", HTTP: "POST", Path: one + "/trash", Result: Thread{}, Serve: a.trashThread},
		{ID: "gmail.users.threads.untrash", HTTP: "POST", Path: one + "/untrash", Result: Thread{}, Serve: a.untrashThread},
		{ID: "gmail.users.threads.delete", HTTP: "DELETE", Path: one, Serve: a.deleteThread},
	}
}

func (a *API) labelMethods() []gapi.Method {
	const one = "labels/{id}"
	label := func(m gapi.Method) gapi.Method { m.Body, m.Resource, m.Result = Label{}, "label", Label{}; return m }
	return []gapi.Method{
		{ID: "gmail.users.labels.list", HTTP: "GET", Path: "labels", Result: ListLabelsResponse{}, Serve: a.listLabels},
		{ID: "gmail.users.labels.get", HTTP: "GET", Path: one, Result: Label{}, Serve: a.getLabel},
		label(gapi.Method{ID: "gmail.users.labels.create", HTTP: "POST", Path: "labels", Serve: a.createLabel}),
		label(gapi.Method{ID: "gmail.users.labels.update", HTTP: "PUT", Path: one, Serve: a.updateLabel}),
		label(gapi.Method{ID: "gmail.users.labels.patch", HTTP: "PATCH", Path: one, Serve: a.patchLabel}),
		{ID: "gmail.users.labels.delete", HTTP: "DELETE", Path: one, Serve: a.deleteLabel},
	}
}

func (a *API) draftMethods() []gapi.Method {
	const one = "drafts/{id}"
	draft := func(m gapi.Method) gapi.Method { m.Body, m.Resource, m.Upload = Draft{}, "draft", true; return m }
	return []gapi.Method{
		{ID: "gmail.users.drafts.list", HTTP: "GET", Path: "drafts",
			Query:  []gapi.Param{flag("includeSpamTrash"), num("maxResults"), str("pageToken"), str("q")},
			Result: ListDraftsResponse{}, Serve: a.listDrafts},
		{ID: "gmail.users.drafts.get", HTTP: "GET", Path: one, Query: []gapi.Param{str("format")}, Result: Draft{}, Serve: a.getDraft},
		draft(gapi.Method{ID: "gmail.users.drafts.create", HTTP: "POST", Path: "drafts", Result: Draft{}, Serve: a.createDraft}),
		draft(gapi.Method{ID: "gmail.users.drafts.update", HTTP: "PUT", Path: one, Result: Draft{}, Serve: a.updateDraft}),
		draft(gapi.Method{ID: "gmail.users.drafts.send", HTTP: "POST", Path: "drafts/send", Result: Message{}, Serve: a.sendDraft}),
		{ID: "gmail.users.drafts.delete", HTTP: "DELETE", Path: one, Serve: a.deleteDraft},
	}
}

func (a *API) settingsMethods() []gapi.Method {
	const (
		filters = "settings/filters"
		sendAs  = "settings/sendAs"
		alias   = sendAs + "/{sendAsEmail}"
		forward = "settings/forwardingAddresses"
		address = forward + "/{forwardingEmail}"
	)
	as := func(m gapi.Method) gapi.Method {
		m.Body, m.Resource, m.Result = SendAs{}, "send_as", SendAs{}
		return m
	}
	return []gapi.Method{
		{ID: "gmail.users.settings.getVacation", HTTP: "GET", Path: "settings/vacation", Result: VacationSettings{}, Serve: a.getVacation},
		{ID: "gmail.users.settings.updateVacation", HTTP: "PUT", Path: "settings/vacation", Body: VacationSettings{}, Resource: "vacation_settings",
			Result: VacationSettings{}, Serve: a.updateVacation},
		{ID: "gmail.users.settings.filters.list", HTTP: "GET", Path: filters, Result: ListFiltersResponse{}, Serve: a.listFilters},
		{ID: "gmail.users.settings.filters.get", HTTP: "GET", Path: filters + "/{id}", Result: Filter{}, Serve: a.getFilter},
		{ID: "gmail.users.settings.filters.create", HTTP: "POST", Path: filters, Body: Filter{}, Resource: "filter", Result: Filter{}, Serve: a.createFilter},
		{ID: "gmail.users.settings.filters.delete", HTTP: "DELETE", Path: filters + "/{id}", Serve: a.deleteFilter},
		{ID: "gmail.users.settings.sendAs.list", HTTP: "GET", Path: sendAs, Result: ListSendAsResponse{}, Serve: a.listSendAs},
		{ID: "gmail.users.settings.sendAs.get", HTTP: "GET", Path: alias, Result: SendAs{}, Serve: a.getSendAs},
		as(gapi.Method{ID: "gmail.users.settings.sendAs.create", HTTP: "POST", Path: sendAs, Serve: a.createSendAs}),
		as(gapi.Method{ID: "gmail.users.settings.sendAs.update", HTTP: "PUT", Path: alias, Serve: a.updateSendAs}),
		as(gapi.Method{ID: "gmail.users.settings.sendAs.patch", HTTP: "PATCH", Path: alias, Serve: a.patchSendAs}),
		{ID: "gmail.users.settings.sendAs.delete", HTTP: "DELETE", Path: alias, Serve: a.deleteSendAs},
		{ID: "gmail.users.settings.forwardingAddresses.list", HTTP: "GET", Path: forward, Result: ListForwardingAddressesResponse{}, Serve: a.listForwarding},
		{ID: "gmail.users.settings.forwardingAddresses.get", HTTP: "GET", Path: address, Result: ForwardingAddress{}, Serve: a.getForwarding},
		{ID: "gmail.users.settings.forwardingAddresses.create", HTTP: "POST", Path: forward, Body: ForwardingAddress{}, Resource: "forwarding_address",
			Result: ForwardingAddress{}, Serve: a.createForwarding},
		{ID: "gmail.users.settings.forwardingAddresses.delete", HTTP: "DELETE", Path: address, Serve: a.deleteForwarding},
	}
}
