package catalog

// reservedServices are the command words of wslite itself, and the first words of
// the host's own tools over MCP: a service of that name could not be reached, or
// would shadow what is the host's.
var reservedServices = words(`tools run call batch doctor plugin demo config version completion help repair
	security auth mcp drafts audit outcomes policy local skills search describe wslite`)

// reservedSubs can't be a tool's command word: cobra and the batch sugar use
// them below each service.
var reservedSubs = words("help completion")

// reservedFlags are flags of the host that stand beside a tool's own; those of
// commands that the design names are kept free as well.
var reservedFlags = words(`json yes quiet verbose local dry-run idempotency-key params-json operations-file profile
	config help version confirm jq fields page-all page-limit output force account draft`)

// Keys of arguments that the host handles itself. confirm is never a flag: only a
// person's yes sets it. idempotencyKey shares the host's global flag.
const (
	KeyConfirm        = "confirm"
	KeyIdempotencyKey = "idempotencyKey"
)
