// Loaded before every scenario: a name that is not this machine's own can't be
// looked up, so a request that goes elsewhere by mistake fails here.
'use strict';

const dns = require('node:dns');

const own = (host) => host === 'localhost' || host === '127.0.0.1' || host === '::1';
const refusal = (host) => new Error(`the test asked for the address of ${host}: only this machine may be reached`);

const lookup = dns.lookup;
dns.lookup = (host, ...rest) => (own(host) ? lookup(host, ...rest) : rest.at(-1)(refusal(host)));
const promised = dns.promises.lookup;
dns.promises.lookup = async (host, ...rest) => {
  if (!own(host)) throw refusal(host);
  return promised(host, ...rest);
};
