import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_KINDS } from '../../lib/fields/kinds.ts';
import { FIELD_TYPES } from '../../lib/fields/types.ts';
import type { Contents } from '../../lib/pages/browser/sending/draft.ts';
import {
  addRole,
  alignFields,
  changeRole,
  copyToPages,
  duplicateFields,
  joinStep,
  moveFields,
  moveRole,
  placeField,
  removeFields,
  removeRole,
  resizeFields,
  setOrder,
  setStepNeeds,
  stepOf,
} from '../../lib/pages/browser/sending/edits.ts';
import { begin, edited, redone, undone } from '../../lib/pages/browser/sending/history.ts';
import { beginningOf, TOOLS, wordOf } from '../../lib/pages/browser/sending/kinds.ts';
import { afterPatch, type Patch, patchesBetween, rebased } from '../../lib/pages/browser/sending/patches.ts';
import { withSteps } from '../../lib/signing/templates/steps.ts';
import type { TemplateRoleItem } from '../../lib/storage/records/template.ts';

const PAGES = { 1: { width: 612, height: 792 }, 2: { width: 792, height: 612 }, 3: { width: 300, height: 300 } };

const EMPTY: Contents = {
  settings: {
    name: '',
    description: '',
    visibility: 'private',
    expires_at: null,
    initial_reminder: null,
    followup_reminders: null,
  },
  documents: [{ id: 'd1', name: 'lease.pdf', order: 0, pages: 3, page_sizes: PAGES }],
  roles: [],
  fields: [],
};

const point = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const some = fc.array(fc.nat(30), { maxLength: 6 });
type Edit = (contents: Contents) => Contents;
const namesAt = ({ fields }: Contents, indexes: readonly number[]): Set<string> =>
  new Set(indexes.flatMap((index) => fields[index]?.name ?? []));
const roleAt = ({ roles }: Contents, index: number): string => roles[index % Math.max(1, roles.length)]?.name ?? '';

/** Edits as one makes them on the page. */
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>((now) => addRole(now)),
  fc.tuple(point, fc.integer({ min: 1, max: 3 }), fc.nat(5)).map(
    ([{ x, y }, page, index]): Edit =>
      (now) =>
        now.roles.length === 0
          ? now
          : placeField(now, { type: 'signature', role_name: roleAt(now, index), document_id: 'd1', page, x, y })
              .contents,
  ),
  fc.tuple(some, point).map(
    ([indexes, by]): Edit =>
      (now) =>
        moveFields(now, namesAt(now, indexes), by),
  ),
  fc.tuple(some, point).map(
    ([indexes, { x, y }]): Edit =>
      (now) =>
        resizeFields(now, namesAt(now, indexes), { width: x, height: y }),
  ),
  some.map(
    (indexes): Edit =>
      (now) =>
        removeFields(now, namesAt(now, indexes)),
  ),
  some.map(
    (indexes): Edit =>
      (now) =>
        duplicateFields(now, namesAt(now, indexes.slice(0, 2))).contents,
  ),
  some.map(
    (indexes): Edit =>
      (now) =>
        copyToPages(now, namesAt(now, indexes.slice(0, 1)), () => [1, 2, 3]),
  ),
  some.map(
    (indexes): Edit =>
      (now) =>
        alignFields(now, namesAt(now, indexes), 'left'),
  ),
  fc.nat(5).map(
    (index): Edit =>
      (now) =>
        removeRole(now, roleAt(now, index)),
  ),
  fc.tuple(fc.nat(5), fc.string()).map(
    ([index, full_name]): Edit =>
      (now) =>
        changeRole(now, roleAt(now, index), { full_name }),
  ),
  fc.boolean().map(
    (inTurn): Edit =>
      (now) =>
        setOrder(now, inTurn),
  ),
  fc.nat(5).map(
    (index): Edit =>
      (now) =>
        moveRole(now, roleAt(now, index), 1),
  ),
  fc.tuple(fc.nat(5), fc.boolean()).map(
    ([index, isJoined]): Edit =>
      (now) =>
        joinStep(now, roleAt(now, index), isJoined),
  ),
  fc.tuple(fc.nat(5), fc.option(fc.integer({ min: 1, max: 4 }))).map(
    ([index, needs]): Edit =>
      (now) => {
        const role = now.roles.find(({ name }) => name === roleAt(now, index));
        return role ? setStepNeeds(now, role, needs) : now;
      },
  ),
  fc.tuple(fc.nat(5), fc.constantFrom('signer' as const, 'approver' as const, 'cc' as const)).map(
    ([index, type]): Edit =>
      (now) =>
        changeRole(now, roleAt(now, index), { type }),
  ),
);
const edits = fc.array(anyEdit, { maxLength: 25 });
const made = (all: readonly Edit[], from = EMPTY): Contents => all.reduce((now, edit) => edit(now), from);

const byName = ({ roles, fields, ...rest }: Contents) => ({
  ...rest,
  roles: Object.fromEntries(roles.map((role) => [role.name, role])),
  fields: Object.fromEntries(fields.map((field) => [field.name, field])),
});

describe('edits of a draft', () => {
  test('keep each field inside of its page, with points of at most a tenth', () => {
    fc.assert(
      fc.property(edits, (all) => {
        for (const { page, x, y, width, height } of made(all).fields) {
          const size = PAGES[page as 1];
          expect(x).toBeGreaterThanOrEqual(0);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(size.width + 0.1);
          expect(y + height).toBeLessThanOrEqual(size.height + 0.1);
          for (const points of [x, y, width, height]) expect(points).toBe(Math.round(points * 10) / 10);
        }
      }),
    );
  });

  test('leave in each step one number, smaller than its people, and none where all of them act', () => {
    fc.assert(
      fc.property(edits, (all) => {
        const { roles } = made(all);
        for (const role of roles) {
          const step = stepOf(roles, role);
          expect(new Set(step.map(({ step_needs }) => step_needs)).size).toBeLessThanOrEqual(1);
          if (role.type === 'cc') expect(role.step_needs).toBeNull();
          else expect(role.step_needs ?? 1).toBeLessThan(Math.max(2, step.length));
        }
      }),
    );
  });

  test('taken back all are the beginning, and done again the end', () => {
    fc.assert(
      fc.property(edits, (all) => {
        let history = begin(EMPTY);
        for (const edit of all) history = edited(history, edit(history.now));
        const end = history.now;
        const steps = history.past.length;
        for (let step = 0; step < steps; step++) history = undone(history);
        expect(history.now).toEqual(EMPTY);
        for (let step = 0; step < steps; step++) history = redone(history);
        expect(history.now).toEqual(end);
      }),
    );
  });
});

describe('what is saved', () => {
  test('makes of one state any other, in requests of at most 80 parts', () => {
    fc.assert(
      fc.property(edits, edits, (before, after) => {
        const from = made(before);
        const to = made(after, from);
        const patches = patchesBetween(from, to);
        for (const { documents = [], roles = [], fields = [] } of patches) {
          expect(documents.length + roles.length + fields.length).toBeLessThanOrEqual(80);
        }
        expect(byName(patches.reduce(afterPatch, from))).toEqual(byName(to));
        expect(patchesBetween(to, to)).toEqual([]);
      }),
    );
  });

  test('has the number of each step at the server, too', () => {
    const stored = (roles: Contents['roles']): TemplateRoleItem[] =>
      roles.map((role) => ({ ...role, template_id: '', auth_methods: [] }));
    fc.assert(
      fc.property(edits, edits, (before, after) => {
        const from = made(before);
        const to = made(after, from);
        let saved = from;
        for (const patch of patchesBetween(from, to)) {
          const written = afterPatch(saved, patch);
          // The server goes by what was given for roles, and by where they stood.
          const before = new Map(saved.roles.map(({ name, step_needs }) => [name, step_needs]));
          const known = written.roles.map((role) => ({ ...role, step_needs: before.get(role.name) ?? null }));
          const roles = withSteps(stored(saved.roles), stored(known), patch.roles ?? [], 'roles');
          const needs = new Map(roles.map(({ name, step_needs }) => [name, step_needs ?? null]));
          saved = {
            ...written,
            roles: written.roles.map((role) => ({ ...role, step_needs: needs.get(role.name) ?? null })),
          };
        }
        const numbers = ({ roles }: Contents) =>
          Object.fromEntries(roles.map(({ name, sequence, step_needs }) => [name, [sequence, step_needs]]));
        expect(numbers(saved)).toEqual(numbers(to));
      }),
    );
  });

  test('is one small request for one field that was moved', () => {
    const from = made([
      (now) => addRole(now),
      (now) =>
        placeField(now, { type: 'date', role_name: 'Person-1', document_id: 'd1', page: 1, x: 100, y: 100 }).contents,
    ]);
    const [patch, ...others] = patchesBetween(from, moveFields(from, new Set(['date-1']), { x: 10, y: 0 }));
    expect(others).toEqual([]);
    expect(patch).toEqual({ fields: [{ name: 'date-1', x: 72.5 }] });
    expect(JSON.stringify(patch).length).toBeLessThan(500);
  });

  test('of 1000 moved fields is 13 requests', () => {
    const roles = addRole(EMPTY);
    const fields = Array.from({ length: 1000 }, (_, index) => ({
      ...(placeField(roles, { type: 'checkbox', role_name: 'Person-1', document_id: 'd1', page: 1, x: 100, y: 100 })
        .contents.fields[0] as Contents['fields'][number]),
      name: `box-${index}`,
    }));
    const from = { ...roles, fields };
    expect(
      patchesBetween(from, moveFields(from, new Set(fields.map(({ name }) => name)), { x: 1, y: 1 })),
    ).toHaveLength(13);
  });

  test('removes a person after the last field has gone to another', () => {
    const from = made([
      (now) => addRole(now),
      (now) => addRole(now),
      (now) =>
        placeField(now, { type: 'date', role_name: 'Person-1', document_id: 'd1', page: 1, x: 100, y: 100 }).contents,
    ]);
    const given = { ...from, fields: from.fields.map((field) => ({ ...field, role_name: 'Person-2' })) };
    const patches = patchesBetween(from, removeRole(given, 'Person-1'));
    const isRemoved = ({ roles }: Patch) => roles?.some(({ remove }) => remove);
    expect(patches.findIndex((patch) => patch.fields)).toBeLessThan(patches.findIndex(isRemoved));
  });

  test('keeps what a colleague has changed elsewhere, and nothing of what the colleague removed', () => {
    const from = made([
      (now) => addRole(now),
      (now) =>
        placeField(now, { type: 'date', role_name: 'Person-1', document_id: 'd1', page: 1, x: 100, y: 100 }).contents,
    ]);
    const mine = moveFields(from, new Set(['date-1']), { x: 50, y: 0 });
    const theirs = changeRole(from, 'Person-1', { full_name: 'Ada' });
    const merged = rebased(from, mine, theirs);
    expect(merged.roles[0]?.full_name).toBe('Ada');
    expect(merged.fields).toEqual(mine.fields);
    expect(rebased(from, mine, removeFields(from, new Set(['date-1']))).fields).toEqual([]);
  });
});

test('a field begins as large as the API makes one of its kind, and every kind that the API takes has a tool with a word', () => {
  const role = addRole(EMPTY);
  for (const type of FIELD_TYPES) {
    const { refusal, size } = FIELD_KINDS[type];
    expect([TOOLS.includes(type), wordOf(type) !== undefined]).toEqual([refusal === null, refusal === null]);
    const { contents } = placeField(role, { type, role_name: 'Person-1', document_id: 'd1', page: 1, x: 300, y: 300 });
    expect(contents.fields).toMatchObject([{ type, ...size, x: 300 - size.width / 2, y: 300 - size.height / 2 }]);
    expect(beginningOf(type, 'Person-1').required && FIELD_KINDS[type].input === null).toBe(false);
  }
});
