// A session of the official TypeScript client over HTTP, with a human who says yes,
// no, nothing, or something that is none of these. Takes the server's address and
// token, the program, and a plugin to add while the server runs. Prints "N checks
// passed".
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { ElicitRequestSchema, ToolListChangedNotificationSchema } = require('@modelcontextprotocol/sdk/types.js');

const [url, token, program, plugin] = process.argv.slice(2);

let checks = 0;
const check = (ok, what) => { assert.ok(ok, what); checks++; };
const text = (res) => res.content.map((c) => c.text ?? '').join('\n');
const code = (res) => res.structuredContent?.error?.code;

// until waits for something that the server sends by itself.
const until = async (what, seen) => {
  for (let i = 0; i < 600 && !seen(); i++) await new Promise((r) => setTimeout(r, 100));
  check(seen(), what);
};

const open = async (shown) => {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${shown}` } } });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  await client.connect(transport);
  return { client, transport };
};

const refused = async (what, promise) => {
  const [e] = await Promise.allSettled([promise]);
  check(e.status === 'rejected', what);
  return e.reason;
};

(async () => {
  const wrong = await refused('another token', open(token.slice(1) + 'x'));
  check(String(wrong.code) === '401' || /401|unauthorized/i.test(String(wrong)), String(wrong));

  const { client, transport } = await open(token);
  check(transport.sessionId, 'a session');
  check(client.getServerCapabilities().tools.listChanged === true, 'the list may change');

  await work(client); // first, so that what follows is held against the schemas
  await human(client);
  await files(client);
  await plugins(client);

  await transport.terminateSession();
  await refused('a session that was ended', client.listTools());
  await client.close();
  console.log(`${checks} checks passed`);
  process.exit(0);
})().catch((e) => { console.error(e); process.exit(1); });

// human: a mail leaves only where its form came back accepted and with a yes in it.
async function human(client) {
  const asked = [];
  let answer;
  client.setRequestHandler(ElicitRequestSchema, (req, extra) => { asked.push(req.params); return answer(extra); });
  const mail = (subject) => ({ name: 'gmail_send', arguments: { to: 'me@example.com', subject, body: 'Paid.' } });
  const noes = {
    declined: { action: 'decline' },
    closed: { action: 'cancel' },
    'accepted without a word': { action: 'accept' },
    'accepted with an empty form': { action: 'accept', content: {} },
    'accepted with a no': { action: 'accept', content: { approve: false } },
    'accepted with the word true': { action: 'accept', content: { approve: 'true' } },
    'accepted with another field': { action: 'accept', content: { ok: true } },
    'declined with a yes in it': { action: 'decline', content: { approve: true } },
  };
  for (const [how, no] of Object.entries(noes)) {
    answer = () => no;
    const res = await client.callTool(mail(how));
    check(res.isError && code(res) === 'CONFIRMATION_REQUIRED', `${how}: ${text(res)}`);
  }
  answer = () => { throw new Error('the window broke'); };
  const broken = await client.callTool(mail('broken'));
  check(broken.isError && code(broken) === 'CONFIRMATION_REQUIRED', text(broken));

  // A call that is given up while its human thinks: a yes that comes late is none.
  const giveUp = new AbortController();
  let late;
  answer = () => {
    giveUp.abort('enough');
    late = new Promise((r) => setTimeout(r, 200)).then(() => ({ action: 'accept', content: { approve: true } }));
    return late;
  };
  await refused('a call that was given up', client.callTool(mail('given up'), undefined, { signal: giveUp.signal }));
  await late;

  const before = asked.length;
  answer = () => ({ action: 'accept', content: { approve: true } });
  const yes = await client.callTool(mail('agreed'));
  check(!yes.isError && asked.length === before + 1, text(yes));
  check(asked.at(-1).message.includes('│ Paid.') && asked.at(-1).message.includes('me@example.com'), asked.at(-1).message);
  const sent = await client.callTool({ name: 'gmail_search_messages', arguments: { query: 'in:sent to:me@example.com' } });
  for (const how of [...Object.keys(noes), 'broken', 'given up']) check(!text(sent).includes(how), `${how} was sent: ${text(sent)}`);
  check(text(sent).includes('agreed'), text(sent));
}

// work: progress, and answers. Once the client has read the list it holds each of
// them against its tool's schema, and refuses what does not fit.
async function work(client) {
  const { tools } = await client.listTools();
  check(tools.length >= 218, `${tools.length} tools`);
  for (const name of ['tasks_batch', 'tasks_list_tasks', 'tasks_get_task', 'gmail_send', 'drive_create_file', 'drive_read_file']) {
    check(tools.find((t) => t.name === name)?.outputSchema?.type === 'object', `${name} says what it answers`);
  }
  const told = [];
  const operations = ['a', 'b', 'c'].map((title) => ({ action: 'tasksCreate', params: { tasklistId: '@default', title } }));
  const batch = await client.callTool({ name: 'tasks_batch', arguments: { operations } }, undefined, { onprogress: (p) => told.push(p) });
  check(!batch.isError, text(batch));
  check(told.length >= 3 && told.every((p, i) => i === 0 || p.progress > told[i - 1].progress), JSON.stringify(told));
  const list = await client.callTool({ name: 'tasks_list_tasks', arguments: { tasklistId: '@default' } });
  check(list.structuredContent.success === true && Array.isArray(list.structuredContent.data.items ?? list.structuredContent.data), JSON.stringify(list.structuredContent));
  const wrong = await client.callTool({ name: 'tasks_get_task', arguments: { tasklistId: '@default', taskId: 'nowhere' } });
  check(wrong.isError && code(wrong) === 'NOT_FOUND', text(wrong));
}

// files: what is too long for an answer is a resource of the session.
async function files(client) {
  const content = Array.from({ length: 6000 }, (_, i) => `line ${i}`).join('\n');
  const made = await client.callTool({ name: 'drive_create_file', arguments: { name: 'long.txt', content } });
  check(!made.isError, text(made));
  const read = await client.callTool({ name: 'drive_read_file', arguments: { fileId: made.structuredContent.data.file.id } });
  const link = read.content.find((c) => c.type === 'resource_link');
  check(!read.isError && link && text(read).length < content.length, JSON.stringify(read).slice(0, 500));
  const { contents } = await client.readResource({ uri: link.uri });
  check(contents[0].text.includes('line 5999'), contents[0].text.slice(0, 200));

  const other = await open(token);
  await refused('a link of another session', other.client.readResource({ uri: link.uri }));
  await other.transport.terminateSession();
  await other.client.close();
}

// plugins: a plugin that a person adds is there without a new session.
async function plugins(client) {
  let told = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => { told++; });
  execFileSync(program, ['plugin', 'add', plugin, '--yes'], { stdio: 'pipe' });
  const { tools } = await client.listTools();
  check(tools.some((t) => t.name === 'notes_list'), 'the tools of a plugin that was added');
  await until('the list changed', () => told > 0);
}
