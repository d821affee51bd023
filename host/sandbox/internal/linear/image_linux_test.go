package linear

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// imageOf is an image of some pages with something in each other one.
func imageOf(t *testing.T, pages int) (*Image, []byte) {
	t.Helper()
	content := make([]byte, pages*Page)
	for i := range content {
		if i/Page%2 == 0 {
			content[i] = byte(i%251) + 1
		}
	}
	image, err := NewImage(content)
	if err != nil {
		t.Skipf("this system can't: %v", err)
	}
	t.Cleanup(func() { image.Close() })
	return image, content
}

// sharing is a memory of the image's size that could grow, and shares it.
func sharing(t *testing.T, image *Image) ([]byte, *Shared) {
	t.Helper()
	var m Memories
	m.Allocate(0, page).Reallocate(page) // another one of the same instance
	l := m.Allocate(0, 64*page)
	t.Cleanup(l.Free)
	memory := l.Reallocate(uint64(image.size))
	copy(memory, "what an initialisation left")
	s, lost, err := image.Share(&m, memory)
	if err != nil || lost {
		t.Fatalf("%v, lost %v", err, lost)
	}
	return memory, s
}

func TestASharedMemoryTellsEachPageThatWasWritten(t *testing.T) {
	image, content := imageOf(t, 5*page/Page)
	memory, s := sharing(t, image)
	other, _ := sharing(t, image)
	if !bytes.Equal(memory, content) || !bytes.Equal(image.Content(), content) {
		t.Fatal("the memory does not hold the image")
	}
	random := rand.New(rand.NewPCG(1, 2))
	written := []int{len(content)/Page - 1} // by Share's own proof
	for range 40 {
		at := random.IntN(len(memory))
		memory[at] = 0xff
		if p := at / Page; !slices.Contains(written, p) {
			written = append(written, p)
		}
		slices.Sort(written)
		got, err := s.Changed()
		if err != nil || !slices.Equal(got, written) {
			t.Fatalf("%v, %v, want %v", got, err, written)
		}
	}
	// Setting back makes a page no other's again; it stays among those to look at.
	copy(memory, content)
	if got, err := s.Changed(); err != nil || len(got) != len(memory)/Page {
		t.Errorf("%d of %d pages after all were written, %v", len(got), len(memory)/Page, err)
	}
	if !bytes.Equal(other, content) || !bytes.Equal(image.Content(), content) {
		t.Error("one memory sees what another wrote, or the image changed")
	}
}

func TestAnImageCanNotBeWrittenTo(t *testing.T) {
	image, _ := imageOf(t, 2)
	if _, err := image.file.WriteAt([]byte("x"), 0); err == nil {
		t.Error("an image was changed")
	}
	if err := image.file.Truncate(0); err == nil {
		t.Error("an image was cut")
	}
}

func TestShareTakesItsOwnMemoryAlone(t *testing.T) {
	image, _ := imageOf(t, 2*page/Page)
	var m Memories
	l := m.Allocate(0, 4*page)
	t.Cleanup(l.Free)
	memory := l.Reallocate(3 * page)
	for name, wrong := range map[string][]byte{
		"another size": memory, "a part": memory[page:], "another's": make([]byte, 2*page), "none": nil,
	} {
		if _, lost, err := image.Share(&m, wrong); err == nil || lost {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := NewImage(make([]byte, Page+1)); err == nil {
		t.Error("an image of part of a page")
	}
}

// Beyond the image memory grows as ever: zero, and its own.
func TestASharedMemoryGrows(t *testing.T) {
	image, content := imageOf(t, 2*page/Page)
	var m Memories
	l := m.Allocate(0, 8*page)
	t.Cleanup(l.Free)
	memory := l.Reallocate(2 * page)
	if _, _, err := image.Share(&m, memory); err != nil {
		t.Fatal(err)
	}
	grown := l.Reallocate(8 * page)
	if &grown[0] != &memory[0] || !bytes.Equal(grown[:2*page], content) {
		t.Error("growing moved or changed what was there")
	}
	if slices.ContainsFunc(grown[2*page:], func(b byte) bool { return b != 0 }) {
		t.Error("new memory is not zero")
	}
}
