'use strict';

const { gmail } = require('@googleapis/gmail');
const { equal, refused, all, options, rootUrl, run } = require('./check.cjs');

const mail = (body, ...fields) => [...fields, '', body].join('\r\n');
const raw = (text) => Buffer.from(text).toString('base64url');
const text = (data) => Buffer.from(data, 'base64url').toString();
const field = (message, name) => message.payload.headers.find((h) => h.name.toLowerCase() === name)?.value;

run(async () => {
  const { users } = gmail({ version: 'v1', ...options });
  const me = { userId: 'me' };
  const profile = (await users.getProfile(me)).data;
  equal('address', profile.emailAddress, 'me@example.com');

  const first = (await users.messages.send({ ...me, requestBody: { raw: raw(mail('Größe?', 'To: me@example.com', 'Subject: =?UTF-8?B?R3LDvMOfZQ==?=', 'Message-ID: <n1@example.com>', 'Content-Type: text/plain; charset=utf-8')) } })).data;
  equal('labels', first.labelIds.toSorted(), ['INBOX', 'SENT', 'UNREAD']);
  const reply = (await users.messages.send({ ...me, requestBody: { threadId: first.threadId, raw: raw(mail('42', 'To: me@example.com', 'Subject: =?UTF-8?Q?Re:_Gr=C3=BC=C3=9Fe?=', 'In-Reply-To: <n1@example.com>', 'References: <n1@example.com>')) } })).data;
  equal('thread', reply.threadId, first.threadId);
  const found = (await users.messages.list({ ...me, q: 'subject:grüße größe' })).data;
  equal('found', found.messages.map((m) => m.id), [first.id]);
  const full = (await users.messages.get({ ...me, id: first.id })).data;
  equal('subject', field(full, 'subject'), 'Grüße');
  equal('body', text(full.payload.body.data).trim(), 'Größe?');
  const thread = (await users.threads.get({ ...me, id: first.threadId, format: 'metadata', metadataHeaders: ['In-Reply-To'] })).data;
  equal('the reply answers', field(thread.messages[1], 'in-reply-to'), '<n1@example.com>');

  // The content of a mail as it is, with a file.
  const parts = mail('--b\r\nContent-Type: text/plain\r\n\r\nhi\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="a.csv"\r\n\r\n1,2\r\n--b--\r\n',
    'To: ann@example.org', 'Subject: File', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b');
  const draft = (await users.drafts.create({ ...me, requestBody: {}, media: { mimeType: 'message/rfc822', body: parts } }, { rootUrl })).data;
  const sent = (await users.drafts.send({ ...me, requestBody: { id: draft.id } })).data;
  equal('sent', sent.labelIds, ['SENT']);
  const file = (await users.messages.get({ ...me, id: sent.id })).data.payload.parts[1];
  equal('file name', file.filename, 'a.csv');
  const content = (await users.messages.attachments.get({ ...me, messageId: sent.id, id: file.body.attachmentId })).data;
  equal('file', text(content.data).trim(), '1,2');

  const label = (await users.labels.create({ ...me, requestBody: { name: 'Node/Test' } })).data;
  await users.messages.batchModify({ ...me, requestBody: { ids: [first.id, reply.id], addLabelIds: [label.id], removeLabelIds: ['UNREAD'] } });
  const [labelled] = await all((p) => users.messages.list(p), { ...me, labelIds: [label.id], maxResults: 1 }, 'messages');
  equal('pages', labelled.map((m) => m.id), [reply.id, first.id]);
  await users.messages.trash({ ...me, id: reply.id });
  equal('without the trash', (await users.messages.list({ ...me, q: 'label:node-test' })).data.messages.length, 1);
  await users.settings.filters.create({ ...me, requestBody: { criteria: { from: 'x@example.org' }, action: { addLabelIds: [label.id] } } });
  equal('filters', (await users.settings.filters.list(me)).data.filter.map((f) => f.criteria.from), ['x@example.org']);
  await users.settings.updateVacation({ ...me, requestBody: { enableAutoReply: true, responseSubject: 'Away' } });
  equal('vacation', (await users.settings.getVacation(me)).data.responseSubject, 'Away');
  const history = (await users.history.list({ ...me, startHistoryId: profile.historyId, historyTypes: ['messageAdded'] })).data;
  equal('history', history.history.at(0).messagesAdded[0].message.id, first.id);

  await refused('a missing message', () => users.messages.get({ ...me, id: '18c0ffee' }), 404, 'notFound');
  await refused('a mail to nobody', () => users.messages.send({ ...me, requestBody: { raw: raw(mail('x', 'Subject: x')) } }), 400, 'invalidArgument');
  await refused('a label twice', () => users.labels.create({ ...me, requestBody: { name: 'node/test' } }), 409, 'aborted');
});
