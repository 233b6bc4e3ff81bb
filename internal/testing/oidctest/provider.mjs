// A real OpenID Connect provider for tests. It prints its address on a line of its
// own and ends when its input does. NODE_MODULES names where oidc-provider is.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.env.NODE_MODULES}/anchor.js`);
const { Provider } = await import(pathToFileURL(require.resolve('oidc-provider')).href);
const { createServer } = await import('node:http');

const people = JSON.parse(process.env.PEOPLE);
const server = createServer();
await new Promise((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: 'plumbline', client_secret: 'a secret of the tests', redirect_uris: JSON.parse(process.env.REDIRECTS) }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
  cookies: { keys: ['for tests alone'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true } },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
});
server.on('request', provider.callback());
process.stdout.write(`${issuer}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
