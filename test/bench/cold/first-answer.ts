import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { prepareSigningKeys } from '../../../infra/local/signing-keys.ts';
import { issueToken, type UserClaims } from '../../../lib/people/sessions/tokens.ts';

const ID = '0196f7a1-0000-7000-8000-000000000001';

const USER: UserClaims = {
  session_type: 'user',
  jti: ID,
  sid: ID,
  sub: ID,
  email: 'ada@example.com',
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Marlow',
  profile_id: ID,
  organization_id: ID,
  global_admin: false,
  roles: ['owner'],
  permissions: [],
};

/** A table that holds nothing and answers at once. */
const emptyTable = async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify({ Responses: {}, Items: [], Count: 0 }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

/**
 * The input of a function for one request of a signed-in user, with an empty table: its environment and the
 * gateway's event, in which every path variable is the id of something that isn't there.
 */
export const firstRequest = async (folder: string) => {
  const table = await emptyTable();
  const settings = {
    ...(await prepareSigningKeys(folder)),
    BASE_URL: 'http://127.0.0.1:4000',
    TABLE_NAME: 'bench',
  };
  const restore = setEnvironment(settings);
  const { token } = await issueToken(USER, 3600);
  restore();
  const event = {
    httpMethod: 'GET',
    path: '/',
    headers: { authorization: `Bearer ${token}` },
    pathParameters: Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((name) => [name, ID])),
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: ID, identity: {} },
  };
  return {
    env: { ...settings, AWS_ENDPOINT_URL_DYNAMODB: table.url, EVENT: JSON.stringify(event) },
    stop: table.stop,
  };
};
