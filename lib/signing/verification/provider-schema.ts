import * as z from 'zod';
import { Id } from '../../base/common-schema.ts';
import { ProviderReturn } from '../../people/identity-providers/provider-schema.ts';

export const SignerProviderStart = z
  .object({
    origin: z.string().max(300).optional().meta({
      description:
        "Origin of the page that asks, to which the provider's answer goes on: the platform's, or that of the brand's own domain. The platform's by default",
    }),
  })
  .meta({ id: 'SignerProviderStart' });
export type SignerProviderStart = z.output<typeof SignerProviderStart>;

/** Query with which the provider has sent the browser back, and the provider of that address. */
export const SignerProviderReturn = ProviderReturn.extend({
  provider: Id.meta({ description: 'The last part of the address to which the provider led back' }),
}).meta({ id: 'SignerProviderReturn' });
export type SignerProviderReturn = z.output<typeof SignerProviderReturn>;
