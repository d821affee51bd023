package calendarapi

import "sync"

// timesCache remembers the times of series, since reading a recurrence costs
// more than expanding a page of it. It may be used by many goroutines.
type timesCache struct {
	mu   sync.Mutex
	rows map[int64]cachedTimes
}

type cachedTimes struct {
	raw   string // the data that was read: a row's number alone may come again
	times times
}

// maxCached bounds the memory; a full cache starts anew.
const maxCached = 20_000

// of gives the times of a row.
func (c *timesCache) of(e *eventRow) (times, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if got, ok := c.rows[e.seq]; ok && got.raw == e.raw {
		return got.times, nil
	}
	data, err := e.data()
	if err != nil {
		return times{}, err
	}
	t, err := readTimes(data)
	if err != nil {
		return times{}, err
	}
	if c.rows == nil || len(c.rows) >= maxCached {
		c.rows = map[int64]cachedTimes{}
	}
	c.rows[e.seq] = cachedTimes{e.raw, t}
	return t, nil
}
