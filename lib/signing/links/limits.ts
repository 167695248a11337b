import { DAY, HOUR, MINUTE } from '../../base/clock.ts';
import type { WindowLimit } from '../../people/attempts/attempts.ts';

/** The most links of one template. */
export const LINKS_PER_TEMPLATE = 20;

/** The most envelopes that a cap can allow. */
export const LARGEST_CAP = 1_000_000;

/**
 * Codes that visitors of one network, and of one link, ask for without using them. Each that is used gives its place
 * back, so that a crowd behind one address is let through, and a flood is not.
 */
export const LINK_NETWORK: WindowLimit = { limit: 60, windowSeconds: 60 * 60 };
export const LINK_MAILS: WindowLimit = { limit: 60, windowSeconds: 60 * 60 };

/** Mails to one address from all links together. */
export const LINK_ADDRESS: WindowLimit = { limit: 6, windowSeconds: 24 * 60 * 60 };

/** Attempts of one network at codes. */
export const LINK_GUESSES: WindowLimit = { limit: 100, windowSeconds: 15 * 60 };

/** Attempts at one mailed code. The button in the mail goes on working, because nobody can guess its secret. */
export const GUESSES_PER_CODE = 5;

/**
 * Shortest times between two mails of a link to one address; the last repeats. A code works until the next mail may be
 * sent, so that whoever asks within the gap has one that works. An address that was confirmed gets them sooner.
 */
export const STRANGERS_GAPS: readonly [number, ...number[]] = [15 * MINUTE, HOUR, 4 * HOUR, DAY];
export const KNOWN_GAPS: readonly [number, ...number[]] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/** The shortest life of a code. */
export const SHORTEST_LIFE = 15 * MINUTE;

/** Time without a mail after which they are counted anew. */
export const QUIET = 2 * DAY;

/** Time for which an address is known by the envelope that it made. */
export const REMEMBERED = 1100 * DAY;
