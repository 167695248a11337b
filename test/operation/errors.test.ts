import { expect, test } from 'vitest';
import { MESSAGES } from '../../lib/base/error-messages.ts';
import { Failure, type FailureCode, fail, failure, isFailure, orFail } from '../../lib/base/errors.ts';
import { messageOf } from '../../lib/base/message-of.ts';
import { statusOfCode } from '../../lib/http/error-statuses.ts';
import { headersOf, statusOf } from '../../lib/http/errors.ts';

const either = [true].at(0);

/** Never called: each line that tsc must refuse says so, and tsc refuses it when that is no longer true. */
const _wrong = () => [
  // @ts-expect-error: its details are missing
  () => fail('envelope_ended'),
  // @ts-expect-error: a detail of another type
  () => fail('envelope_ended', { status: 1 }),
  // @ts-expect-error: a detail of another failure
  () => fail('envelope_ended', { name: 'a' }),
  // @ts-expect-error: a detail too many
  () => fail('envelope_ended', { status: 'complete', name: 'a' }),
  // @ts-expect-error: a failure without details
  () => fail('not_found', { status: 'complete' }),
  // @ts-expect-error: the details of only one of the two
  () => fail(either ? 'envelope_ended' : 'invalid', { status: 'complete' }),
  // @ts-expect-error: details may be needed
  () => orFail(undefined, either ? 'not_found' : 'forbidden'),
  // @ts-expect-error: its details are missing
  () => failure('forbidden'),
];

test("a failure's message names its details", () => {
  const failed = failure('template_full', { limit: 7, things: 'roles' });
  expect(statusOf(failed)).toBe(400);
  expect(messageOf(failed)).toBe('A template can have at most 7 roles.');
  expect(headersOf(failed)).toEqual({ 'X-Error-Code': 'template_full' });
});

test('a detail that looks like a placeholder stays as it is', () => {
  expect(messageOf(failure('template_full', { limit: 7, things: '{limit} $& $1' }))).toContain('{limit} $& $1');
});

test('a passing failure says when to try again', () => {
  expect(headersOf(failure('too_many_requests', { seconds: 30 }))).toMatchObject({ 'Retry-After': '30' });
  expect(headersOf(failure('unavailable'))).toMatchObject({ 'Retry-After': '1' });
  expect(headersOf(failure('internal'))).not.toHaveProperty('Retry-After');
});

test('a log shows the code and the details of a failure, without its secrets', () => {
  expect(failure('domain_taken', { domain: 'example.com' }).message).toBe('domain_taken, domain: example.com');
  expect(new Failure('mfa_required', {}, { mfa_token: 'secret' }).message).toBe('mfa_required');
});

test('a failure is known by its code', () => {
  expect(isFailure(failure('not_found'), 'envelope_not_found', 'not_found')).toBe(true);
  expect(isFailure(failure('not_found'), 'envelope_not_found')).toBe(false);
  expect(isFailure(new Error('not_found'), 'not_found')).toBe(false);
});

test('every entry has a status that the interface defines', () => {
  const codes = Object.keys(MESSAGES) as FailureCode[];
  expect(new Set(codes.map(statusOfCode))).toEqual(new Set([400, 401, 403, 404, 405, 406, 409, 413, 429, 500, 503]));
  // Agents' protocol (MCP) demands 403 and 405 for its own address.
  const forbidden = codes.filter((code) => statusOfCode(code) === 403);
  expect(forbidden.sort()).toEqual(['mfa_required', 'origin_refused', 'scope_needed']);
});
