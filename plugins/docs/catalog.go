package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func catalog() abi.Catalog {
	tools := []abi.Tool{
		createBookmark(), createDocument(), createNamedRange(), deleteBookmark(), deleteNamedRange(), deleteParagraph(),
		formatText(), getAsJSON(), getDocument(), getPageSetup(),
		insertHorizontalRule(), insertImage(), insertList(), insertPageBreak(), insertParagraph(), insertTable(),
		listBookmarks(), listNamedRanges(), listTablesOfContents(),
		replaceText(), setFooter(), setHeader(), setText(), updatePageSetup(), updateParagraph(),
	}
	batch := google.BatchTool(&table, tools, google.Batch{
		What: "one document",
		When: "Choose it for edits that belong together, and the single tool for one. " +
			"Each sees what the earlier ones changed, paragraph indexes included.",
		Confirm: "delete, or replace the whole text,",
		Outer:   []schema.Field{documentID()},
		Examples: []string{
			`wslite docs batch --params-json '{"documentId":"1AbCdEfGh","operations":[{"action":"replaceText","params":{"findText":"{{name}}","replaceText":"Ada"}},{"action":"pageBreakInsert"}]}'`,
		},
	})
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "docs",
		Title:    "Google Docs",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    append([]abi.Tool{batch}, tools...),
	}
}

// tool is one tool; all but docs_create_document take the document first.
func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	return google.Words(google.Tool(&table, action, group, title, description, input...), "documentId")
}

func examples(t abi.Tool, lines ...string) abi.Tool {
	t.Examples = lines
	return t
}
