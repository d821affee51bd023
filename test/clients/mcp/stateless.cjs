// The official TypeScript client against a server without sessions: nobody can be
// asked between two requests, so a mail waits as a draft until a person agrees with
// the program. Takes the server's address and token, and the program. Prints "N
// checks passed".
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { ElicitRequestSchema } = require('@modelcontextprotocol/sdk/types.js');

const [url, token, program] = process.argv.slice(2);

let checks = 0;
const check = (ok, what) => { assert.ok(ok, what); checks++; };
const text = (res) => res.content.map((c) => c.text ?? '').join('\n');

(async () => {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  let asked = 0;
  client.setRequestHandler(ElicitRequestSchema, () => { asked++; return { action: 'accept', content: { approve: true } }; });
  await client.connect(transport);
  check(transport.sessionId === undefined, 'no session');

  const { tools } = await client.listTools();
  check(tools.length >= 218, `${tools.length} tools`);
  const made = await client.callTool({ name: 'tasks_create_task', arguments: { tasklistId: '@default', title: 'Pay the rent' } });
  check(!made.isError, text(made));

  const waits = await client.callTool({ name: 'gmail_send', arguments: { to: 'me@example.com', subject: 'Rent', body: 'Paid.' } });
  const { draftId } = waits.structuredContent;
  check(asked === 0 && typeof draftId === 'string' && text(waits).includes(draftId), text(waits));
  const status = async () => text(await client.callTool({ name: 'wslite_draft_status', arguments: { draftId } }));
  const before = await status();
  check(before.includes('waits') && !before.includes('was run'), before);
  execFileSync(program, ['--local', 'drafts', 'approve', draftId, '--revision', '1', '--run', '--yes'], { stdio: 'pipe' });
  const after = await status();
  check(after.includes('was run'), after);
  const sent = await client.callTool({ name: 'gmail_search_messages', arguments: { query: 'in:sent to:me@example.com' } });
  check(text(sent).includes('Rent'), text(sent));
  await client.close();
  console.log(`${checks} checks passed`);
  process.exit(0);
})().catch((e) => { console.error(e); process.exit(1); });
