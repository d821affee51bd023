package schema

import (
	"testing"
)

func benchTool(b *testing.B, name string, args map[string]any) {
	tool := peer(b).Tool(name)
	b.Run("compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Compile(tool.Input); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compile and check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s, err := Compile(tool.Input)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Check(args); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		s, err := Compile(tool.Input)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.Check(args); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSmallTool(b *testing.B) {
	benchTool(b, "tasks_create_task", map[string]any{"tasklistId": "l1", "title": "t"})
}

func BenchmarkLargestTool(b *testing.B) {
	benchTool(b, "sheets_format_range", map[string]any{"spreadsheetId": "s", "range": "A1"})
}

func BenchmarkLargestBatch(b *testing.B) {
	op := func(action string, params map[string]any) any {
		return map[string]any{"action": action, "params": params}
	}
	benchTool(b, "drive_batch", map[string]any{"operations": []any{
		op("about", map[string]any{}), op("fileGet", map[string]any{"fileId": "f"}),
		op("fileList", map[string]any{}), op("fileGet", map[string]any{"fileId": "g"})}})
}

// Every tool of every service in one go, for the cost of one.
func BenchmarkCompileAll(b *testing.B) {
	tools := peer(b).Tools()
	for b.Loop() {
		for _, t := range tools {
			if _, err := Compile(t.Input); err != nil {
				b.Fatal(err)
			}
		}
	}
}
