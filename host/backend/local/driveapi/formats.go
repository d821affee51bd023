package driveapi

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
)

// The types that native documents are imported from and exported to.
const (
	typePlain    = "text/plain"
	typeHTML     = "text/html"
	typeMarkdown = "text/markdown"
	typeCSV      = "text/csv"
	typeTSV      = "text/tab-separated-values"
)

// convert makes one format of another; both are whole texts in memory, which
// the limits of imports and exports keep small.
type convert func([]byte) ([]byte, error)

// imports are the formats that become native documents, kept as HTML and CSV.
var imports = map[string]map[string]convert{
	mimeDocument:    {typePlain: plainToHTML, typeHTML: cleanHTML, typeMarkdown: markdownToHTML},
	mimeSpreadsheet: {typeCSV: csvToCSV, typeTSV: tsvToCSV},
}

// exports are the formats that native documents are exported to. A
// presentation here has no slides, so its text is none.
var exports = map[string]map[string]convert{
	mimeDocument:     {typePlain: htmlToPlain, typeHTML: htmlToPage, typeMarkdown: htmlToMarkdown},
	mimeSpreadsheet:  {typeCSV: csvToCSV, typeTSV: csvToTSV},
	mimePresentation: {typePlain: func([]byte) ([]byte, error) { return nil, nil }},
}

// kept is the format that a native type is kept in.
var kept = map[string]string{mimeDocument: typeHTML, mimeSpreadsheet: typeCSV}

func csvToCSV(data []byte) ([]byte, error) { return table(data, ',', ',') }
func tsvToCSV(data []byte) ([]byte, error) { return table(data, '\t', ',') }
func csvToTSV(data []byte) ([]byte, error) { return table(data, ',', '\t') }

// table reads lines of fields as spreadsheets do, forgiving stray quotes and
// lines of different lengths, and writes them with CRLF as Google does.
func table(data []byte, from, to rune) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = from, -1, true
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma, w.UseCRLF = to, true
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if to == '\t' {
			// A tab or a line break in a cell would part it.
			for i := range record {
				record[i] = strings.Join(strings.FieldsFunc(record[i], func(r rune) bool { return r == '\t' || r == '\n' || r == '\r' }), " ")
			}
		}
		if err := w.Write(record); err != nil {
			return nil, err
		}
	}
	w.Flush()
	// Like Google's, the last line has no end.
	return bytes.TrimSuffix(out.Bytes(), []byte("\r\n")), w.Error()
}
