'use strict';

const { calendar } = require('@googleapis/calendar');
const { equal, refused, all, options, run } = require('./check.cjs');

const at = (dateTime) => ({ dateTime, timeZone: 'Europe/Zurich' });

run(async () => {
  const { events, calendars, calendarList, freebusy, acl, settings } = calendar({ version: 'v3', ...options });
  const primary = { calendarId: 'primary' };
  const series = (await events.insert({
    ...primary, sendUpdates: 'none', requestBody: {
      summary: 'Weekly', start: at('2026-10-19T09:00:00'), end: at('2026-10-19T09:30:00'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      attendees: [{ email: 'ann@example.org' }],
    },
  })).data;
  const expanded = { ...primary, singleEvents: true, orderBy: 'startTime', timeZone: 'Europe/Zurich' };
  const [instances, last] = await all((p) => events.list(p), { ...expanded, maxResults: 2 }, 'items');
  equal('over the change of the clocks', instances.map((e) => e.start.dateTime), ['2026-10-19T09:00:00+02:00', '2026-10-26T09:00:00+01:00', '2026-11-02T09:00:00+01:00']);
  equal('zone', last.timeZone, 'Europe/Zurich');
  await events.patch({ ...primary, eventId: instances[1].id, requestBody: { summary: 'Moved', start: at('2026-10-27T10:00:00'), end: at('2026-10-27T10:30:00') } });
  await events.delete({ ...primary, eventId: instances[2].id });
  const left = (await events.instances({ ...primary, eventId: series.id, timeZone: 'Europe/Zurich' })).data.items;
  equal('exceptions', left.map((e) => `${e.summary} ${e.start.dateTime}`), ['Weekly 2026-10-19T09:00:00+02:00', 'Moved 2026-10-27T10:00:00+01:00']);

  const day = (await events.insert({ ...primary, requestBody: { summary: 'Fair', start: { date: '2026-10-20' }, end: { date: '2026-10-22' } } })).data;
  equal('all day', [day.start.date, day.end.date], ['2026-10-20', '2026-10-22']);
  const busy = (await freebusy.query({ requestBody: { timeMin: '2026-10-19T00:00:00Z', timeMax: '2026-10-20T00:00:00Z', items: [{ id: 'primary' }] } })).data;
  equal('busy', busy.calendars.primary.busy, [{ start: '2026-10-19T07:00:00Z', end: '2026-10-19T07:30:00Z' }]);

  const { nextSyncToken } = (await events.list(primary)).data;
  const renamed = (await events.patch({ ...primary, eventId: day.id, requestBody: { summary: 'Book fair' } })).data;
  const changed = (await events.list({ ...primary, syncToken: nextSyncToken })).data;
  equal('since then', changed.items.map((e) => e.summary), ['Book fair']);
  await refused('an old version', () => events.update({ ...primary, eventId: day.id, requestBody: { ...day, summary: 'x' } }, { headers: { 'If-Match': day.etag } }), 412, 'conditionNotMet');
  equal('the version of now', (await events.update({ ...primary, eventId: day.id, requestBody: renamed }, { headers: { 'If-Match': renamed.etag } })).data.summary, 'Book fair');

  const team = (await calendars.insert({ requestBody: { summary: 'Team' } })).data;
  equal('list', (await calendarList.list()).data.items.map((c) => c.id), ['me@example.com', team.id]);
  equal('moved', (await events.move({ ...primary, eventId: day.id, destination: team.id })).data.organizer.email, team.id);
  await acl.insert({ calendarId: team.id, requestBody: { role: 'reader', scope: { type: 'user', value: 'ann@example.org' } } });
  equal('rules', (await acl.list({ calendarId: team.id })).data.items.map((r) => r.role).toSorted(), ['owner', 'reader']);
  equal('setting', (await settings.get({ setting: 'weekStart' })).data.value, '0');

  await refused('a missing event', () => events.get({ ...primary, eventId: 'nope00' }), 404, 'notFound');
  await refused('a deleted one', () => events.delete({ ...primary, eventId: instances[2].id }), 410, 'deleted');
  await refused('an end before the start', () => events.insert({ ...primary, requestBody: { start: at('2026-10-19T09:00:00'), end: at('2026-10-19T08:00:00') } }), 400, 'timeRangeEmpty');
  await refused('a made-up token', () => events.list({ ...primary, syncToken: 'x' }), 410, 'fullSyncRequired');
});
