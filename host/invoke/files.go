package invoke

import (
	"fmt"
	"strconv"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
)

// openFile is a local file of a call, and where it lies.
type openFile struct {
	backend.File
	path string
	blob *blob.Blob
}

// openFiles opens the local files that the arguments name. It reads the
// caller's arguments and not what the plugin makes of them: a plugin could
// otherwise name a file that nobody meant to send. A batch's operations are
// looked at one by one, each with the tool of its own action.
func (p *Pipeline) openFiles(t *catalog.Tool, args map[string]any, blobs *blob.Store) ([]openFile, error) {
	if !t.IsBatchTool {
		return filesOf(t, args, "", 0, blobs)
	}
	var all []openFile
	ops, _ := args["operations"].([]any)
	for i, op := range ops {
		o, _ := op.(map[string]any)
		action, _ := o["action"].(string)
		params, _ := o["params"].(map[string]any)
		for _, tool := range p.Catalog.ByAction(t.Service, action) {
			files, err := filesOf(tool, params, fmt.Sprintf("operations.%d.params.", i), i, blobs)
			if err != nil {
				return nil, err
			}
			if len(files) > 0 { // two tools of one action take the same files
				all = append(all, files...)
				break
			}
		}
	}
	return all, nil
}

// filesOf opens the files of one tool's arguments. prefix is where they stand.
func filesOf(t *catalog.Tool, args map[string]any, prefix string, operation int, blobs *blob.Store) ([]openFile, error) {
	var files []openFile
	for _, key := range t.FileArgs {
		value, given := args[key]
		if !given {
			continue
		}
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		for i, item := range list {
			path, isText := item.(string)
			if !isText {
				continue // the schema has refused it, or it is null
			}
			place := key
			if isList {
				place += "." + strconv.Itoa(i)
			}
			if blobs == nil {
				return nil, fault.New(fault.NotSupported, "%s%s names a local file, which this way of calling can't read", prefix, place).
					WithField(prefix + place)
			}
			b, err := blobs.OpenFile(path)
			if err != nil {
				if f := fault.Of(err); f != nil && f.Field == "" {
					err = f.WithField(prefix + place)
				}
				return nil, err
			}
			files = append(files, openFile{backend.File{Operation: operation, File: b.File(place)}, path, b})
		}
	}
	return files, nil
}

// keepFiles holds the files of a batch to the operations that they were given
// to: a plugin that moves operations about must not move files with them.
func keepFiles(files []openFile, before, after map[string]any) error {
	if len(files) == 0 {
		return nil
	}
	was, _ := before["operations"].([]any)
	is, _ := after["operations"].([]any)
	same := len(was) == len(is)
	for i := 0; same && i < len(was); i++ {
		same = actionOf(was[i]) == actionOf(is[i])
	}
	if !same {
		return fault.New(fault.PluginViolation, "the plugin changed the operations of a batch that sends files").
			WithHint("nothing was sent")
	}
	return nil
}

func actionOf(operation any) any {
	o, _ := operation.(map[string]any)
	return o["action"]
}

// givesContent says whether the tool's result can go to a file.
func (p *Pipeline) givesContent(t *catalog.Tool, args map[string]any) bool {
	if !t.IsBatchTool {
		return t.Output != nil && t.Output.Content
	}
	ops, _ := args["operations"].([]any)
	for _, op := range ops {
		action, _ := actionOf(op).(string)
		for _, tool := range p.Catalog.ByAction(t.Service, action) {
			if tool.Output != nil && tool.Output.Content {
				return true
			}
		}
	}
	return false
}

// checkOutput refuses an output file for a call that has nothing to put there,
// before anything is sent.
func (p *Pipeline) checkOutput(t *catalog.Tool, args map[string]any, blobs *blob.Store) error {
	if blobs == nil || !blobs.ToFile() {
		return nil
	}
	if p.Proxied {
		return fault.New(fault.NotSupported, "an Apps Script proxy gives no bytes that could go to a file").
			WithHint("leave out the output file, or use a profile with a REST backend")
	}
	if !p.givesContent(t, args) {
		return fault.New(fault.Usage, "the result of %s is no file, so there is nothing to put into the output file", t.Name).
			WithHint("--output takes a path only where a tool gives a file; otherwise json, table, csv or yaml")
	}
	return nil
}
