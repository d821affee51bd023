package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// part is what -only names.
type part struct {
	name string
	run  func(world, options) error
}

var parts = []part{{"lists", world.lists}, {"calls", world.calls}, {"services", world.services}, {"large", world.large}}

// measure runs the parts, each with servers of its own.
func (w world) measure(o options) error {
	proxy := w.proxies()
	defer proxy.Close()
	if err := w.prepare(); err != nil {
		return err
	}
	for _, p := range parts {
		if o.only != "" && o.only != p.name {
			continue
		}
		if err := p.run(w, o); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// prepare fills the compile cache, which the first use after an install does: it
// takes memory that servers do not need later.
func (w world) prepare() error {
	s, err := w.start(false)
	if err != nil {
		return err
	}
	defer s.end()
	c, err := s.pipe()
	if err != nil {
		return err
	}
	_, err = s.spread([]client{c}, len(services), func(i int) string { return call(services[i].tool, services[i].args) })
	return err
}

// lists measures tools/list over stdio: from the start of the process to the end
// of the first list, and then again and again.
func (w world) lists(o options) error {
	const again = 200
	fmt.Printf("\nThe list of tools over stdio: medians of %d servers, each asked %d times.\n\n", o.runs, again)
	fmt.Println("| list | tools | KB | first, from the start, ms | p50 ms | p99 ms | CPU ms |\n|---|---|---|---|---|---|---|")
	for _, row := range []struct {
		name string
		args []string
	}{
		{"default", nil}, {"`--list full`", []string{"--list", "full"}}, {"`--discover`", []string{"--discover"}}, {"`--service tasks`", []string{"--service", "tasks"}},
	} {
		var first, p50, p99, cpu []float64
		var size, tools int
		for range o.runs {
			if err := quiet(o.quiet); err != nil {
				return err
			}
			begun := time.Now()
			s, err := w.start(false, row.args...)
			if err != nil {
				return err
			}
			c, err := s.pipe()
			if err == nil {
				size, tools, err = list(c)
			}
			if err != nil {
				return err
			}
			first = append(first, float64(time.Since(begun).Microseconds())/1000)
			before, err := s.usage()
			if err != nil {
				return err
			}
			var took []time.Duration
			for range again {
				begun := time.Now()
				if _, err := c.request("tools/list", "{}"); err != nil {
					return err
				}
				took = append(took, time.Since(begun))
			}
			after, err := s.usage()
			if err != nil {
				return err
			}
			p50, p99, cpu = append(p50, percentile(took, 0.5)), append(p99, percentile(took, 0.99)), append(cpu, (after.cpu-before.cpu)*1000/again)
			if err := s.end(); err != nil {
				return err
			}
		}
		fmt.Printf("| %s | %d | %.1f | %.0f | %.2f | %.2f | %.2f |\n", row.name, tools, float64(size)/1000, median(first), median(p50), median(p99), median(cpu))
	}
	return nil
}

// list asks once; all tools come in one page.
func list(c client) (size, tools int, err error) {
	raw, err := c.request("tools/list", "{}")
	if err != nil {
		return 0, 0, err
	}
	res, err := result(raw)
	if err != nil {
		return 0, 0, err
	}
	var page struct {
		Tools      []json.RawMessage
		NextCursor string
	}
	if err := json.Unmarshal(res, &page); err != nil {
		return 0, 0, err
	}
	if page.NextCursor != "" || len(page.Tools) == 0 {
		return 0, 0, fmt.Errorf("the list has %d tools and goes on at %q: it should be one page", len(page.Tools), page.NextCursor)
	}
	return len(res), len(page.Tools), nil
}

// way is how clients reach a server.
type way struct {
	name    string
	http    bool
	clients int
	stock   bool // the SDK's client
}

var ways = []way{
	{"stdio, thin client", false, 1, false},
	{"HTTP, thin client", true, 1, false},
	{"HTTP, thin clients", true, 16, false},
	{"stdio, the SDK's client", false, 1, true},
	{"HTTP, the SDK's client", true, 1, true},
	{"HTTP, the SDK's clients", true, 16, true},
}

func (w way) connect(s *server) ([]client, error) {
	var all []client
	for range w.clients {
		c, err := w.one(s)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (w way) one(s *server) (client, error) {
	switch {
	case w.stock && w.http:
		return newStock(&mcp.StreamableClientTransport{Endpoint: s.url})
	case w.stock:
		return newStock(&mcp.IOTransport{Reader: s.out, Writer: s.in})
	case w.http:
		return dial(s.url, "", "")
	}
	return s.pipe()
}

func header(what string) {
	fmt.Printf("| %s | clients | calls/s | p50 ms | p99 ms | CPU ms a call | MiB before | MiB after | RSS | peak RSS | others' CPU |\n|---|---|---|---|---|---|---|---|---|---|---|\n", what)
}

// repeated runs bursts on one server and prints medians of them.
func (s *server) repeated(name string, o options, n int, clients []client, params func(int) string) error {
	// The first calls load modules and make instances.
	if _, err := s.spread(clients, max(4*len(clients), 2*len(services)), params); err != nil {
		return err
	}
	before, err := s.usage()
	if err != nil {
		return err
	}
	var rate, p50, p99, cpu, around []float64
	for range o.runs {
		if err := quiet(o.quiet); err != nil {
			return err
		}
		b, err := s.spread(clients, n, params)
		if err != nil {
			return err
		}
		rate, cpu = append(rate, float64(b.calls)/b.wall.Seconds()), append(cpu, b.cpu*1000/float64(b.calls))
		p50, p99 = append(p50, percentile(b.took, 0.5)), append(p99, percentile(b.took, 0.99))
		around = append(around, b.others)
	}
	after, err := s.usage()
	if err != nil {
		return err
	}
	fmt.Printf("| %s | %d | %.0f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.0f | %.0f %% |\n", name, len(clients), median(rate), median(p50), median(p99), median(cpu), before.own, after.own, after.rss, after.peak, median(around))
	return nil
}

// row measures one way to a server of its own.
func (w world) row(how way, name string, o options, n int, params func(int) string) error {
	s, err := w.start(how.http)
	if err != nil {
		return err
	}
	defer s.end()
	clients, err := how.connect(s)
	if err != nil {
		return err
	}
	if err := s.repeated(name, o, n, clients, params); err != nil {
		return err
	}
	for _, c := range clients {
		c.close()
	}
	return nil
}

func (w world) calls(o options) error {
	fmt.Printf("\nCalls of tasks_list_tasklists, a small answer of a loopback proxy: medians of %d runs of %d calls. All services are offered, one is called.\n\n", o.runs, o.calls)
	header("way")
	one := call(services[0].tool, services[0].args)
	for _, how := range ways {
		if err := w.row(how, how.name, o, o.calls, func(int) string { return one }); err != nil {
			return fmt.Errorf("%s: %w", how.name, err)
		}
	}
	return nil
}

// services calls all eight, so that the modules of all are loaded.
func (w world) services(o options) error {
	fmt.Printf("\nCalls of all eight services in turn, in one process: medians of %d runs of %d calls.\n\n", o.runs, o.calls)
	header("way")
	for _, how := range []way{{"HTTP, thin client", true, 1, false}, {"HTTP, thin clients", true, 16, false}} {
		if err := w.row(how, how.name, o, o.calls, func(i int) string {
			s := services[(i/how.clients+i)%len(services)]
			return call(s.tool, s.args)
		}); err != nil {
			return fmt.Errorf("%s: %w", how.name, err)
		}
	}
	return nil
}

// large has answers that do not fit the budget of one.
func (w world) large(o options) error {
	n := max(o.calls/20, 10)
	fmt.Printf("\nCalls whose proxy answers 400 KB: medians of %d runs of %d calls.\n\n", o.runs, n)
	header("way")
	params := call("tasks_list_tasks", `{"tasklistId":"large"}`)
	for _, how := range []way{{"HTTP, thin client", true, 1, false}, {"HTTP, thin clients", true, 16, false}} {
		if err := w.row(how, how.name, o, n, func(int) string { return params }); err != nil {
			return fmt.Errorf("%s: %w", how.name, err)
		}
	}
	return nil
}
