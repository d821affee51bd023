package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func listItems() abi.Tool {
	t := tool("itemsList", "list", "List a form's items",
		"Lists a form's questions, sections and page breaks in order, with id, type, title and choices. "+
			"Start here before changing, moving or deleting an item. Refuses a form of more than 200 items.",
		formID())
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "item", Plural: "items",
		Columns: []abi.Column{
			{Key: "title", Title: "Title"}, {Key: "type", Title: "Type"}, {Key: "index", Title: "Index"}, {Key: "itemId", Title: "Id"},
			{Key: "required", Title: "Required", Wide: true}, {Key: "choices", Title: "Choices", Wide: true}, {Key: "helpText", Title: "Help", Wide: true},
		},
		Hint: "Give an item's id as itemId to change, move or delete it.",
	}
	return examples(t, "wslite forms list-items 1AbCdEfGh")
}

// itemTypes are written both ways; PARAGRAPH is another word for
// PARAGRAPH_TEXT.
func itemTypes() schema.Schema {
	return schema.Enum("TEXT", "text", "PARAGRAPH_TEXT", "PARAGRAPH", "paragraph_text", "paragraph",
		"MULTIPLE_CHOICE", "multiple_choice", "CHECKBOX", "checkbox", "LIST", "list", "SCALE", "scale",
		"DATE", "date", "TIME", "time", "SECTION_HEADER", "section_header", "PAGE_BREAK", "page_break")
}

func addItem() abi.Tool {
	fields := []schema.Field{
		formID(),
		schema.Required("itemType", itemTypes().
			Describe("TEXT is one line, PARAGRAPH_TEXT several; MULTIPLE_CHOICE takes one choice, CHECKBOX many, LIST is a drop-down.")),
		schema.Optional("index", google.Index().Describe("Its place, counted from 0. Left out, it comes last.")),
	}
	fields = append(append(fields, itemFields()...), google.IdempotencyKey())
	return examples(tool("itemAdd", "write", "Add an item",
		"Adds a question, a section heading or a page break to a form and returns it with its id. "+
			"What does not fit the type (choices of a TEXT, bounds of a DATE) is ignored with a warning. For several items use forms_batch.",
		fields...),
		`wslite forms add-item 1AbCdEfGh MULTIPLE_CHOICE --title "Tea or coffee?" --choices '["Tea","Coffee"]' --required`,
		`wslite forms add-item 1AbCdEfGh SCALE --title "How was it?" --lower-bound 1 --upper-bound 5 --left-label bad --right-label good`)
}

func updateItem() abi.Tool {
	return examples(tool("itemUpdate", "write", "Change an item",
		"Changes an item's texts, choices or bounds and returns it; what is not given stays as it is. "+
			"New choices replace all the old ones, and their branching, images and answer keys are lost. The type can't change: delete the item and add another.",
		append([]schema.Field{formID(), itemID()}, itemFields()...)...),
		`wslite forms update-item 1AbCdEfGh 123456 --title "Tea, coffee or water?"`)
}

func moveItem() abi.Tool {
	return examples(tool("itemMove", "write", "Move an item",
		"Moves an item to another place in its form and returns it. The items between move by one.",
		formID(), itemID(),
		schema.Required("index", google.Index().Describe("The place it has afterwards, counted from 0."))),
		"wslite forms move-item 1AbCdEfGh 123456 0")
}

func deleteItem() abi.Tool {
	return tool("itemDelete", "manage", "Delete an item",
		"Deletes an item from a form. Needs confirmation. The answers to it are no longer shown with the form.",
		formID(), itemID(), google.Confirm())
}
