package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// most gives the largest figures of the samples between two numbers of calls.
func (k *soaking) most(from, to int) (u usage, found bool) {
	for _, s := range k.samples {
		if s.calls >= int64(from) && s.calls <= int64(to) {
			u.rss, u.threads, u.files = max(u.rss, s.rss), max(u.threads, s.threads), max(u.files, s.files)
			u.peak, found = s.peak, true
		}
	}
	return u, found
}

// quarters are where the part after the warm-up is cut.
func (k *soaking) quarters() (out [][2]int) {
	part := (k.soakCalls - k.warm) / 4
	for i := range 4 {
		out = append(out, [2]int{k.warm + i*part, k.warm + (i+1)*part})
	}
	return out
}

func (k *soaking) report() {
	fmt.Printf("\n| phase and tool | calls | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|\n")
	for _, kind := range slices.Sorted(maps.Keys(k.took)) {
		if strings.HasPrefix(kind, "warm-up") {
			continue
		}
		t := k.took[kind]
		fmt.Printf("| %s | %d | %.1f | %.1f | %.0f |\n", kind, len(t), percentile(t, 0.5), percentile(t, 0.99), percentile(t, 1))
	}
	fmt.Printf("\n| the server at its largest | MiB | threads | open files |\n|---|---|---|---|\n")
	show := func(what string, from, to int) {
		u, _ := k.most(from, to)
		fmt.Printf("| %s | %.0f | %d | %d |\n", what, u.rss, u.threads, u.files)
	}
	show("in the warm-up", 0, k.warm)
	for _, q := range k.quarters() {
		show(fmt.Sprintf("calls %d to %d", q[0], q[1]), q[0], q[1])
	}
	if n := len(k.samples); n > 0 {
		fmt.Printf("\nPeak %.0f MiB; %d answers said that the server had no room.\n", k.samples[n-1].peak, k.busy.Load())
	}
	fmt.Printf("Mix-ups: %d. Calls that went otherwise than they had to: %d.\n", len(k.mixUps), len(k.failures))
}

// wrong says what answers were not as they had to be.
func (k *soaking) wrong() (out []error) {
	if len(k.mixUps) > 0 {
		out = append(out, fmt.Errorf("%d answers were not their callers', the first: %w", len(k.mixUps), k.mixUps[0]))
	}
	if len(k.failures) > 0 {
		out = append(out, fmt.Errorf("%d calls went otherwise than they had to, the first: %w", len(k.failures), k.failures[0]))
	}
	if n := k.done.Load(); n != int64(k.soakCalls) {
		out = append(out, fmt.Errorf("%d of %d calls were made", n, k.soakCalls))
	}
	return out
}

// grown says what the server has more of at the end than after the warm-up.
func (k *soaking) grown() (out []error) {
	q := k.quarters()
	first, ok1 := k.most(q[0][0], q[0][1])
	last, ok2 := k.most(q[3][0], q[3][1])
	switch {
	case !ok1 || !ok2:
		out = append(out, errors.New("too few calls to say whether memory grows"))
	case last.rss > first.rss+growth:
		out = append(out, fmt.Errorf("the server grew from %.0f to %.0f MiB, more than the %d that it may", first.rss, last.rss, growth))
	}
	if last.files > first.files+moreFiles {
		out = append(out, fmt.Errorf("open files went from %d to %d", first.files, last.files))
	}
	return out
}
