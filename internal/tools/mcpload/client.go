package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
)

// client sends requests, one after the other.
type client interface {
	// request gives the whole answer, a JSON-RPC response.
	request(method, params string) ([]byte, error)
	close() error
}

const (
	protocol   = "2025-06-18"
	initialize = `{"protocolVersion":"` + protocol + `","capabilities":{},"clientInfo":{"name":"mcpload","version":"1"}}`
)

// message is what both thin clients send.
func message(id int, method, params string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
}

const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

// pipe is a client over the standard input and output of a server.
type pipe struct {
	in  io.Writer
	out *bufio.Reader
	id  int
}

func (s *server) pipe() (client, error) {
	c := &pipe{in: s.in, out: bufio.NewReaderSize(s.out, 1<<20)}
	if _, err := c.request("initialize", initialize); err != nil {
		return nil, err
	}
	_, err := io.WriteString(c.in, initialized+"\n")
	return c, err
}

func (c *pipe) request(method, params string) ([]byte, error) {
	c.id++
	if _, err := c.in.Write(append(message(c.id, method, params), '\n')); err != nil {
		return nil, err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		if isAnswer(line, c.id) {
			return line, nil
		}
	}
}

func (c *pipe) close() error { return nil } // the server's input ends with it

// isAnswer tells the answer to a request from notifications on the way to it. The
// server writes "id" before the result.
func isAnswer(raw []byte, id int) bool {
	head := raw[:min(len(raw), 64)]
	return bytes.Contains(head, fmt.Appendf(nil, `"id":%d,`, id))
}

// line is a client over HTTP on one connection. It does what the protocol wants
// and no more, so that what it costs does not hide what the server does.
type line struct {
	at, token, session string
	host               string
	conn               net.Conn
	in                 *bufio.Reader
	id                 int
}

// dial begins a session, or with a session continues that one on a connection of
// its own.
func dial(address, token, session string) (*line, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	c := &line{at: u.Path, host: u.Host, token: token, session: session}
	if c.conn, err = net.Dial("tcp", u.Host); err != nil {
		return nil, err
	}
	c.in = bufio.NewReaderSize(c.conn, 64<<10)
	if session != "" {
		return c, nil
	}
	if _, err := c.request("initialize", initialize); err != nil {
		c.close()
		return nil, err
	}
	if _, err := c.post([]byte(initialized)); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *line) close() error { return c.conn.Close() }

func (c *line) request(method, params string) ([]byte, error) {
	c.id++
	raw, err := c.post(message(c.id, method, params))
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(raw, []byte("{")) {
		return raw, nil
	}
	for l := range bytes.Lines(raw) {
		if data, ok := bytes.CutPrefix(l, []byte("data: ")); ok && isAnswer(data, c.id) {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%s: no answer among %d bytes", method, len(raw))
}

// errBusy is what a server says that has no room now.
var errBusy = errors.New("the server is busy")

func (c *line) post(body []byte) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("POST " + c.at + " HTTP/1.1\r\nHost: " + c.host + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMcp-Protocol-Version: " + protocol + "\r\n")
	if c.token != "" {
		b.WriteString("Authorization: Bearer " + c.token + "\r\n")
	}
	if c.session != "" {
		b.WriteString("Mcp-Session-Id: " + c.session + "\r\n")
	}
	b.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n")
	b.Write(body)
	if _, err := c.conn.Write(b.Bytes()); err != nil {
		return nil, err
	}
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return nil, err
	case answer.StatusCode == http.StatusServiceUnavailable:
		return nil, errBusy
	case answer.StatusCode > 299:
		return nil, fmt.Errorf("status %d: %.200s", answer.StatusCode, raw)
	}
	if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = id
	}
	return raw, nil
}

// result takes the result out of an answer; a protocol error is an error.
func result(raw []byte) (json.RawMessage, error) {
	var answer struct {
		Result json.RawMessage
		Error  *struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%d: %s", answer.Error.Code, answer.Error.Message)
	}
	return answer.Result, nil
}
