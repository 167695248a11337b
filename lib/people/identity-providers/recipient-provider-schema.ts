import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { OidcProviderInput } from './provider-schema.ts';

const { issuer, client_id, client_secret, name } = OidcProviderInput.shape;

export const RecipientProviderInput = z.object({
  name: name.meta({ description: 'Name by which senders and recipients know it', example: 'Partner Inc.' }),
  issuer,
  client_id,
  client_secret,
});
export type RecipientProviderInput = z.output<typeof RecipientProviderInput>;

export const RecipientProvider = z
  .object({
    id: Id.meta({ description: 'Recipients name it as `identity_provider`' }),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean().meta({ description: 'The secret itself is never answered' }),
    redirect_uri: z.string().meta({ description: 'To be registered at the provider' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'RecipientProvider',
    description: 'An identity provider at which recipients are verified. Nobody becomes a member by it',
  });
export type RecipientProvider = z.output<typeof RecipientProvider>;

export const RecipientProviderPath = z.strictObject({ organization_id: Id, provider_id: Id });
