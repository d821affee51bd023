// Command embedplugins builds plugins and puts them where `go build` embeds
// them: for each folder that is given, the metered module and its metadata.
//
//	go run ./internal/tools/embedplugins -out host/plugin/embedded plugins/tasks
//
// It owns the build flags of plugins. It never changes a file whose content
// would be the same, so a build with nothing to do costs no rebuild of the
// binary; and the same sources with the same Go give the same bytes. Files of
// plugins that are not given are removed: the folder holds what was asked for.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/sdk/abi"
)

func main() {
	out := flag.String("out", "", "folder for the modules")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "embedplugins:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, dirs []string) error {
	if out == "" || len(dirs) == 0 {
		return fmt.Errorf("usage: embedplugins -out FOLDER PLUGIN [PLUGIN]")
	}
	tmp, err := os.MkdirTemp("", "embedplugins")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	// Modules whose digests are known need no sandbox at all.
	sb := sync.OnceValues(func() (*sandbox.Sandbox, error) {
		return sandbox.New(sandbox.Config{Limits: limits.Default()})
	})
	built := map[string]string{} // service -> folder
	var catalogs []*abi.Catalog
	for _, dir := range dirs {
		c, err := embed(ctx, out, dir, filepath.Join(tmp, filepath.Base(dir)+".wasm"), sb)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		service := c.Service
		catalogs = append(catalogs, c)
		if other, twice := built[service]; twice {
			return fmt.Errorf("%s and %s both are the service %s", other, dir, service)
		}
		built[service] = dir
	}
	if err := list(out, catalogs); err != nil {
		return err
	}
	return prune(out, built)
}

// list writes what lists of tools show, for all plugins together.
func list(out string, catalogs []*abi.Catalog) error {
	tables, err := risk.Load()
	if err != nil {
		return err
	}
	slices.SortFunc(catalogs, func(a, b *abi.Catalog) int { return strings.Compare(a.Service, b.Service) })
	var all []plugin.Listing
	for _, c := range catalogs {
		l, err := plugin.NewListing(c, tables)
		if err != nil {
			return err
		}
		all = append(all, l)
	}
	name, content := plugin.EncodeListings(all)
	return put(filepath.Join(out, name), content)
}

// embed builds one plugin and gives its catalog.
func embed(ctx context.Context, out, dir, wasmFile string, sb func() (*sandbox.Sandbox, error)) (*abi.Catalog, error) {
	if err := build(ctx, dir, wasmFile); err != nil {
		return nil, err
	}
	original, err := os.ReadFile(wasmFile)
	if err != nil {
		return nil, err
	}
	meta, module, err := plugin.Prepare(ctx, plugin.CatalogIn(sb), original)
	if err != nil {
		return nil, err
	}
	// The folder names the service: this is how a reader finds the source.
	if meta.Service != filepath.Base(dir) {
		return nil, fmt.Errorf("its catalog is that of the service %q", meta.Service)
	}
	doc, err := meta.Encode()
	if err != nil {
		return nil, err
	}
	for ext, data := range map[string][]byte{".wasm": module, ".json": doc} {
		if err := put(filepath.Join(out, meta.Service+ext), data); err != nil {
			return nil, err
		}
	}
	return meta.Catalog, nil
}

// build compiles a plugin. Paths, version control and build ids are left out,
// so that the bytes depend on sources and Go version alone.
func build(ctx context.Context, dir, wasmFile string) error {
	abs, err := filepath.Abs(wasmFile)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid=", "-o", abs, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, strings.TrimSpace(stderr.String()))
	}
	return nil
}

// put writes a file if its content differs.
func put(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	// Through a temporary file, so that an interrupted build embeds no half.
	f, err := os.CreateTemp(filepath.Dir(path), ".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return err
	}
	fmt.Println("wrote", path)
	return nil
}

// prune removes the products of plugins that are no longer there.
func prune(out string, built map[string]string) error {
	for _, pattern := range []string{"*.wasm", "*.json"} {
		files, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil {
			return err
		}
		for _, f := range files {
			base := filepath.Base(f)
			if _, ok := built[strings.TrimSuffix(base, filepath.Ext(base))]; ok {
				continue
			}
			if err := os.Remove(f); err != nil {
				return err
			}
			fmt.Println("removed", f)
		}
	}
	return nil
}
