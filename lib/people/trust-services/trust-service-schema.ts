import * as z from 'zod';
import { Id, Timestamp, Title } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';

const Address = z.url({ protocol: /^https?$/, error: 'must be an https address' }).max(500);

export const TrustServiceInput = z.object({
  name: Title.max(60).meta({ description: 'Name by which senders and signers know it', example: 'Example Trust' }),
  base_url: Address.meta({
    description:
      'Address of its API: the part before `/csc/v1` or `/csc/v2`, or with that. Without it, the newest version that the service has is used',
    example: 'https://service.example.com',
  }),
  oauth_url: Address.nullish().meta({
    description:
      'Address of its authorization server, the part before `/oauth2/authorize`. Left out or null: the one that the service itself names',
  }),
  client_id: z.string().trim().min(1, 'must not be empty').max(300),
  client_secret: secretMember(z.string().min(1, 'must not be empty').max(500).nullish()).meta({
    description: 'Left out: the stored one stays, if addresses and client stay. Null: none, for a public client',
  }),
});
export type TrustServiceInput = z.output<typeof TrustServiceInput>;

export const TrustServiceAnswer = z
  .object({
    id: Id.meta({ description: 'Recipients name it as `trust_service`' }),
    name: z.string(),
    instance: z
      .boolean()
      .meta({ description: 'True for a service that the owner of the platform has set up for all organizations' }),
    base_url: z.string(),
    oauth_url: z.string().nullable(),
    api: z.enum(['v1', 'v2']).meta({ description: 'Version of its API: 1.0.4, or 2.0 and later' }),
    client_id: z.string().nullable().meta({ description: 'Null for a service of the platform' }),
    has_client_secret: z.boolean().meta({ description: 'The secret itself is never answered' }),
    redirect_uri: z.string().meta({ description: 'To be registered at the service' }),
    created_at: Timestamp.nullable().meta({ description: 'Null for a service of the platform' }),
    updated_at: Timestamp.nullable(),
  })
  .meta({
    id: 'TrustService',
    description:
      'A trust service (Cloud Signature Consortium API) at which recipients sign with certificates of their own',
  });
export type TrustServiceAnswer = z.output<typeof TrustServiceAnswer>;

export const TrustServicePath = z.strictObject({ organization_id: Id, service_id: Id });
