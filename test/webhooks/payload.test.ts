import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, webhookPayload } from '../../lib/notify/webhooks/payload.ts';

test('the body is type, timestamp and the record with its organization', () => {
  const text = webhookPayload({
    event: 'envelope_completed',
    organization_id: 'org',
    created_at: '2026-01-02T03:04:05.678Z',
    data: { id: 'e1', status: 'complete' },
  });
  expect(JSON.parse(text)).toEqual({
    type: 'envelope_completed',
    timestamp: '2026-01-02T03:04:05.678Z',
    data: { id: 'e1', status: 'complete', organization_id: 'org' },
  });
});

test('a record keeps everything that is not secret', () => {
  const record = {
    id: 'e1',
    key_type: 'email',
    zip_code: '12345',
    country_code: 1,
    token_endpoint: 'https://example.com/token',
    auth_methods: ['passcode'],
    created_at: '2026-01-02T03:04:05.678Z',
    history_entries: [{ event: 'recipient:pin_verified', event_detail: null }],
    nested: { list: [1, 'two', { three: true }] },
  };
  expect(redact(record)).toEqual(record);
});

describe('secrets are never sent', () => {
  const names = [
    'key',
    'in_app_key',
    'inAppKey',
    'access_key',
    'access_keys',
    'secret_key',
    'token',
    'access_token',
    'refresh_token',
    'accessToken',
    'ACCESS-TOKEN',
    'passcode',
    'password',
    'password_hash',
    'key_hash',
    'client_secret',
    'signing_link',
    'link',
    'code',
    'verification_code',
    'otp',
    'base64',
  ];
  const secretValues = [
    'https://app.example.com/sign/0190a1b2/Signer%201/kJx8zq3v9b0y',
    'see http://127.0.0.1:4000/sign/a/b/c now',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ];
  const MARK = 'ThisMustNotLeave';

  test('by name, at any depth of any record', () => {
    const secret = fc.constantFrom(...names).map((name) => ({ [name]: MARK }));
    const record = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        secret,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'fields', 'settings', 'recipient'), tie('node')),
        fc.tuple(secret, tie('node')).map(([hidden, child]) => ({ ...hidden, child })),
      ),
    })).node;
    fc.assert(
      fc.property(record, (data) => {
        const text = webhookPayload({
          event: 'envelope_updated',
          organization_id: 'org',
          created_at: '2026-01-02T03:04:05.678Z',
          data: { data },
        });
        expect(text).not.toContain(MARK);
      }),
    );
  });

  test.each(secretValues)('by shape: %s', (value) => {
    const copy = JSON.stringify(redact({ anything: value, list: [value, 'kept'], deep: { note: value } }));
    expect(copy).toBe('{"list":[null,"kept"],"deep":{}}');
  });
});
