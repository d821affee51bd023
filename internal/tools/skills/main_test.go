package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/internal/tools/catalogs"
)

const root = "../../.."

// TestSkillsAreCurrent: skills/ is what the catalogs give today, and nothing else.
func TestSkillsAreCurrent(t *testing.T) {
	want, err := render(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "skills")
	seen := 0
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		seen++
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want[filepath.ToSlash(name)]) {
			t.Errorf("skills/%s is stale: make docs writes it", name)
		}
		return nil
	})
	if err != nil || seen != len(want) {
		t.Errorf("%d files, want %d (%v): make docs writes them", seen, len(want), err)
	}
}

// maxSkill is how many bytes a skill may have: an agent loads it whole, beside
// its work. It is some 3 000 tokens.
const maxSkill = 12_000

// Each skill is short, has a head by which an agent chooses it, and names each
// tool of its service once and no tool that does not exist.
func TestSkillsHold(t *testing.T) {
	files, err := render(root)
	if err != nil {
		t.Fatal(err)
	}
	x, err := catalogs.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`^---\nname: ([a-z-]{1,64})\ndescription: ([^\n]+)\n---\n\n# `)
	for name, text := range files {
		if len(text) > maxSkill {
			t.Errorf("%s has %d bytes, more than %d", name, len(text), maxSkill)
		}
		if m := head.FindSubmatch(text); m == nil || len(m[2]) > 1024 || string(m[1])+"/SKILL.md" != name {
			t.Errorf("%s has no head of its own name", name)
		}
	}
	for _, s := range x.Services() {
		text := string(files["wslite-"+s.Name+"/SKILL.md"])
		reads := text[:max(0, strings.Index(text, "\n## Change"))]
		for _, tool := range s.Tools {
			if strings.Count(text, "\n- `"+tool.Name+"`") != 1 && !tool.IsBatchTool {
				t.Errorf("%s does not list %s once", s.Name, tool.Name)
			}
			if read := tables.Resolve(s.Name, tool.Action, nil) == risk.Read; !tool.IsBatchTool && strings.Contains(reads, "\n- `"+tool.Name+"`") != read {
				t.Errorf("%s: whether %s only reads is told wrong", s.Name, tool.Name)
			}
		}
		for _, word := range regexp.MustCompile(`\b`+s.Name+`_[a-z_]+\b`).FindAllString(text, -1) {
			if !slices.ContainsFunc(x.Tools(), func(t *catalog.Tool) bool { return t.Name == word }) {
				t.Errorf("%s names %s, which does not exist", s.Name, word)
			}
		}
	}
}
