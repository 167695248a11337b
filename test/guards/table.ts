import type { OperationId } from '../../functions/index.ts';
import type { Answered } from '../answers.ts';
import { CALLERS, type CallerName, RECIPIENTS, type World } from './callers.ts';
import type { Change, Thing } from './thing.ts';

/**
 * `yes`: carried out. `no`: the caller may not. `nothing`: the caller gets the answer to an object that doesn't exist.
 */
export type Cell = 'yes' | 'no' | 'nothing';

export interface Row {
  thing: string;
  by: OperationId;
  change: string;
  strength: number;
  because: string | undefined;
  cells: Partial<Record<CallerName, Cell>>;
}

/** Failures that say that the caller may not, beside the answers to objects that don't exist. */
const REFUSALS = [
  'forbidden',
  'unauthorized',
  'token_missing',
  'wrong_session',
  'insufficient_scope',
  'not_the_owner',
  'not_the_creator',
  'address_unproven',
];

const cellOf = (
  { status, body, headers }: Answered<unknown>,
  { by, does, letIn, recipientsAlone }: Change<unknown>,
): Cell => {
  const code = headers.get('x-error-code') ?? '';
  if (status === 200 || code === letIn) return 'yes';
  if (status === 404) return 'nothing';
  if (REFUSALS.includes(code) || code === recipientsAlone) return 'no';
  throw new Error(`${by} ${does ?? ''} answered ${status} ${code}: ${JSON.stringify(body)}`);
};

/** Callers of other organizations. */
const OUTSIDERS: readonly CallerName[] = ['parent', 'child', 'stranger'];

/**
 * Tries every change of the object as every caller, each on an object on which nothing was carried out that could
 * matter.
 */
export const rowsOf = async (world: World, of: Thing): Promise<Row[]> => {
  const { name: thing, changes } = of;
  const rows = changes.map(({ by, does, strength, because }): Row => {
    return { thing, by, change: does === undefined ? by : `${by}: ${does}`, strength, because, cells: {} };
  });
  const made = new Map<string, unknown>();
  for (const caller of Object.keys(CALLERS).reverse() as CallerName[]) {
    const maker = of.ofMember && caller === 'former member' ? world.former : world.creator;
    const isDemoted = maker === world.former;
    if (caller === 'former member' && !of.ofMember) continue;
    for (const [index, change] of changes.entries()) {
      if (change.inOwn && OUTSIDERS.includes(caller)) continue;
      const key = maker.profile_id;
      if (!made.has(key)) {
        if (isDemoted) await become(world, 'member');
        made.set(key, await of.make(world, maker));
        if (isDemoted) await become(world, 'basic_user');
      }
      const object = made.get(key);
      const session = of.sessions?.(object)[caller] ?? (isRecipient(caller) ? undefined : world.callers[caller]);
      if (!session) continue;
      const cell = cellOf(await change.try(world.api.as(session), object), change);
      const row = rows[index];
      if (row) row.cells[caller] = cell;
      if (cell === 'yes' && !change.keeps) made.delete(key);
    }
  }
  return rows;
};

const isRecipient = (caller: CallerName): caller is (typeof RECIPIENTS)[number] =>
  (RECIPIENTS as readonly CallerName[]).includes(caller);

const become = async ({ api, owner, former }: World, role: 'member' | 'basic_user'): Promise<void> => {
  const { profile_id } = former;
  const { status } = await api.as(owner).updateOrganizationMember({ path: { profile_id }, body: { roles: [role] } });
  if (status !== 200) throw new Error(`The former member can't become ${role}: ${status}`);
};

/**
 * The rule: whoever is refused a change does no other of the object that is as strong. Its breaches without a reason.
 */
export const breaches = (rows: readonly Row[]): string[] =>
  rows.flatMap((refused) =>
    refused.because === undefined
      ? rows.flatMap((done) =>
          done.thing === refused.thing && done.strength >= refused.strength
            ? (Object.keys(refused.cells) as CallerName[])
                .filter((caller) => refused.cells[caller] !== 'yes' && done.cells[caller] === 'yes')
                .map((caller) => `${refused.thing}: ${caller} may not ${refused.change}, but may ${done.change}`)
            : [],
        )
      : [],
  );

/** Reasons that explain nothing. */
export const idleReasons = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => row.because !== undefined)
    .filter((row) => breaches(rows.map((one) => (one === row ? { ...one, because: undefined } : one))).length === 0)
    .map(({ thing, change }) => `${thing}: ${change}`);
