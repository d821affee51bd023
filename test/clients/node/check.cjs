// What the scenarios share: assertions that count themselves, and the options
// that point a client at the workspace.
'use strict';

const assert = require('node:assert/strict');

let checks = 0;

exports.equal = (what, got, want) => {
  assert.deepEqual(got, want, `${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  checks++;
};

// refused demands Google's error with a code and a reason.
exports.refused = async (what, call, code, reason) => {
  const err = await call().then(() => undefined, (e) => e);
  assert.ok(err, `${what}: it was not refused`);
  const answer = err.response?.data?.error;
  exports.equal(what, [Number(err.status ?? err.code), answer?.errors?.[0]?.reason], [code, reason]);
};

// all joins the pages of a list.
exports.all = async (list, params, items) => {
  const out = [];
  for (let pageToken; ;) {
    const { data } = await list({ ...params, pageToken });
    out.push(...(data[items] ?? []));
    pageToken = data.nextPageToken;
    if (!pageToken) return [out, data];
  }
};

// rootUrl is the workspace. Uploads ignore what a client was made with and
// need it once more, with the call.
exports.rootUrl = process.argv[2];
exports.options = { rootUrl: exports.rootUrl, headers: { Authorization: 'Bearer none' } };

// run ends the process with the number of checks, or with what failed.
exports.run = (scenario) => scenario().then(
  () => console.log(`${checks} checks passed`),
  (err) => { console.error(err.stack); process.exitCode = 1; },
);
