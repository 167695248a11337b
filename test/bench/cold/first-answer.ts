import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { prepareSigningKeys } from '../../../infra/local/signing-keys.ts';
import { generateKeyPem } from '../../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../../lib/aws/keys/seal-certificate.ts';
import { DAY, timestampIn } from '../../../lib/base/clock.ts';
import { issueToken, type UserClaims } from '../../../lib/people/sessions/tokens.ts';
import { organizationAt } from '../../../lib/storage/organizations.ts';
import { profileAt } from '../../../lib/storage/profiles.ts';
import { sessionAt } from '../../../lib/storage/sessions.ts';
import { userAt } from '../../../lib/storage/users.ts';

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

/** The records of the user's session, without which every request is refused. */
const SIGNED_IN = [
  {
    ...sessionAt(ID, ID),
    ...{ id: ID, owner_id: ID, user_id: ID, organization_id: ID, profile_id: ID, client_id: null, source: 'password' },
    expires_at: timestampIn(DAY),
  },
  { ...userAt(ID), id: ID, email: USER.email, email_verified: true },
  {
    ...profileAt(ID, ID),
    ...{ id: ID, user_id: ID, organization_id: ID, first_name: 'Ada', last_name: 'Marlow' },
    ...{ roles: ['owner'], permissions: [], locked: false },
  },
  { ...organizationAt(ID), id: ID, name: 'Marlow & Co' },
];

/** Whatever is asked: a batch has more than the asked items, which the reader passes over. */
const ANSWER = { Responses: { bench: SIGNED_IN.map((record) => marshall(record)) }, Items: [], Count: 0 };

/**
 * A table that holds only these records and answers at once, over TLS like DynamoDB. Not at 127.0.0.1: there it would
 * be an engine of the local platform, whose calls have no real signature.
 */
const almostEmptyTable = async (folder: string) => {
  const key = join(folder, 'table.pem');
  await writeFile(key, generateKeyPem('RSA'));
  const issued = { key: `file:${key}`, subject: 'Table', validFrom: new Date(), years: 1 };
  const server = createServer(
    { key: await readFile(key), cert: await issueSealCertificate(issued) },
    (request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/x-amz-json-1.0');
        response.end(JSON.stringify(ANSWER));
      });
    },
  ).listen(0, '127.0.0.2');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.2:${port}`, stop: () => server.close() };
};

/**
 * The input of a function for one request of a signed-in user, with an empty table: its environment and the
 * gateway's event, in which every path variable is the id of something that isn't there.
 */
export const firstRequest = async (folder: string) => {
  const table = await almostEmptyTable(folder);
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
    env: {
      ...settings,
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      // Its certificate is its own.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
      EVENT: JSON.stringify(event),
    },
    stop: table.stop,
  };
};
