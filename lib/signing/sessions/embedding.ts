import { parseOrigin, type WebOrigin } from '../../base/web-origin.ts';
import { defaultBrandId } from '../../people/organizations/organization.ts';
import { findBrand } from '../../storage/brands.ts';
import { findEnvelope } from '../../storage/envelopes/read.ts';
import type { EnvelopeItem } from '../../storage/records/envelope.ts';

/**
 * Origins whose pages may frame the signing pages of an envelope: those that its brand names now, not when it was sent,
 * so that an origin that is taken out ends at once. None for an unknown envelope. Two calls.
 */
export const embedOrigins = async (envelope_id: string): Promise<readonly WebOrigin[]> => {
  const envelope = await findEnvelope(envelope_id);
  if (!envelope) return [];
  return originsOfBrand(envelope);
};

/** The origins that the brand of an envelope or of a link names now. One call. */
export const originsOfBrand = async ({
  organization_id,
  brand,
}: Pick<EnvelopeItem, 'organization_id' | 'brand'>): Promise<readonly WebOrigin[]> => {
  const found = await findBrand(organization_id, brand?.id ?? defaultBrandId(organization_id));
  return (found?.embed_origins ?? []).flatMap((origin) => parseOrigin(origin) ?? []);
};
