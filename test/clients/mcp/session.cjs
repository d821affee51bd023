// One session of the official TypeScript client: the program that a configuration
// names, started as that client starts it. Prints "N checks passed".
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const { ElicitRequestSchema, ProgressNotificationSchema } = require('@modelcontextprotocol/sdk/types.js');

let checks = 0;
const check = (ok, what) => { assert.ok(ok, what); checks++; };
const text = (res) => res.content.map((c) => c.text ?? '').join('\n');

(async () => {
  const { mcpServers } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
  const [name] = Object.keys(mcpServers);
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const asked = [];
  let answer = { action: 'decline' };
  client.setRequestHandler(ElicitRequestSchema, (req) => { asked.push(req.params); return answer; });
  await client.connect(new StdioClientTransport({ ...mcpServers[name], env: { HOME: process.env.HOME, PATH: process.env.PATH } }));

  const { tools } = await client.listTools();
  check(tools.length >= 218, `${tools.length} tools`);
  check(tools.some((t) => t.name === 'wslite_draft_status'), 'the tools for drafts');

  const seen = [];
  client.setNotificationHandler(ProgressNotificationSchema, (n) => { seen.push(n.params); });
  const made = await client.callTool({ name: 'tasks_create_task', arguments: { tasklistId: '@default', title: 'Pay the rent' } });
  check(!made.isError, text(made));
  const list = await client.callTool({ name: 'tasks_list_tasks', arguments: { tasklistId: '@default' } });
  check(!list.isError && text(list).includes('Pay the rent'), text(list));
  check(list._meta?.trust === 'untrusted_external', 'the answer is marked');

  const mail = { name: 'gmail_send', arguments: { to: 'me@example.com', subject: 'Rent', body: 'Paid.' } };
  const no = await client.callTool(mail);
  check(no.isError && no.structuredContent.error.code === 'CONFIRMATION_REQUIRED', text(no));
  answer = { action: 'accept', content: { approve: true } };
  const yes = await client.callTool(mail);
  check(!yes.isError, text(yes));
  check(asked.length === 2 && asked[1].message.includes('│ Paid.'), JSON.stringify(asked));
  check(asked[1].requestedSchema.properties.approve.type === 'boolean', 'the form');

  const { prompts } = await client.listPrompts();
  check(prompts.some((p) => p.name === 'inbox_triage'), JSON.stringify(prompts));
  const { resourceTemplates } = await client.listResourceTemplates();
  check(resourceTemplates.some((r) => r.uriTemplate === 'wslite://tasks/list/{tasklistId}'), JSON.stringify(resourceTemplates));
  const read = await client.readResource({ uri: 'wslite://tasks/list/%40default' });
  check(read.contents[0].text.includes('Pay the rent'), JSON.stringify(read));
  await client.close();
  console.log(`${checks} checks passed`);
})().catch((e) => { console.error(e); process.exit(1); });
