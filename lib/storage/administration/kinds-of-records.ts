import type { ReadRecord } from '../engine/act.ts';
import { organizationKey, SESSION_PREFIX, templateOf, userKey } from '../engine/keys.ts';

/** Kinds of records by which an event says whose it is. */
export const isSessionRecord = ({ sk }: ReadRecord): boolean => sk.startsWith(SESSION_PREFIX);
export const isUserRecord = ({ sk }: ReadRecord): boolean => sk === userKey('').sk;
export const isOrganizationRecord = ({ sk }: ReadRecord): boolean => sk === organizationKey('').sk;

/** Id of the template or draft to which the record belongs, if any. */
export const templateIdOf = (record: ReadRecord): string | undefined => templateOf(record);
