import { findHidden, findHiddenInLines } from '../../base/look.ts';
import { readCanonical } from '../rules/numbers.ts';
import { RULE_BOUNDS } from '../rules/rule.ts';
import type { FieldSettings } from '../types.ts';
import { readPattern } from './pattern.ts';

/** Most characters of a text, whatever its field says. */
export const LONGEST_TEXT = 10_000;

export const LIMIT_BOUNDS = {
  /** Characters of a sender's own message. */
  message: 200,
  /** Characters of a unit. */
  unit: 20,
} as const;

/** A fault of a field's settings, and the member that has it. */
interface SettingsFault {
  member: string;
  problem: string;
}

type Check = (given: unknown, settings: FieldSettings) => { at?: string; problem: string } | undefined;

/**
 * Finds the first fault of what the settings of a text's field say about its text, and the member that has it. A member
 * that is null says nothing.
 */
export const limitsFault = (settings: FieldSettings): SettingsFault | undefined => {
  for (const [member, check] of Object.entries(CHECKS)) {
    const given = settings[member] ?? undefined;
    const fault = given === undefined ? undefined : check(given, settings);
    if (fault) return { member: fault.at ? `${member}.${fault.at}` : member, problem: fault.problem };
  }
  return undefined;
};

const checkLeast: Check = (least, { max_length: most }) => {
  if (!isWithin(least, 0, LONGEST_TEXT)) return { problem: `must be a whole number from 0 to ${LONGEST_TEXT}` };
  const isOver = typeof most === 'number' && most > 0 && Number(least) > most;
  return isOver ? { problem: `must be at most max_length, ${most}` } : undefined;
};

const checkPattern: Check = (source) => {
  if (typeof source !== 'string') return { problem: 'must be a text' };
  const hidden = findHidden(source);
  if (hidden) return { problem: `must not hold the invisible character ${hidden}` };
  const read = readPattern(source);
  return 'problem' in read ? { problem: read.problem } : undefined;
};

const checkMessage: Check = (message) => shortText(message, LIMIT_BOUNDS.message, findHiddenInLines);

const checkNumber: Check = (number) => {
  if (typeof number !== 'object' || number === null || Array.isArray(number)) {
    return { problem: 'must be an object of min, max, decimals and unit' };
  }
  const { min, max, decimals, unit } = number as Record<string, unknown>;
  const [least, most] = [boundOf(min), boundOf(max)];
  const problem = 'must be a number, or a text like -1234.5';
  if (least === undefined) return { at: 'min', problem };
  if (most === undefined) return { at: 'max', problem };
  if (least && most && least.gt(most)) return { at: 'min', problem: `must be at most max, ${most.toFixed()}` };
  if (decimals !== undefined && decimals !== null && !isWithin(decimals, 0, RULE_BOUNDS.decimals)) {
    return { at: 'decimals', problem: `must be a whole number from 0 to ${RULE_BOUNDS.decimals}` };
  }
  const fault = unit === undefined || unit === null ? undefined : shortText(unit, LIMIT_BOUNDS.unit, findHidden);
  return fault && { at: 'unit', ...fault };
};

/** Checks by the member's name. `max_length` is not among them: existing clients keep anything there. */
const CHECKS: Record<string, Check> = {
  min_length: checkLeast,
  pattern: checkPattern,
  number: checkNumber,
  validator_message: checkMessage,
};

/** Reads a bound of numbers as it was given; null for none, undefined for what is no number. */
export const boundOf = (given: unknown): ReturnType<typeof readCanonical> | undefined => {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'number' && typeof given !== 'string') return undefined;
  return readCanonical(String(given)) ?? undefined;
};

const isWithin = (given: unknown, least: number, most: number): boolean =>
  Number.isInteger(given) && Number(given) >= least && Number(given) <= most;

const shortText = (
  given: unknown,
  most: number,
  find: (text: string) => string | undefined,
): { problem: string } | undefined => {
  if (typeof given !== 'string' || given.trim() === '' || given.length > most) {
    return { problem: `must be a text of 1 to ${most} characters` };
  }
  const hidden = find(given);
  return hidden === undefined ? undefined : { problem: `must not hold the invisible character ${hidden}` };
};
