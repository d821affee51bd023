package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func onComment(route string, p value.Value) plugin.Request {
	return onFile(route, p).Path("commentId", p.Get("commentId").Text())
}

func onReply(route string, p value.Value) plugin.Request {
	return onComment(route, p).Path("replyId", p.Get("replyId").Text())
}

func planCommentsList(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	keep, shape := keepCounted, commentJSON
	if p.Get("includeReplies").IsTrue() {
		keep, shape = keepThread, commentThread
	}
	since, warning := sinceOf(p.Get("startModifiedTime"))
	r := pageOf(onFile(routeCommentsList, p), p).
		Query("includeDeleted", p.Get("includeDeleted")).
		Query("startModifiedTime", since).
		Keep("nextPageToken,comments(" + keep + ")").MaxText(maxCommentText)
	next, err := onePage(s, r, func(body value.Value) value.Value {
		return withFile(p, value.M("comments", body.Get("comments").Map(shape)))
	})
	if err == nil && s.Name != "" {
		next.Warn(warning)
	}
	return next, err
}

// sinceOf is the bound as the API reads it.
func sinceOf(v value.Value) (since value.Value, warning string) {
	t, ok := date.Parse(v.Text())
	if !ok {
		return value.Value{}, "" // transform has refused what can't be read
	}
	if t.HasClock && !t.HasOffset {
		warning = "startModifiedTime has no offset from UTC and was read as UTC."
	}
	return value.String(t.RFC3339()), warning
}

// oneComment and oneReply send one request of which the answer is the object.
func oneComment(s *plugin.Step, r plugin.Request) (*plugin.Next, error) {
	return one(s, r.Keep(keepThread), func(body value.Value) value.Value {
		return withFile(s.Params, value.M("comment", commentThread(body)))
	})
}

func oneReply(s *plugin.Step, r plugin.Request) (*plugin.Next, error) {
	return one(s, r.Keep(keepReply), func(body value.Value) value.Value {
		return withFile(s.Params, value.M("commentId", s.Params.Get("commentId")), value.M("reply", replyJSON(body)))
	})
}

func planCommentsGet(s *plugin.Step) (*plugin.Next, error) {
	return oneComment(s, onComment(routeCommentsGet, s.Params).Query("includeDeleted", s.Params.Get("includeDeleted")))
}

// planCommentCreate sends no anchor. What the proxies send as one, the head
// revision alone, is no place in the file, and Google's editors show both alike.
func planCommentCreate(s *plugin.Step) (*plugin.Next, error) {
	return oneComment(s, onFile(routeCommentsCreate, s.Params).Body(contentBody(s.Params)))
}

func contentBody(p value.Value) value.Value {
	return value.Object(value.M("content", value.String(text.Trim(p.Get("content").Text()))))
}

func planCommentsDelete(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("deleted", onComment(routeCommentsDelete, s.Params)), nil
	}
	return plugin.Done(value.Object(
		value.M("deleted", value.Bool(true)),
		value.M("fileId", s.Params.Get("fileId")),
		value.M("commentId", s.Params.Get("commentId")),
	)), nil
}

func planRepliesList(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	r := pageOf(onComment(routeRepliesList, p), p).
		Query("includeDeleted", p.Get("includeDeleted")).
		Keep("nextPageToken,replies(" + keepReply + ")").MaxText(maxCommentText)
	return onePage(s, r, func(body value.Value) value.Value {
		return withFile(p, value.M("commentId", p.Get("commentId")), value.M("replies", body.Get("replies").Map(replyJSON)))
	})
}

func planRepliesGet(s *plugin.Step) (*plugin.Next, error) {
	return oneReply(s, onReply(routeRepliesGet, s.Params).Query("includeDeleted", s.Params.Get("includeDeleted")))
}

func planRepliesCreate(s *plugin.Step) (*plugin.Next, error) {
	body := contentBody(s.Params)
	body.Set("action", s.Params.Get("action"))
	return oneReply(s, onComment(routeRepliesCreate, s.Params).Body(body))
}

func planRepliesUpdate(s *plugin.Step) (*plugin.Next, error) {
	return oneReply(s, onReply(routeRepliesUpdate, s.Params).Body(contentBody(s.Params)))
}

func planRepliesDelete(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("deleted", onReply(routeRepliesDelete, s.Params)), nil
	}
	return plugin.Done(value.Object(
		value.M("deleted", value.Bool(true)),
		value.M("fileId", s.Params.Get("fileId")),
		value.M("commentId", s.Params.Get("commentId")),
		value.M("replyId", s.Params.Get("replyId")),
	)), nil
}
