import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Failure } from '../../../lib/base/errors.ts';
import { messageOf } from '../../../lib/base/message-of.ts';
import { headersOf, statusOf } from '../../../lib/http/errors.ts';
import { ALLOWED_HEADERS, ANSWER_HEADERS } from '../../../lib/http/headers.ts';

const ALLOW_METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';

/** Writes a function's answer. Throws, before anything is sent, if API Gateway would refuse it. */
export const writeResult = (response: ServerResponse, result: APIGatewayProxyResult): void => {
  const { statusCode, headers = {}, multiValueHeaders = {}, body = '', isBase64Encoded } = result;
  if (!Number.isInteger(statusCode) || typeof body !== 'string') throw new Error('Malformed Lambda proxy response');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  for (const [name, values] of Object.entries(multiValueHeaders)) response.setHeader(name, (values ?? []).map(String));
  write(response, statusCode, isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body));
};

/** Writes an error of the gateway itself in the ERROR envelope. */
export const writeFailure = (response: ServerResponse, failure: Failure, requestId: string): void => {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.setHeader('X-Request-Id', requestId);
  for (const [name, value] of Object.entries(headersOf(failure))) response.setHeader(name, value);
  writeJson(response, statusOf(failure), { status: 'ERROR', error: messageOf(failure) });
};

export const writeJson = (response: ServerResponse, status: number, value: unknown): void => {
  for (const [name, content] of Object.entries(ANSWER_HEADERS)) response.setHeader(name, content);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  write(response, status, Buffer.from(JSON.stringify(value)));
};

/** Answers a browser's preflight request, without any function. */
export const writePreflight = (response: ServerResponse, requestId: string): void => {
  response.writeHead(204, {
    ...ANSWER_HEADERS,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Allow-Methods': ALLOW_METHODS,
    'Access-Control-Max-Age': '86400',
    'X-Request-Id': requestId,
  });
  response.end();
};

/** Leads a browser to another address, for this time. */
export const writeRedirect = (response: ServerResponse, address: string): void => {
  response.writeHead(307, { ...ANSWER_HEADERS, Location: address, 'Cache-Control': 'no-store' });
  response.end();
};

const write = (response: ServerResponse, status: number, body: Buffer): void => {
  response.statusCode = status;
  response.setHeader('Content-Length', body.length);
  response.end(body);
};
