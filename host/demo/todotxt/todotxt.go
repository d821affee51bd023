// Package todotxt reads the todo.txt format (one task a line: priority, dates,
// +projects, @contexts, key:value pairs), as its public description has it:
// https://github.com/todotxt/todo.txt
//
// It only reads. A line that follows no rule is a task with a title: the
// format has no syntax errors.
package todotxt

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// maxLine bounds one line, in bytes.
const maxLine = 64 << 10

// Task is one line.
type Task struct {
	// Done says that the line is marked with a leading "x ".
	Done bool
	// Priority is "A" to "Z", or empty.
	Priority string
	// Completed and Created are calendar dates (yyyy-mm-dd), or empty.
	Completed, Created string
	// Title is the text without projects, contexts and key:value pairs.
	Title string
	// Projects and Contexts come without their sign, in the order they stand.
	Projects, Contexts []string
	// Due is the value of due:yyyy-mm-dd, or empty.
	Due string
	// Line is the line's number, from 1.
	Line int
}

// Read reads all tasks. Blank lines are skipped; a byte-order mark and CRLF
// are accepted. The error names the line that is no text or too long.
func Read(r io.Reader) ([]Task, error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxLine)
	var tasks []Task
	n := 0
	for sc.Scan() {
		n++
		line := sc.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
			return nil, fmt.Errorf("line %d is not UTF-8 text", n)
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		t := parse(line)
		t.Line = n
		tasks = append(tasks, t)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("after line %d: %w", n, err)
	}
	return tasks, nil
}

func parse(line string) Task {
	var t Task
	words := strings.Fields(line)
	if len(words) > 1 && words[0] == "x" {
		t.Done = true
		words = words[1:]
	}
	if len(words) > 1 && isPriority(words[0]) {
		t.Priority = words[0][1:2]
		words = words[1:]
	}
	// A finished task has its completion date first, then its creation date;
	// an open one only the latter.
	if t.Done && len(words) > 1 && isDate(words[0]) {
		t.Completed, words = words[0], words[1:]
	}
	if len(words) > 1 && isDate(words[0]) {
		t.Created, words = words[0], words[1:]
	}
	var title []string
	for _, w := range words {
		key, value, pair := strings.Cut(w, ":")
		switch {
		case len(w) > 1 && w[0] == '+':
			t.Projects = append(t.Projects, w[1:])
		case len(w) > 1 && w[0] == '@':
			t.Contexts = append(t.Contexts, w[1:])
		case pair && key == "due" && isDate(value):
			t.Due = value
		case pair && key == "pri" && len(value) == 1 && t.Priority == "":
			t.Priority = value
		default:
			title = append(title, w)
		}
	}
	t.Title = strings.Join(title, " ")
	if t.Title == "" {
		t.Title = strings.Join(words, " ")
	}
	return t
}

func isPriority(w string) bool {
	return len(w) == 3 && w[0] == '(' && w[1] >= 'A' && w[1] <= 'Z' && w[2] == ')'
}

func isDate(w string) bool {
	_, err := time.Parse(time.DateOnly, w)
	return err == nil
}
