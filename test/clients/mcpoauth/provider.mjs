// An OpenID provider on this machine, for tests: access tokens are JWTs for the
// resource that a client names, else opaque. Anybody may sign in by any name, which
// becomes the sub of the tokens. It prints its address and serves until its input
// ends.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// NODE_PATH counts for require alone.
const { Provider } = await import(pathToFileURL(join(process.env.NODE_PATH, 'oidc-provider', 'lib', 'index.js')).href);

const key = (type, options, rest) => ({ ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }), use: 'sig', ...rest });

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{
      client_id: 'agent', application_type: 'native', token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/callback'], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
    }],
    jwks: { keys: [key('rsa', { modulusLength: 2048 }, { kid: 'id', alg: 'RS256' }), key('ec', { namedCurve: 'P-256' }, { kid: 'at', alg: 'ES256' })] },
    cookies: { keys: ['of-a-test'] },
    scopes: ['openid', 'offline_access', 'email'],
    claims: { email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, email: `${id}@corp.example`, email_verified: true }) }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // A client that names none gets a token for the userinfo endpoint alone.
        defaultResource: (_, __, oneOf) => oneOf,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'wslite mail', audience: resource, accessTokenTTL: 3600, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server.on('request', provider.callback());
  console.log(issuer);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
