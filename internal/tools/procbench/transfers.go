package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
)

// transfers moves a file up and down: with wslite, as an account of Google over
// loopback TLS and to the local workspace in its own process, and with curl
// from and to the same server. curl asks for one request each way and checks
// nothing; wslite sends chunks that it could resume, and compares checksums.
func (b bench) transfers(o options) error {
	dir := filepath.Join(b.home, "transfers")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	t := transfer{bench: b, dir: dir, file: filepath.Join(dir, "content.bin"), mib: o.size}
	var err error
	if t.sum, err = t.content(); err != nil {
		return err
	}
	if t.server, err = b.google(dir, nil); err != nil {
		return err
	}
	defer t.server.close()

	// The sandbox's cache is filled by the first of all runs, which is not counted.
	if _, _, err := b.wslite(nil, "--local", "drive", "about", "--json"); err != nil {
		return err
	}
	fmt.Printf("\n%d MiB up and down, medians of %d runs.\n\n", o.size, o.transfers)
	fmt.Println("| transfer | MiB/s | of curl | CPU s | peak MiB |")
	fmt.Println("|---|---|---|---|---|")
	up, down := map[string][]usage{}, map[string][]usage{}
	for range max(o.transfers, 1) {
		for _, c := range t.clients() {
			id, s, err := c.up()
			if err != nil {
				return fmt.Errorf("%s up: %w", c.name, err)
			}
			up[c.name] = append(up[c.name], s)
			if s, err = t.fetch(c, id); err != nil {
				return fmt.Errorf("%s down: %w", c.name, err)
			}
			down[c.name] = append(down[c.name], s)
		}
	}
	t.table("up", up)
	t.table("down", down)
	return nil
}

type transfer struct {
	bench
	dir, file string
	mib       int64
	sum       string
	server    *google
}

// client is a program that moves the file.
type client struct {
	name string
	up   func() (id string, s usage, err error)
	down func(id, to string) (usage, error)
}

const curl = "curl"

func (t transfer) clients() []client {
	list := []client{
		t.wsliteClient("wslite, loopback TLS", t.server.env()),
		t.wsliteClient("wslite --local, one process", nil, "--local"),
	}
	if _, err := exec.LookPath(curl); err != nil {
		return list
	}
	return append([]client{t.curlClient()}, list...)
}

func (t transfer) wsliteClient(name string, env []string, flags ...string) client {
	return client{name, func() (string, usage, error) {
		s, out, err := t.wslite(env, append(flags, "drive", "create-file", "--file", t.file, "--json", "--quiet")...)
		if err != nil {
			return "", s, err
		}
		var answer struct {
			Data struct {
				ID   string `json:"id"`
				File struct {
					ID string `json:"id"`
				} `json:"file"`
			} `json:"data"`
		}
		err = json.Unmarshal([]byte(out), &answer)
		if answer.Data.ID == "" {
			answer.Data.ID = answer.Data.File.ID
		}
		return answer.Data.ID, s, err
	}, func(id, to string) (usage, error) {
		s, _, err := t.wslite(env, append(flags, "drive", "read-file", id, "--output", to, "--json", "--quiet")...)
		return s, err
	}}
}

func (t transfer) curlClient() client {
	const files = "https://www.googleapis.com/upload/drive/v3/files?uploadType=media&fields=id"
	flags := []string{"--silent", "--show-error", "--fail", "--http1.1", "--proxy", t.server.Proxy(), "--cacert", t.server.Authority(), "-H", "Authorization: Bearer bench"}
	return client{curl, func() (string, usage, error) {
		s, out, err := t.process(nil, curl, append(flags, "-X", "POST", "-H", "Content-Type: application/octet-stream", "--upload-file", t.file, files)...)
		if err != nil {
			return "", s, err
		}
		var answer struct {
			ID string `json:"id"`
		}
		err = json.Unmarshal([]byte(out), &answer)
		return answer.ID, s, err
	}, func(id, to string) (usage, error) {
		s, _, err := t.process(nil, curl, append(flags, "--output", to, "https://www.googleapis.com/drive/v3/files/"+id+"?alt=media")...)
		return s, err
	}}
}

// fetch reads a file back and holds it against what went up.
func (t transfer) fetch(c client, id string) (usage, error) {
	to := filepath.Join(t.dir, "back.bin")
	defer os.Remove(to)
	s, err := c.down(id, to)
	if err != nil {
		return s, err
	}
	f, err := os.Open(to)
	if err != nil {
		return s, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return s, err
	}
	if fmt.Sprintf("%x", h.Sum(nil)) != t.sum {
		return s, errors.New("what came back is not what went up")
	}
	return s, nil
}

// content writes the file: bytes that no layer can compress, the same in each
// run.
func (t transfer) content() (sum string, err error) {
	f, err := os.OpenFile(t.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.CopyN(io.MultiWriter(f, h), rand.NewChaCha8([32]byte{}), t.mib<<20)
	return fmt.Sprintf("%x", h.Sum(nil)), errors.Join(err, f.Close())
}

func (t transfer) table(way string, samples map[string][]usage) {
	for _, c := range t.clients() {
		m, ratio := medians(samples[c.name]), "1"
		switch base := samples[curl]; {
		case len(base) == 0:
			ratio = "no curl here"
		case c.name != curl:
			ratio = fmt.Sprintf("%.2f", medians(base).wall/m.wall)
		}
		fmt.Printf("| %s: %s | %.0f | %s | %.2f | %s |\n", way, c.name, float64(t.mib)/m.wall, ratio, m.cpu, m.peakText())
	}
}
