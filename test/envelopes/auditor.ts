import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** A value as recorded in the chain. */
interface Value {
  field: string;
  sha256: string | null;
  signed_at?: string;
  name?: string;
}

interface Event {
  sequence: number;
  event: string;
  event_detail: string;
  role_name: string;
  data: {
    documents?: { id: string; sha256: string }[];
    values?: (Value & { role_name: string; values: Value[] })[];
    shown?: { role_name: string; sha256: string }[];
    reopened?: string[];
  };
}

type Values = Map<string, Value>;

/**
 * Audits with nothing but the trail (`lib/signing/envelopes/README.md`): recomputes for each `recipient:signed` what
 * that recipient was shown, and compares. Answers what each was shown, by role; throws where a digest doesn't fit.
 */
export const recompute = (events: readonly Event[]): { signer: string; shown: Map<string, Values> }[] => {
  const sent = new Map<string, Values>();
  const shown = new Map<string, Values>();
  const signed: { signer: string; shown: Map<string, Values> }[] = [];
  let documents = '';
  for (const { sequence, event, event_detail, role_name, data } of events) {
    if (event === 'envelope:created') {
      documents = hashes(data.documents ?? []);
      for (const { role_name: role, values } of data.values ?? []) {
        sent.set(role, byField(values));
        shown.set(role, byField(values));
      }
    }
    if (event === 'recipient:prepared') {
      const now: Values = new Map(sent.get(role_name));
      for (const value of data.values ?? []) {
        if (value.sha256 === null) now.delete(value.field);
        else now.set(value.field, value);
      }
      sent.set(role_name, now);
      shown.set(role_name, now);
    }
    // After a reset the pages show the sender's values again.
    if (event === 'owner:updated_recipient_info' && event_detail === 'reset') {
      shown.set(role_name, sent.get(role_name) ?? new Map());
    }
    for (const role of event === 'recipient:sent_back' ? (data.reopened ?? []) : []) {
      shown.set(role, sent.get(role) ?? new Map());
    }
    if (event === 'recipient:signed') {
      if (hashes(data.documents ?? []) !== documents) throw new Error(`other documents in event ${sequence}`);
      shown.set(role_name, byField(data.values ?? []));
      for (const { role_name: role, sha256 } of data.shown ?? []) {
        if (digest(shown.get(role)) !== sha256) throw new Error(`event ${sequence} binds other values of ${role}`);
      }
      signed.push({ signer: role_name, shown: new Map(shown) });
    }
  }
  return signed;
};

const byField = (values: readonly Value[]): Values => new Map(values.map((value) => [value.field, value]));

const digest = (values: Values = new Map()): string => {
  const list = [...values.values()].sort((a, b) => (a.field < b.field ? -1 : 1));
  return createHash('sha256')
    .update(canonicalize(list) ?? '')
    .digest('hex');
};

const hashes = (documents: readonly { id: string; sha256: string }[]): string =>
  documents
    .map(({ id, sha256 }) => `${id} ${sha256}`)
    .sort()
    .join('\n');
