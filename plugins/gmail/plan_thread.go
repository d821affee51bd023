package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxThread is how many messages of a conversation are given at once.
	maxThread = 100
	// threadUnits is how much text all messages of an answer may have, in UTF-16
	// units: with two bodies a message and three bytes a unit they stay well
	// below the 4 MiB that the host hands to a plan.
	threadUnits = 400_000
	// minUnits is what each text gets at least.
	minUnits = 2000
	// wholeThreadSize is up to how large a conversation is read in one answer, in
	// bytes as Gmail estimates them: the host reads 10 MiB of an answer, and text
	// in it is a third longer.
	wholeThreadSize = 6 << 20
	// keepCounted is what is asked of a conversation before it is read.
	keepCounted = "id,messages(id,labelIds,internalDate,sizeEstimate)"
)

// window is the part of a conversation that is asked for: messages from first
// to last, in the order of the conversation.
type window struct{ first, count, total int }

// windowOf reads offset and limit. Without them it is the newest messages.
func windowOf(s *plugin.Step, total int) window {
	limit, hasLimit := s.Params.Get("limit").AsInt()
	if !hasLimit || limit < 1 || limit > maxThread {
		limit = maxThread
	}
	w := window{total: total, count: min(int(limit), total)}
	w.first = total - w.count
	if offset, ok := s.Params.Get("offset").AsInt(); ok && offset >= 0 {
		w.first = min(int(offset), total)
		w.count = min(int(limit), total-w.first)
	}
	return w
}

// planGetThread asks for the messages' ids first: how many there are decides
// how much of each can be given.
func planGetThread(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("counted", format(theOne(s, routeThread, "threadId"), "minimal").Keep(keepCounted), allLabels()), nil
	case "counted":
		return readThread(s)
	case "read":
		messages := threadMessages(s)
		units, _ := s.State.Get("units").AsInt()
		if next := fetchTexts(s, messages, s.State, int(units)); next != nil {
			return next, nil
		}
		return wholeThread(messages, s.State)
	case "texts":
		messages, state := fetchedTexts(s)
		return wholeThread(messages, state)
	}
	return s.Stray()
}

// readThread asks for the messages of the window, all at once where it is the
// whole of a conversation that is not too large.
func readThread(s *plugin.Step) (*plugin.Next, error) {
	t, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	all := t.Get("messages").Items()
	w := windowOf(s, len(all))
	units := maxBodyUnits
	if w.count > 0 {
		units = max(min(maxBodyUnits, threadUnits/w.count), minUnits)
	}
	state := value.Object(
		value.M("thread", threadOf(t.Get("id"), all, s.Responses[1].Body)),
		value.M("first", value.Int(int64(w.first))),
		value.M("units", value.Int(int64(units))),
	)
	if w.count == 0 {
		return wholeThread(nil, state)
	}
	if w.count == w.total && sizeOf(all) <= wholeThreadSize {
		return s.Ask("read", format(one(routeThread, param(s, "threadId")), "full").
			Keep("messages("+keepMessage+")").DecodeMail().MaxText(units)).Keep(state), nil
	}
	// The first subject names the conversation, whether or not it is shown.
	requests := []plugin.Request{withHeaders(one(routeMessage, all[0].Get("id").Text()), "Subject").Keep("payload").Tolerate(notFound)}
	for _, m := range all[w.first : w.first+w.count] {
		requests = append(requests, wholeMessage(one(routeMessage, m.Get("id").Text())).MaxText(units).Tolerate(notFound))
	}
	state.Set("single", value.Bool(true))
	return s.Ask("read", requests...).Keep(state), nil
}

func sizeOf(messages []value.Value) int {
	total := 0
	for _, m := range messages {
		total += whole(m.Get("sizeEstimate"))
	}
	return total
}

// threadMessages are the messages that were read.
func threadMessages(s *plugin.Step) []value.Value {
	if !s.State.Get("single").IsTrue() {
		return s.Responses[0].Body.Get("messages").Items()
	}
	thread := s.State.Get("thread")
	thread.Set("firstMessageSubject", headerValue(s.Responses[0].Body, "Subject"))
	s.State.Set("thread", thread)
	var all []value.Value
	for _, r := range s.Responses[1:] {
		if !r.Is(notFound) {
			all = append(all, r.Body)
		}
	}
	return all
}

// wholeThread ends with what was read of the conversation, and says what of it
// was not.
func wholeThread(messages []value.Value, state value.Value) (*plugin.Next, error) {
	thread := state.Get("thread")
	full := make([]value.Value, len(messages))
	short := 0
	for i, m := range messages {
		full[i] = messageFull(m)
		if full[i].Get("bodyTruncated").IsTrue() || full[i].Get("htmlBodyTruncated").IsTrue() {
			short++
		}
	}
	first, _ := state.Get("first").AsInt()
	if len(messages) > 0 && first == 0 {
		thread.Set("firstMessageSubject", full[0].Get("subject"))
	}
	total, _ := thread.Get("messageCount").AsInt()
	omitted := int(total) - len(messages)
	thread.Set("messages", value.Array(full...))
	if omitted > 0 {
		thread.Set("messagesOmitted", value.Int(int64(omitted)))
		thread.Set("offset", value.Int(first))
	}
	next := plugin.Done(value.Object(value.M("thread", thread)))
	if omitted > 0 {
		next = next.Warn(text.Int(omitted) + " of the conversation's " + text.Count(int(total), "message", "messages") + " are left out: shown are " +
			text.Int(len(messages)) + " from number " + text.Int(int(first)) + " on, counted from 0. Use offset and limit for others.")
	}
	if short > 0 {
		next = next.Warn("The text of " + text.Count(short, "message is", "messages are") + " cut: gmail_get_message shows one whole.")
	}
	return next, nil
}
