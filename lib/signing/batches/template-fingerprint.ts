import canonicalize from 'canonicalize';
import { sha256 } from '../../base/ids.ts';
import type { Template } from '../../storage/records/template.ts';

/**
 * Fingerprint of whatever of a template goes into its envelopes. What only counts or marks it (stars, uses, pictures)
 * has no part in it.
 */
export const fingerprintOf = ({ header, roles, fields, documents }: Template): string => {
  const { name, description, sender, initial_reminder, followup_reminders, max_reminder_days } = header;
  const content = {
    header: { name, description, sender, initial_reminder, followup_reminders, max_reminder_days },
    roles,
    fields,
    documents: documents.map(({ id, name: called, order, sha256: hash }) => ({ id, called, order, hash })),
  };
  return sha256(canonicalize(JSON.parse(JSON.stringify(content))) ?? '');
};
