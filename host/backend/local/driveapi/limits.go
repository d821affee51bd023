package driveapi

// Limits of Google Drive, and page sizes.
const (
	// maxUpload is how large a file may be, in bytes. Google's 5 TB are no limit to
	// a workspace that lies in one file on this machine's disk, and a client
	// that never stops would fill it.
	maxUpload   = 20 << 30
	maxName     = 32_767  // bytes; the documents give no number
	maxDepth    = 100     // folders below the top
	maxChildren = 500_000 // items in a folder
	maxShares   = 100     // permissions directly on an item, as shared drives have it

	maxPropertiesKind  = 30  // of a file, public and private each
	maxPropertiesBytes = 124 // key and value together

	maxKept      = 200                   // revisions of a file that are kept for ever
	maxRevisions = 100                   // revisions of a file that are not
	revisionsFor = 30 * 24 * 3600 * 1000 // milliseconds that a revision that is not kept stays
	maxComment   = 32_768                // characters; the documents give no number
	maxExport    = 10 << 20              // bytes of an export
	maxImportDoc = 10 << 20              // bytes that become a document
	maxIndexed   = 256 << 10             // bytes of content that the search knows
	maxDriveName = 4096                  // bytes; the documents give no number
	storageLimit = 15 << 30              // bytes of the account

	filesPage, maxFilesPage         = 100, 1000
	permissionsPage                 = 100
	commentsPage, maxCommentsPage   = 20, 100
	revisionsPage, maxRevisionsPage = 200, 1000
	drivesPage, maxDrivesPage       = 10, 100
	changesPage, maxChangesPage     = 100, 1000
	idsCount, maxIDsCount           = 10, 1000
)
