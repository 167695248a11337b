/** Names of the providers where anybody can have an account. */
export const SOCIAL_NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;
export type Social = keyof typeof SOCIAL_NAMES;

/** Those of them that the platform is configured for. */
export const socials = (document.body.dataset.socials ?? '').split(' ').filter((name) => name) as Social[];
