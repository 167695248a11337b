const DAY = 24 * 60 * 60 * 1000;

/** Days between the announcement and the deletion of an envelope (`signing/envelopes/rules/retention.ts`). */
const NOTICE_DAYS = 14;

/** Fate of an envelope: when its people are told, and when it is deleted (ISO 8601). */
interface Ahead {
  announced: string;
  deleted: string;
}

/** The fate of an envelope that is completed at `ended_at` and is kept for so many days. */
export const aheadOf = (days: number, ended_at: string): Ahead => {
  const after = (some: number) => new Date(Date.parse(ended_at) + some * DAY).toISOString();
  return { announced: after(Math.max(0, days - NOTICE_DAYS)), deleted: after(days) };
};

/** A number of days that was typed: null for an empty input, undefined for what is none within these bounds. */
export const typedDays = (typed: string, least: number, most: number): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const days = Number(text);
  return Number.isInteger(days) && days >= least && days <= most ? days : undefined;
};
