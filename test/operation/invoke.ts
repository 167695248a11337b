import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Operation } from '../../lib/http/operation.ts';
import { issueToken, type SignerClaims, type UserClaims } from '../../lib/people/sessions/tokens.ts';
import { sessionToken } from '../sessions/session-token.ts';

export interface Request {
  method?: string;
  /** As the gateway names and passes them: by position, percent-encoded. */
  path?: Record<string, string>;
  query?: Record<string, string[]>;
  headers?: Record<string, string>;
  body?: string | Uint8Array | null;
  /** The path as the client sent it. */
  url?: string;
  ip?: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  raw: string;
}

let requests = 0;

/** Calls an operation with the event that API Gateway would make of this request. */
export const invoke = async (operation: Operation, request: Request = {}): Promise<Answered> => {
  const { headers = {}, query, path, body = null, url = '/test', ip = '192.0.2.1' } = request;
  const binary = body instanceof Uint8Array;
  const event = {
    httpMethod: request.method ?? 'POST',
    path: url,
    headers,
    multiValueHeaders: {},
    pathParameters: path ?? null,
    queryStringParameters: null,
    multiValueQueryStringParameters: query ?? null,
    body: binary ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded: binary,
    requestContext: { requestId: `request-${++requests}`, identity: { sourceIp: ip, userAgent: 'test' } },
  } as unknown as APIGatewayProxyEvent;
  const answer = await operation(event, { awsRequestId: 'lambda' } as Context);
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: String(answer.headers?.['Content-Type']).includes('json') ? JSON.parse(answer.body) : answer.body,
    raw: answer.body,
  };
};

/** A token of a session that exists in the table, with these claims. */
export const userToken = async (claims: object = {}, life = 60): Promise<string> =>
  sessionToken({ ...USER, ...claims } as UserClaims, life);

export const signerToken = async (claims: object = {}, life = 60): Promise<string> =>
  (await issueToken({ ...SIGNER, ...claims }, life)).token;

const USER = {
  session_type: 'user',
  jti: '0196f7a1-0000-7000-8000-000000000001',
  sid: '0196f7a1-0000-7000-8000-000000000002',
  sub: '0196f7a1-0000-7000-8000-000000000003',
  email: 'ada@example.com',
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Lovelace',
  profile_id: '0196f7a1-0000-7000-8000-000000000004',
  organization_id: '0196f7a1-0000-7000-8000-000000000005',
  global_admin: false,
  roles: ['member'],
  permissions: [],
};

const SIGNER: SignerClaims = {
  session_type: 'signing',
  sub: '0196f7a1-0000-7000-8000-000000000006',
  key_type: 'email',
  email: 'ada@example.com',
  profile_id: '0196f7a1-0000-7000-8000-000000000004',
  envelope_id: '0196f7a1-0000-7000-8000-000000000007',
  role_name: 'Buyer',
};
