'use strict';

const { createHash } = require('node:crypto');
const { Readable } = require('node:stream');
const { drive } = require('@googleapis/drive');
const { equal, refused, all, options, rootUrl, run } = require('./check.cjs');

const folderType = 'application/vnd.google-apps.folder';

// digest reads a stream to its end.
const digest = async (stream) => {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    size += chunk.length;
  }
  return [size, hash.digest('hex')];
};

run(async () => {
  const { about, files, permissions, comments, replies, revisions, changes, drives } = drive({ version: 'v3', ...options });
  const create = async (name, body, more) => (await files.create({ requestBody: { name, ...more }, media: { mimeType: 'text/plain', body }, fields: '*' }, { rootUrl })).data;
  equal('user', (await about.get({ fields: 'user' })).data.user.emailAddress, 'me@example.com');
  const { startPageToken } = (await changes.getStartPageToken()).data;
  const folder = (await files.create({ requestBody: { name: 'F', mimeType: folderType } })).data.id;
  const file = await create('Übersicht.txt', 'hello', { parents: [folder] });
  equal('made', [file.size, file.mimeType, file.parents], ['5', 'text/plain', [folder]]);
  equal('content', (await files.get({ fileId: file.id, alt: 'media' }, { responseType: 'text' })).data, 'hello');
  equal('a part', (await files.get({ fileId: file.id, alt: 'media' }, { responseType: 'text', headers: { Range: 'bytes=1-3' } })).data, 'ell');

  // A stream of 17 MiB goes up in one request, and comes down as a stream.
  const chunk = Buffer.alloc(1 << 20, '0123456789abcdef');
  const sum = createHash('md5');
  for (let i = 0; i < 17; i++) sum.update(chunk);
  const want = [17 << 20, sum.digest('hex')];
  const large = await create('large.bin', Readable.from(Array(17).fill(chunk)));
  equal('large', [Number(large.size), large.md5Checksum], want);
  equal('large, back', await digest((await files.get({ fileId: large.id, alt: 'media' }, { responseType: 'stream' })).data), want);

  await files.update({ fileId: file.id, requestBody: { name: 'Notes.txt' }, media: { mimeType: 'text/plain', body: 'second' } }, { rootUrl });
  equal('revisions', (await revisions.list({ fileId: file.id, fields: 'revisions(size)' })).data.revisions, [{ size: '5' }, { size: '6' }]);
  const [found] = await all((p) => files.list(p), { q: `name contains 'notes' or '${folder}' in parents or mimeType = '${folderType}'`, orderBy: 'name', pageSize: 1 }, 'files');
  equal('found', found.map((f) => f.name), ['F', 'Notes.txt']);
  const doc = (await files.create({ requestBody: { name: 'Doc', mimeType: 'application/vnd.google-apps.document' }, media: { mimeType: 'text/html', body: '<h1>Title</h1>' } }, { rootUrl })).data;
  equal('exported', (await files.export({ fileId: doc.id, mimeType: 'text/markdown' }, { responseType: 'text' })).data.trim(), '# Title');

  const ann = (await permissions.create({ fileId: file.id, requestBody: { type: 'user', role: 'reader', emailAddress: 'ann@example.org' } })).data;
  await permissions.update({ fileId: file.id, permissionId: ann.id, requestBody: { role: 'writer' } });
  equal('permissions', (await permissions.list({ fileId: file.id })).data.permissions.map((p) => p.role), ['owner', 'writer']);
  const comment = (await comments.create({ fileId: file.id, requestBody: { content: 'Why?' }, fields: 'id' })).data;
  await replies.create({ fileId: file.id, commentId: comment.id, requestBody: { content: 'Because', action: 'resolve' }, fields: 'id' });
  equal('comment', (await comments.get({ fileId: file.id, commentId: comment.id, fields: 'content,resolved,replies(content)' })).data, { content: 'Why?', resolved: true, replies: [{ content: 'Because' }] });
  const team = (await drives.create({ requestId: 'r', requestBody: { name: 'Team' } })).data;
  equal('shared drive', (await drives.get({ driveId: team.id })).data.name, 'Team');
  await files.update({ fileId: large.id, requestBody: { trashed: true } });
  await files.delete({ fileId: doc.id });
  const since = (await changes.list({ pageToken: startPageToken, fields: 'changes(fileId,removed)' })).data.changes;
  equal('removed', since.filter((c) => c.removed).map((c) => c.fileId), [doc.id]);

  await refused('a missing file', () => files.get({ fileId: 'none' }), 404, 'notFound');
  await refused('a broken query', () => files.list({ q: 'name is 1' }), 400, 'invalid');
  await refused('a folder as content', () => files.get({ fileId: folder, alt: 'media' }), 403, 'fileNotDownloadable');
});
