import { config, type SocialName } from '../../base/config.ts';

/** Providers where anybody can have an account, and the platform itself may have a client. */
export const SOCIAL = ['google', 'microsoft'] as const satisfies readonly SocialName[];

export const isSocial = (provider: string): provider is SocialName => SOCIAL.includes(provider as SocialName);

/** Names of the providers that this platform is configured for. */
export const configuredSocials = (): SocialName[] => SOCIAL.filter((name) => config.socialClient(name) !== undefined);
