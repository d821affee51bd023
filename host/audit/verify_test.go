package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// change is one thing that somebody may do to the files of a log.
type change struct {
	name string
	do   func(v *vandal, t *rapid.T)
	// what are the findings of which one must be there.
	what []string
}

var changes = []change{
	{"edit a byte", (*vandal).editByte, []string{Edited, Reordered, Dropped, CutOff}},
	{"drop a line", (*vandal).dropLine, []string{Dropped, CutOff, Reordered}},
	{"swap two lines", (*vandal).swapLines, []string{Reordered}},
	{"drop a file", (*vandal).dropFile, []string{MissingFile}},
	{"swap two files", (*vandal).swapFiles, []string{Reordered}},
	{"cut the end", (*vandal).cutEnd, []string{CutOff, MissingFile}},
	{"insert a line", (*vandal).insertLine, []string{Edited, Reordered, Dropped}},
	{"duplicate a line", (*vandal).duplicateLine, []string{Reordered}},
	{"replace a line by one with a hash of its own", (*vandal).forge, []string{Edited}},
	{"hide a second value in a line", (*vandal).twoValues, []string{Edited}},
	{"remove the head", (*vandal).dropHead, []string{CutOff}},
	{"damage the head", (*vandal).damageHead, []string{CutOff, Edited, MissingFile}},
}

// A log of any records, with rotation and several writers, is whole; after any
// one change it is not, and the check says so.
func TestVerifyFindsEachChange(t *testing.T) {
	root := t.TempDir()
	met := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(root, "log")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		fill(rt, dir)
		if rep := mustVerify(rt, dir); len(rep.Findings)+len(rep.Notes) > 0 {
			rt.Fatalf("before any change: %+v", rep)
		}
		c := rapid.SampledFrom(changes).Draw(rt, "change")
		v := load(rt, dir)
		c.do(v, rt)
		if v.same() {
			return // there was nothing to change in this log
		}
		v.save(rt)
		met[c.name]++
		rep := mustVerify(rt, dir)
		if len(rep.Findings) == 0 {
			rt.Fatalf("%s: nothing was found", c.name)
		}
		if !slices.ContainsFunc(rep.Findings, func(f Finding) bool { return slices.Contains(c.what, f.What) }) {
			rt.Fatalf("%s: found %+v", c.name, rep.Findings)
		}
	})
	for _, c := range changes {
		if met[c.name] == 0 {
			t.Logf("%s was not drawn", c.name)
		}
	}
}

// Each change by itself leaves few findings: the check goes on behind it.
func TestVerifySaysWhere(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(lines [][]byte) [][]byte
		want []Finding
	}{
		{"edited", func(l [][]byte) [][]byte {
			l[3] = bytes.Replace(l[3], []byte(`"sentBytes":812`), []byte(`"sentBytes":813`), 1)
			return l
		}, []Finding{{Line: 4, What: Edited}}},
		{"garbage", func(l [][]byte) [][]byte { l[3] = []byte("x"); return l }, []Finding{{Line: 4, What: Edited}}},
		{"dropped", func(l [][]byte) [][]byte { return slices.Delete(l, 3, 5) }, []Finding{{Line: 4, What: Dropped}}},
		{"swapped", func(l [][]byte) [][]byte { l[3], l[4] = l[4], l[3]; return l }, []Finding{{Line: 5, What: Reordered}}},
		{"moved to the end", func(l [][]byte) [][]byte { return append(slices.Delete(slices.Clone(l), 3, 4), l[3]) },
			[]Finding{{Line: 9, What: Reordered}}},
		{"twice", func(l [][]byte) [][]byte { return slices.Insert(l, 4, l[3]) }, []Finding{{Line: 5, What: Reordered}}},
		{"inserted", func(l [][]byte) [][]byte { return slices.Insert(l, 4, []byte("{}")) }, []Finding{{Line: 5, What: Edited}}},
		{"no header", func(l [][]byte) [][]byte { return l[1:] }, []Finding{{Line: 1, What: Reordered}}},
		{"cut", func(l [][]byte) [][]byte { return l[:7] }, []Finding{{Line: 7, What: CutOff}}},
		{"two", func(l [][]byte) [][]byte {
			l[2] = bytes.Replace(l[2], []byte("ada"), []byte("eve"), 1)
			return slices.Delete(l, 5, 6)
		}, []Finding{{Line: 3, What: Edited}, {Line: 6, What: Dropped}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := openTest(t, Options{})
			add(t, l, 8)
			path := filepath.Join(l.o.Dir, fileName(1))
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := c.do(bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")))
			if err := os.WriteFile(path, append(bytes.Join(lines, []byte("\n")), '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
			got := verify(t, l.o.Dir).Findings
			for i := range got {
				if got[i].Message == "" || got[i].File != fileName(1) {
					t.Errorf("%+v", got[i])
				}
				got[i].Message, got[i].File = "", ""
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestVerifyBoundsItsReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, fileName(1)), []byte(strings.Repeat("x\n", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if rep := verify(t, dir); len(rep.Findings) != maxFindings || !rep.More || rep.Lines != 5000 {
		t.Errorf("%d findings, %v", len(rep.Findings), rep.More)
	}
}

func mustVerify(t *rapid.T, dir string) Report {
	rep, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// fill writes a log of a few files with several writers in turn.
func fill(t *rapid.T, dir string) {
	now := clock()
	keep := rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "keep")
	var logs []*Log
	for range rapid.IntRange(1, 3).Draw(t, "writers") {
		l, err := Open(Options{Dir: dir, RotateBytes: rapid.Int64Range(600, 6000).Draw(t, "rotate"), Keep: keep, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, l)
	}
	for range rapid.IntRange(1, 15).Draw(t, "lines") {
		r := Record{
			Event:   rapid.SampledFrom([]string{Attempt, Outcome, Refused, DryRun, DraftEvent, Resolved, Read}).Draw(t, "event"),
			Actor:   rapid.String().Draw(t, "actor"),
			Tool:    rapid.StringMatching(`[a-z_]{0,20}`).Draw(t, "tool"),
			Reasons: rapid.SliceOfN(rapid.StringMatching(`[a-z.]{1,10}`), 0, 3).Draw(t, "reasons"),
			Attempt: rapid.IntRange(0, 3).Draw(t, "attempt"),
		}
		if err := rapid.SampledFrom(logs).Draw(t, "writer").Append(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// vandal is a log in memory, by lines, that is changed and written back.
type vandal struct {
	dir    string
	names  []string
	files  [][][]byte
	head   []byte
	before string
}

func load(t *rapid.T, dir string) *vandal {
	v := &vandal{dir: dir}
	list, err := numbers(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range list {
		data, err := os.ReadFile(filepath.Join(dir, fileName(n)))
		if err != nil {
			t.Fatal(err)
		}
		v.names = append(v.names, fileName(n))
		v.files = append(v.files, bytes.SplitAfter(data[:len(data)-1], []byte("\n")))
		last := &v.files[len(v.files)-1]
		(*last)[len(*last)-1] = append(slices.Clone((*last)[len(*last)-1]), '\n')
	}
	if v.head, err = os.ReadFile(filepath.Join(dir, headName)); err != nil {
		t.Fatal(err)
	}
	v.before = v.bytes()
	return v
}

func (v *vandal) bytes() string {
	var b bytes.Buffer
	for i, lines := range v.files {
		b.WriteString(v.names[i] + "\n")
		b.Write(bytes.Join(lines, nil))
	}
	return b.String() + string(v.head)
}

func (v *vandal) same() bool { return v.bytes() == v.before }

func (v *vandal) save(t *rapid.T) {
	list, _ := numbers(v.dir)
	for _, n := range list {
		os.Remove(filepath.Join(v.dir, fileName(n)))
	}
	os.Remove(filepath.Join(v.dir, headName))
	for i, lines := range v.files {
		if err := os.WriteFile(filepath.Join(v.dir, v.names[i]), bytes.Join(lines, nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if v.head != nil {
		if err := os.WriteFile(filepath.Join(v.dir, headName), v.head, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// pick chooses a line.
func (v *vandal) pick(t *rapid.T, label string) (file, line int) {
	file = rapid.IntRange(0, len(v.files)-1).Draw(t, label+" file")
	return file, rapid.IntRange(0, len(v.files[file])-1).Draw(t, label+" line")
}

func (v *vandal) editByte(t *rapid.T) {
	f, l := v.pick(t, "at")
	raw := slices.Clone(v.files[f][l])
	raw[rapid.IntRange(0, len(raw)-1).Draw(t, "byte")] = rapid.Byte().Draw(t, "value")
	v.files[f][l] = raw
}

func (v *vandal) dropLine(t *rapid.T) {
	f, l := v.pick(t, "at")
	v.files[f] = slices.Delete(slices.Clone(v.files[f]), l, l+1)
}

func (v *vandal) swapLines(t *rapid.T) {
	f, l := v.pick(t, "one")
	g, m := v.pick(t, "other")
	v.files[f][l], v.files[g][m] = v.files[g][m], v.files[f][l]
}

func (v *vandal) dropFile(t *rapid.T) {
	f, _ := v.pick(t, "at")
	v.files, v.names = slices.Delete(v.files, f, f+1), slices.Delete(v.names, f, f+1)
}

func (v *vandal) swapFiles(t *rapid.T) {
	f, _ := v.pick(t, "one")
	g, _ := v.pick(t, "other")
	v.files[f], v.files[g] = v.files[g], v.files[f]
}

// cutEnd takes bytes from the end, over lines and files.
func (v *vandal) cutEnd(t *rapid.T) {
	last := len(v.files) - 1
	all := bytes.Join(v.files[last], nil)
	n := rapid.IntRange(1, len(all)).Draw(t, "bytes")
	v.files[last] = [][]byte{all[:len(all)-n]}
	if n == len(all) && rapid.Bool().Draw(t, "the file, too") {
		v.files, v.names = v.files[:last], v.names[:last]
	}
}

// insertLine puts a line between two others: garbage, or one that is whole by
// itself.
func (v *vandal) insertLine(t *rapid.T) {
	f, l := v.pick(t, "behind")
	raw := []byte(rapid.StringMatching(`[^\n\r]{0,30}`).Draw(t, "garbage"))
	if rapid.Bool().Draw(t, "a line") {
		forged := line{Record: sample(1), Seq: rapid.Int64Range(1, 40).Draw(t, "seq"), Prev: noHash}
		raw, _ = forged.encode()
	}
	v.files[f] = slices.Insert(slices.Clone(v.files[f]), l+1, append(raw, '\n'))
}

func (v *vandal) duplicateLine(t *rapid.T) {
	f, l := v.pick(t, "at")
	g, m := v.pick(t, "behind")
	v.files[g] = slices.Insert(slices.Clone(v.files[g]), m+1, v.files[f][l])
}

// forge changes a line and makes its hash anew; the place in the chain stays.
func (v *vandal) forge(t *rapid.T) {
	f, at := v.pick(t, "at")
	l, err := parse(bytes.TrimSuffix(v.files[f][at], []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	l.Actor += "x"
	raw, err := l.encode()
	if err != nil {
		t.Fatal(err)
	}
	v.files[f][at] = append(raw, '\n')
}

// twoValues puts a member into a line a second time and makes its hash anew:
// readers of JSON disagree on which of the two counts.
func (v *vandal) twoValues(t *rapid.T) {
	f, at := v.pick(t, "at")
	raw := bytes.TrimSuffix(v.files[f][at], []byte("\n"))
	l, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	raw = bytes.Replace(raw, []byte(`,"prev":`), []byte(`,"event":"read","prev":`), 1)
	hash := hashOf(raw, l.Hash)
	v.files[f][at] = append(bytes.Replace(raw, hashMember(l.Hash), hashMember(hash), 1), '\n')
}

func (v *vandal) dropHead(*rapid.T) { v.head = nil }

func (v *vandal) damageHead(t *rapid.T) {
	v.head = slices.Clone(v.head)
	if rapid.Bool().Draw(t, "shorten") {
		v.head = v.head[:rapid.IntRange(0, len(v.head)-1).Draw(t, "to")]
		return
	}
	// The last member is the machine's start, which says nothing of the log.
	end, _, _ := bytes.Cut(v.head, []byte(`,"boot":`))
	v.head[rapid.IntRange(0, len(end)-1).Draw(t, "byte")] = rapid.ByteRange('a', 'z').Draw(t, "value")
}
