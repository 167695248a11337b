import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { linkTo } from '../../infra/local/story/signing.ts';
import { routingBody } from '../../infra/routes.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { synthesize } from '../infra/stack.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

/** Headers that every answer has. */
const SAFE = {
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const headersOf = (headers: Headers) => Object.fromEntries(headers);

describe('security headers (HTTPS only, no sniffing, no referrer) are on', () => {
  test.each(operations.map(({ contract }) => contract))('$route to a stranger', async ({ route }) => {
    const { method, path } = splitRoute(route);
    const filled = path.replace(/\{\w+\+?\}/g, '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f');
    const answer = await fetch(`${api.url}${filled}`, { method, redirect: 'manual' });
    expect(headersOf(answer.headers)).toMatchObject(SAFE);
  });

  test('successful answers: JSON, pages, files, and repeated ones', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const { envelope_id, role_name, key } = await linkTo(api, envelope.recipients[0]?.email ?? '');
    const link = [envelope_id, role_name, key].map(encodeURIComponent).join('/');
    const { token } = sender;
    const document = envelope.documents[0]?.id;
    const answers = [
      await api.request('GET', `/sign/${link}`),
      await api.request('POST', `/v2/sign/unauth/${link}`),
      await api.request('POST', `/v2/sign/unauth/${link}/fresh-link`),
      await api.request('GET', `/v2/envelopes/${envelope.id}`, { token }),
      await api.request('GET', `/v2/envelope-documents/${document}`, { token }, { query: { type: 'file' } }),
      await api.request('GET', '/docs'),
    ];
    const headers = { 'idempotency-key': 'once' };
    for (let time = 0; time < 2; time++) {
      answers.push(
        await api.request('PATCH', `/v2/envelopes/${envelope.id}`, { token }, { body: { name: 'N' }, headers }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
    for (const answer of answers) expect(headersOf(answer.headers)).toMatchObject(SAFE);
  });

  test('the local platform’s own answers: preflights, unknown routes, too large requests, its mailbox', async () => {
    const answers = [
      await api.request('OPTIONS', '/v2/envelopes'),
      await api.request('GET', '/nowhere'),
      await api.request('POST', '/v2/envelopes', {}, { body: `"${'x'.repeat(11_000_000)}"` }),
      await api.request('GET', '/health'),
      await api.request('GET', '/local/mailbox'),
      await api.request('POST', '/local/clock', {}, { body: '{' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 413, 200, 200, 400]);
    for (const answer of answers) expect(headersOf(answer.headers)).toMatchObject(SAFE);
    const answer = await spoken('NONSENSE\r\n\r\n');
    for (const name of Object.keys(SAFE)) expect(answer.toLowerCase()).toContain(`\r\n${name}: `);
  });

  test('API Gateway’s own answers, and the firewall’s', () => {
    const body = routingBody(
      operations.map(({ contract }) => contract),
      { integrationUri: () => 'uri', role: 'role' },
    );
    const refusals = Object.entries(body['x-amazon-apigateway-gateway-responses']);
    const preflights = Object.values(body.paths).map(
      ({ options }) =>
        (options as Record<string, { responses: { default: { responseParameters: Record<string, string> } } }>)[
          'x-amazon-apigateway-integration'
        ]?.responses.default.responseParameters,
    );
    const firewall = JSON.parse(synthesized.json).Resources;
    const blocking = Object.values<{ Type: string; Properties: { Rules: unknown[] } }>(firewall)
      .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
      .flatMap(({ Properties }) => Properties.Rules)
      .map((rule) => JSON.stringify(rule))
      .filter((rule) => rule.includes('CustomResponse'));
    expect([refusals.length, preflights.length, blocking.length].every((count) => count > 1)).toBe(true);
    for (const name of ['Strict-Transport-Security', 'X-Content-Type-Options', 'Referrer-Policy']) {
      for (const [type, { responseParameters }] of refusals) {
        expect(Object.keys(responseParameters), type).toContain(`gatewayresponse.header.${name}`);
      }
      // A preflight is no page, so it needs no referrer policy.
      for (const parameters of name === 'Referrer-Policy' ? [] : preflights) {
        expect(Object.keys(parameters ?? {})).toContain(`method.response.header.${name}`);
      }
      for (const rule of blocking) expect(rule).toContain(`"Name":"${name}"`);
    }
  });
});

const synthesized = synthesize(
  operations.map(({ contract }) => contract),
  { waf: 'on', accessLog: 'on' },
);

describe('the address of a request, which may contain the key of a signing link,', () => {
  const [stage] = synthesized.ofType('AWS::ApiGateway::Stage').map(([, { Properties }]) => Properties);

  test('is in no trace: the stage doesn’t trace', () => {
    expect(stage.TracingEnabled).not.toBe(true);
  });

  test('is in no access log and in no sample of the firewall', () => {
    expect(stage.AccessLogSetting.Format).not.toMatch(
      /context\.path|requestOverride|querystring|context\.error\.message/i,
    );
    for (const [, acl] of synthesized.ofType('AWS::WAFv2::WebACL')) {
      expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
    }
    expect(synthesized.ofType('AWS::WAFv2::LoggingConfiguration')).toEqual([]);
  });

  test('is not logged by the gateway on any route', () => {
    const settings: { LoggingLevel: string; DataTraceEnabled?: boolean }[] = stage.MethodSettings;
    expect(settings.length).toBeGreaterThan(1);
    for (const { LoggingLevel, DataTraceEnabled } of settings) {
      expect([LoggingLevel, DataTraceEnabled ?? false]).toEqual(['OFF', false]);
    }
  });
});

/** The platform's answer to bytes that are not HTTP. */
const spoken = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let heard = '';
    socket.setEncoding('utf8').on('data', (data) => {
      heard += data;
    });
    socket.on('error', reject).on('close', () => resolve(heard));
  });
