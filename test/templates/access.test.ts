import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import { effectivePermissions } from '../../lib/people/access/permissions.ts';
import {
  type Guarded,
  permissionsFor,
  permissionsToShow,
  visibilityAsked,
} from '../../lib/signing/templates/access.ts';

const caller = (profile_id: string, organization_id = 'org'): UserCaller => ({
  kind: 'user',
  user_id: 'user',
  profile_id,
  organization_id,
  email: 'ada@example.com',
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Lovelace',
  session_id: 'session',
  client: null,
  scopes: new Set(),
  roles: ['member'],
  permissions: effectivePermissions(['member']),
  global_admin: false,
  preconditions: [],
});
const template = (visibility: Guarded['visibility']): Guarded => ({
  profile_id: 'creator',
  organization_id: 'org',
  visibility,
});
const creator = caller('creator');
const colleague = caller('colleague');
const foreign = caller('creator', 'elsewhere');

describe('permissionsFor', () => {
  test.each([
    ['its creator', 'private', creator, [], [], [], ['template:creator:delete']],
    ['a colleague', 'private', colleague, null, null, null, null],
    ['another organization', 'private', foreign, null, null, null, null],
    ['its creator', 'shared', creator, [], [], [], ['template:creator:delete']],
    [
      'a colleague',
      'shared',
      colleague,
      ['template:member:read'],
      [],
      ['template:member:read', 'template:member:write'],
      ['template:member:delete'],
    ],
    ['another organization', 'shared', foreign, null, null, null, null],
    [
      'a colleague',
      'public',
      colleague,
      [],
      [],
      ['template:member:read', 'template:member:write'],
      ['template:member:delete'],
    ],
    ['another organization', 'public', foreign, [], [], null, null],
  ] as const)('%s of a %s one', (_, visibility, who, read, use, write, remove) => {
    const levels = (['read', 'use', 'write', 'delete'] as const).map((access) =>
      permissionsFor(who, template(visibility), access),
    );
    expect(levels).toEqual([read, use, write, remove]);
  });
});

describe('permissionsToShow', () => {
  test('needs no permission if nothing changes, and for others than the creator that of members', () => {
    expect(permissionsToShow(creator, template('shared'), 'shared')).toEqual([]);
    expect(permissionsToShow(creator, template('shared'), 'private')).toEqual(['template:creator:create:personal']);
    expect(permissionsToShow(creator, template('private'), 'public')).toEqual([
      'template:creator:create:public',
      'template:creator:visibility',
    ]);
    expect(permissionsToShow(colleague, template('shared'), 'private')).toEqual(['template:member:visibility']);
  });
});

describe('visibilityAsked', () => {
  const visibility = fc.constantFrom('private', 'shared', 'public' as const);

  test('doesn’t change a template that is sent back whole', () => {
    fc.assert(
      fc.property(visibility, (now) => {
        const echoed = { visibility: now, is_personal: now === 'private', is_public: now === 'public' };
        expect(visibilityAsked(echoed, now)).toBe(now);
      }),
    );
  });

  test('applies a new visibility in an echoed record', () => {
    fc.assert(
      fc.property(visibility, visibility, (now, wanted) => {
        const echoed = { visibility: wanted, is_personal: now === 'private', is_public: now === 'public' };
        expect(visibilityAsked(echoed, now)).toBe(wanted);
      }),
    );
  });

  test.each([
    [{}, 'private'],
    [{ is_personal: false }, 'shared'],
    [{ is_personal: true, is_public: true }, 'public'],
    [{ visibility: 'shared', is_public: true }, 'shared'],
    [{ visibility: null, is_personal: null }, 'private'],
  ] as const)('of a new template, %j makes %s', (given, expected) => {
    expect(visibilityAsked(given, null)).toBe(expected);
  });
});
