/** PAdES baseline levels (ETSI EN 319 142-1 section 6), the lowest first. */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SealLevel = (typeof SEAL_LEVELS)[number];

/** Reasons for a level below B-LTA. */
export const LEVEL_REASONS = [
  'no_authority',
  'no_answer',
  'no_revocation_data',
  'no_revocation_answer',
  'revoked',
] as const;
export type LevelReason = (typeof LEVEL_REASONS)[number];
