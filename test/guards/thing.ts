import type { OperationId } from '../../functions/index.ts';
import type { Session } from '../../infra/local/story/caller.ts';
import type { Answered, Calls } from '../api.ts';
import type { CallerName, Colleague, World } from './callers.ts';

/**
 * Effect of a change. 1: it can be taken back, and gives nobody a right. 2: it decides what the object does, or for
 * whom. 3: it ends the object, hands it over, or gives or takes rights.
 */
export type Strength = 1 | 2 | 3;

export interface Change<T> {
  by: OperationId;
  /** The part of the operation that is tried, if it does several things. */
  does?: string;
  strength: Strength;
  try: (as: Calls, made: T) => Promise<Answered<unknown>>;
  /** True if the object can be tried again afterwards. */
  keeps?: true;
  /** True if it names no object: outsiders would do it in their own organization, so they don't try it. */
  inOwn?: true;
  /**
   * Code of the failure that shows that the caller was let in, where carrying it out needs a secret that nobody here
   * has.
   */
  letIn?: string;
  /** Code of the failure by which the sender is told that this is the recipient's to do. */
  recipientsAlone?: string;
  /** Why somebody who is refused this may do others that are as strong. */
  because?: string;
}

/** A kind of object with all its changes. */
export interface Thing<T = unknown> {
  name: string;
  /** Makes a fresh one. `maker` is the member who makes it, where members do. */
  make: (world: World, maker: Colleague) => Promise<T>;
  /** True if a member makes it, so that the former member has one, too. */
  ofMember?: true;
  /** Sessions that come with the object: those of its recipients, and of the member whose it is. */
  sessions?: (made: T) => Partial<Record<CallerName, Session>>;
  changes: readonly Change<T>[];
}

/** An object of the table, whose type nobody else needs. */
export const thing = <T>(of: Thing<T>): Thing => of as unknown as Thing;
