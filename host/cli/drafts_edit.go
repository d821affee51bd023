package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// editOptions are the flags of edit.
type editOptions struct {
	set, unset []string
	revision   int
	refresh    bool
}

func (a *App) draftsEditCommand() *cobra.Command {
	var o editOptions
	cmd := &cobra.Command{
		Use:   "edit ID",
		Short: "Change the arguments of a draft",
		Long: `Change the arguments of a draft. Everything that follows from them is made anew, the
revision rises, and an approval is void: the draft waits for a new one. An edit
that changes nothing changes nothing, but renews a draft that has expired.

--set takes the tool's own flags and reads values as they do; --params-json gives
all arguments anew. Without either, the arguments open as JSON in $VISUAL or
$EDITOR. --refresh keeps the arguments and looks again at the files and at what
would be sent now.`,
		Example: "  wslite drafts edit d-4f7kq2m9xw3b --set subject='Minutes of Monday' --unset cc\n" +
			"  wslite drafts edit d-4f7k --params-json @args.json\n  wslite drafts edit d-4f7k --refresh",
		Args:              exactArgs(1, "the id of a draft"),
		ValidArgsFunction: a.completeDrafts(draft.Pending, draft.Approved, draft.Rejected, draft.Failed, draft.Expired),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.draftsEdit(cmd, args[0], o) },
	}
	cmd.Flags().StringArrayVar(&o.set, "set", nil, "give an argument another value: `KEY=VALUE`; once for each")
	cmd.Flags().StringArrayVar(&o.unset, "unset", nil, "take the argument `KEY` away; once for each")
	cmd.Flags().IntVar(&o.revision, "revision", 0, "edit this revision `N` and no other")
	cmd.Flags().BoolVar(&o.refresh, "refresh", false, "make the draft anew also where no argument changes")
	return cmd
}

func (a *App) draftsEdit(cmd *cobra.Command, word string, o editOptions) error {
	ctx := cmd.Context()
	d, err := a.oneDraft(cmd, word, "params-json", "local", "account")
	if err != nil {
		return err
	}
	if err := seen(d, o.revision, ""); err != nil {
		return err
	}
	if err := d.Editable(); err != nil {
		return err
	}
	if len(o.set)+len(o.unset) == 0 && !a.globals.paramsJSONSet && !o.refresh {
		return a.draftsEditByHand(ctx, d)
	}
	args, err := a.editedArgs(d, o)
	if err != nil {
		return err
	}
	if !o.refresh && !changes(d, args) {
		return a.printEdited(d, d)
	}
	after, err := a.editDraft(ctx, d, args)
	if err != nil {
		return err
	}
	return a.printEdited(d, after)
}

func (a *App) draftsEditByHand(ctx context.Context, d *draft.Draft) error {
	if !a.CanPrompt() {
		return fault.New(fault.Usage, "nothing says what to change, and there is no terminal to edit at").
			WithHint("give --set KEY=VALUE, --unset KEY, --params-json or --refresh")
	}
	after, err := a.editByHand(ctx, d)
	if err != nil {
		return err
	}
	return a.printEdited(d, after)
}

func (a *App) printEdited(before, after *draft.Draft) error {
	changed := after.Revision != before.Revision
	if a.globals.JSON {
		o := draftObject(after)
		o.add("changed", changed)
		return writeJSON(a.Out, o)
	}
	if !changed {
		_, err := fmt.Fprintf(a.Out, "Nothing is changed: %s stays at revision %d.\n", after.ID, after.Revision)
		return err
	}
	void := ""
	if before.Approval != nil {
		void = fmt.Sprintf(" The approval of revision %d is void.", before.Revision)
	}
	_, err := fmt.Fprintf(a.Out, "Edited %s: revision %d waits for approval.%s\n", after.ID, after.Revision, void)
	return err
}

// changes says whether arguments differ from those of a draft. One that has
// expired, or was rejected or failed, is brought back by the same ones.
func changes(d *draft.Draft, args map[string]any) bool {
	if d.State != draft.Pending && d.State != draft.Approved {
		return true
	}
	before, err1 := canon.Of(storedArgs(d))
	after, err2 := canon.Of(args)
	return err1 != nil || err2 != nil || !bytes.Equal(before, after)
}

// editDraft makes a new revision of d with other arguments.
func (a *App) editDraft(ctx context.Context, d *draft.Draft, args map[string]any) (*draft.Draft, error) {
	p, err := a.pipelineOf(ctx, d)
	if err != nil {
		return nil, err
	}
	blobs := blob.New(a.blobOptions())
	defer blobs.Close()
	after, res, err := p.EditDraft(ctx, d, args, blobs)
	if res != nil {
		for _, w := range res.Warnings {
			a.note("warning: %s", w)
		}
	}
	return after, err
}

// editedArgs lays --set and --unset over the arguments of a draft, or over those
// of --params-json, and checks the result as the tool's own command would.
func (a *App) editedArgs(d *draft.Draft, o editOptions) (map[string]any, error) {
	t, s, err := a.toolOf(d)
	if err != nil {
		return nil, err
	}
	parser := &argParser{tool: t, byFlag: flagIndex(t, s.Properties()), globals: &a.globals}
	parser.out.flags.Values = map[string]schema.FlagValue{}
	for _, pair := range o.set {
		name, value, found := strings.Cut(pair, "=")
		if !found {
			return nil, fault.New(fault.Usage, "--set takes KEY=VALUE, not %q", text.Line(pair)).WithField("set")
		}
		prop, err := argument(t, s, name)
		if err != nil {
			return nil, err
		}
		if prop.TextList {
			parser.setItem(name, prop.Key, value)
		} else {
			parser.set(name, prop.Key, schema.FlagValue{Text: value})
		}
	}
	for _, w := range parser.out.dropped {
		a.note("warning: %s", w)
	}
	base, err := a.editBase(d, t, s, o)
	if err != nil {
		return nil, err
	}
	flags := parser.out.flags
	flags.ParamsJSON = &base
	return s.Parse(t, flags, a.files())
}

// editBase is the JSON text that --set is laid over.
func (a *App) editBase(d *draft.Draft, t *catalog.Tool, s *schema.Schema, o editOptions) (string, error) {
	args := storedArgs(d)
	if a.globals.paramsJSONSet {
		if a.globals.ParamsJSON == "" {
			return "", fault.New(fault.Usage, "--params-json is empty").WithHint("give a JSON object, @FILE or -")
		}
		if len(o.unset) > 0 {
			return "", fault.New(fault.Usage, "--params-json gives all arguments anew, so --unset has no effect; leave one of them out")
		}
		return a.globals.ParamsJSON, nil
	}
	for _, name := range o.unset {
		prop, err := argument(t, s, name)
		if err != nil {
			return "", err
		}
		if slices.ContainsFunc(o.set, func(pair string) bool {
			set, _, _ := strings.Cut(pair, "=")
			other, err := argument(t, s, set)
			return err == nil && other.Key == prop.Key
		}) {
			return "", fault.New(fault.Usage, "%s is both set and unset", prop.Key)
		}
		delete(args, prop.Key)
	}
	return jsonText(args)
}

// toolOf finds a draft's tool and its schema.
func (a *App) toolOf(d *draft.Draft) (*catalog.Tool, *schema.Schema, error) {
	x, err := a.catalogOf(d.Payload.Service)
	if err != nil {
		return nil, nil, err
	}
	t := x.Tool(d.Payload.Tool)
	if t == nil {
		return nil, nil, fault.New(fault.DraftRefused, "the tool %q of draft %s does not exist any more", text.Line(d.Payload.Tool), d.ID)
	}
	s, err := schema.Compile(t.Input)
	return t, s, err
}

// argument finds a tool's argument by its key or by its flag.
func argument(t *catalog.Tool, s *schema.Schema, name string) (schema.Property, error) {
	name = strings.TrimPrefix(name, "--")
	if name == catalog.KeyConfirm {
		return schema.Property{}, fault.New(fault.Usage, "confirm is no argument: only a person's yes confirms").
			WithHint("wslite drafts approve asks for it")
	}
	if prop, ok := s.Property(name); ok {
		return prop, nil
	}
	if prop, ok := flagIndex(t, s.Properties())[name]; ok {
		return prop, nil
	}
	var known []string
	for _, prop := range s.Properties() {
		known = append(known, prop.Key)
	}
	err := fault.New(fault.Usage, "%s has no argument %q", t.Name, text.Line(name))
	if near, ok := text.Suggest(name, known); ok {
		return schema.Property{}, err.WithHint("did you mean %s?", near)
	}
	return schema.Property{}, err.WithHint("%s --help lists them", commandOf(t))
}
