/** Steps of preparing an envelope, in their order. Each can be taken at any time. */
export const STEPS = ['documents', 'people', 'fields', 'review'] as const;
export type Step = (typeof STEPS)[number];
