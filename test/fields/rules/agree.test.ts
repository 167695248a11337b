import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleProblems } from '../../../lib/fields/rules/check-rules.ts';
import { evaluateRules } from '../../../lib/fields/rules/results.ts';
import type { RuleField } from '../../../lib/fields/rules/rule.ts';
import { ruleFieldOf } from '../../../lib/fields/rules/rule-fields.ts';
import { rulebookOf } from '../../../lib/fields/rules/rulebook.ts';
import type { FieldType } from '../../../lib/fields/types.ts';
import { presentEnvelopeField } from '../../../lib/signing/envelopes/answers/present-envelope.ts';
import { shownFields } from '../../../lib/signing/envelopes/rules/current.ts';
import { rolesSeen, sentRules, valuesRead } from '../../../lib/signing/envelopes/rules/field-rules.ts';
import { signedEvidence } from '../../../lib/signing/envelopes/rules/value-evidence.ts';
import { newField } from '../../../lib/signing/fields/rules.ts';
import type { FieldItem, RecipientItem } from '../../../lib/storage/records/envelope.ts';
import { replayRules } from '../../../lib/verifier/rules.ts';
import type { Trail, TrailEvent } from '../../../lib/verifier/trail.ts';
import { someDocument } from './documents.ts';

const TYPES: Readonly<Record<RuleField['form'], FieldType>> = {
  text: 'textbox',
  date: 'date',
  option: 'dropdown',
  tick: 'checkbox',
  choice: 'radio',
  ink: 'signature',
  file: 'attachment',
  moment: 'timestamp',
  none: 'payment',
};

/** The fields without the rules that saving refuses. Leaving one out can show another: a second circle. */
const savable = (fields: readonly RuleField[]): readonly RuleField[] => {
  const problems = ruleProblems(rulebookOf(fields));
  if (problems.length === 0) return fields;
  const refused = Map.groupBy(problems, ({ field }) => field);
  return savable(
    fields.map(({ rules, ...field }) => {
      const members = refused.get(field.name)?.map(({ at }) => at.split('.')[0]) ?? [];
      const left = Object.entries(rules ?? {}).filter(([member]) => !members.includes(member));
      return left.length > 0 ? { ...field, rules: Object.fromEntries(left) } : field;
    }),
  );
};

const stored = (
  { name, role_name, form, group, required, number, rules }: RuleField,
  value: string | null,
): FieldItem => ({
  ...newField(
    { name, role_name, document_id: 'd', type: TYPES[form] },
    { group, required, settings: { ...(number ? { number } : {}), ...(rules ? { rules } : {}), sha256: 'ab' } },
  ),
  envelope_id: 'e',
  organization_id: 'o',
  prepared: false,
  value,
  signed_by: null,
  round: 0,
  prepared_value: null,
});

const person = (role_name: string): RecipientItem => ({ role_name, status: 'opened', locale: 'en' }) as RecipientItem;
const HOW = { locale: 'en', timezone: null };

test('page, function and verifier agree on 10,000 generated documents: what was shown, required and computed', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(someDocument(), fc.boolean(), async ({ fields: given, values }, sellerFirst) => {
      const fields = savable(given).map((field) => stored(field, values[field.name] ?? null));
      compared += fields.filter(({ settings }) => settings.rules).length;
      let recipients = ['Buyer', 'Seller'].map(person);
      const events: Partial<TrailEvent>[] = [
        { event: 'envelope:created', event_detail: '', role_name: '', data: { rules: sentRules(fields) } },
      ];
      for (const role_name of sellerFirst ? ['Seller', 'Buyer'] : ['Buyer', 'Seller']) {
        const seen = shownFields(fields, recipients, (role) => role === role_name);
        const answered = seen.map((field) => presentEnvelopeField(field, [], HOW));

        // The page has nothing but the answer.
        const open = new Set(recipients.filter(({ status }) => status === 'submitted').map((one) => one.role_name));
        const onPage = evaluateRules(rulebookOf(answered.map(ruleFieldOf)), {
          role_name,
          given: (name) => {
            const field = answered.find((one) => one.name === name);
            if (field?.role_name === role_name) return field.rule?.kept_value ?? field.value;
            return field && open.has(field.role_name) ? field.value : null;
          },
        });
        for (const { name, rule, value, required } of answered.filter((field) => field.role_name === role_name)) {
          const page = onPage.get(name);
          if (!rule) continue;
          expect([page?.shown, page?.value || null, page?.hidden_by]).toEqual([
            rule.shown,
            value || null,
            rule.hidden_by,
          ]);
          expect(page?.required).toBe(required);
        }

        const rules_saw = rolesSeen(recipients);
        recipients = recipients.map((one) =>
          one.role_name === role_name ? { ...one, status: 'submitted' as const, rules_saw } : one,
        );
        const data = signedEvidence({ fields, recipients, images: [], documents: [] }, { role_name });
        events.push({ event: 'recipient:signed', event_detail: '', role_name, data, sequence: events.length + 1 });
      }
      const trail = { events, stated: { rule_values: valuesRead(fields, recipients) } } as unknown as Trail;
      const replayed = await replayRules(trail);
      expect(replayed.filter(({ result }) => result !== 'holds')).toEqual([]);
      expect(replayed.length).toBe(sentRules(fields).length > 0 ? 2 : 0);
    }),
    { numRuns: 10_000 },
  );
  // Half of the generated rules can be saved.
  expect(compared).toBeGreaterThan(5000);
});
