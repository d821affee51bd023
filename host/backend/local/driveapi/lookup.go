package driveapi

import (
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// reach finds the file of a request that the user may see: 404 for one that is
// unknown, that nobody shared, or that is in a shared drive while the client
// does not support those.
func (a *API) reach(tx *store.Tx, c *gapi.Call, id string) (*fileRow, error) {
	return a.find(tx, id, allDrives(c.Query))
}

// allDrives says whether the client supports shared drives.
func allDrives(q gapi.Query) bool {
	return q.Bool("supportsAllDrives", false) || q.Bool("supportsTeamDrives", false)
}

func (a *API) find(tx *store.Tx, id string, drives bool) (*fileRow, error) {
	f, err := rowByID(tx, id)
	if err != nil {
		return nil, err
	}
	if f.lost || f.drive.Valid && !drives {
		return nil, fileNotFound(id)
	}
	return f, nil
}

// findFor finds a file, also in a shared drive, for which the user must have a
// role: for the methods that know no supportsAllDrives.
func (a *API) findFor(tx *store.Tx, id string, need role) (*fileRow, error) {
	f, err := a.find(tx, id, true)
	if err != nil {
		return nil, err
	}
	return f, a.demand(tx, f, need)
}

func (a *API) demand(tx *store.Tx, f *fileRow, need role) error {
	have, err := a.sight(tx).mine(f)
	if err != nil {
		return err
	}
	if have < need {
		return noPermission(f.id)
	}
	return nil
}
