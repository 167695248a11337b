import { linkTo } from '../../../infra/local/story/signing.ts';
import type { Api, Person } from '../../api.ts';
import { type Browser, PHONE } from '../../browser.ts';
import { recipient, sendEnvelope, signatureField } from '../../stories/envelope.ts';

/** Milliseconds that the rules of 1,000 fields take in the page of signing. */
export interface RulesVisit {
  /** The first time, with the reading of all rules. */
  first: number;
  /** After a change, in the middle and at most. */
  median: number;
  most: number;
}

const FIELDS = 1000;
const CHANGES = 40;

/**
 * Run by the page: loads the evaluation of rules as the page does, and evaluates fields of which most have a rule:
 * shown by the field before, required by one far away, or computed of ten others.
 */
const measure = (slower: number): string => `(async () => {
  const [part] = JSON.parse(document.body.dataset.places).rules.filter((file) => file.includes('evaluate'));
  const { evaluate } = await import(part);
  const rulesOf = (at) => {
    const before = 'field-' + (at - 1);
    if (at < 10) return {};
    if (at % 3 === 0) return { rules: { show: { any: [{ field: before, is: 'filled' }, { field: 'field-' + (at % 7), is: 'above', value: '3' }] } } };
    if (at % 3 === 1) return { rules: { require: { all: [{ field: before, is: 'contains', value: '1' }, { not: { field: 'field-5', is: 'equals', value: '7' } }] } } };
    const sum = Array.from({ length: 10 }, (_, index) => ({ field: 'field-' + (at - 10 + index) }));
    return { rules: { value: { round: { product: [{ sum }, '0.19'] }, digits: 2 } }, number: { decimals: 2 } };
  };
  const fields = Array.from({ length: ${FIELDS} }, (_, at) => ({
    name: 'field-' + at, role_name: 'One', type: 'textbox', group: null, required: false, readonly: false,
    validator: null, value: String(at), stamped_text: null, settings: rulesOf(at), options: [],
  }));
  const envelope = { fields, recipients: [{ role_name: 'One', status: 'opened' }] };
  const took = [];
  for (let change = 0; change <= ${CHANGES}; change++) {
    const begun = performance.now();
    const shown = evaluate(envelope, 'One', (all) => all.map((field, at) => (at === change % 10 ? { ...field, value: String(change) } : field)));
    took.push(performance.now() - begun);
    if (shown.length < 500) throw new Error('most fields are shown');
    await new Promise((done) => setTimeout(done, ${slower}));
  }
  const [first, ...rest] = took;
  rest.sort((a, b) => a - b);
  return { first, median: rest[Math.floor(rest.length / 2)], most: rest[rest.length - 1] };
})()`;

/** Opens an envelope with rules on a slow phone, and measures their evaluation there. */
export const visitRules = async (api: Api, browser: Browser, sender: Person, slower: number): Promise<RulesVisit> => {
  const signer = recipient('One', 1);
  const rules = { show: { field: 'a', is: 'filled' } };
  const text = { role_name: 'One', document_id: 0, page: 1, type: 'textbox', x: 72 };
  const fields = [
    { ...text, name: 'a', y: 700 },
    { ...text, name: 'b', y: 650, settings: { rules } },
  ];
  await sendEnvelope(api, sender, [signer], { fields: [...fields, signatureField('One')] });
  const { envelope_id, role_name, key } = await linkTo(api, signer.email);
  const { page } = await browser.open(`${api.url}/sign/${envelope_id}/${role_name}/${key}`, PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const took = (await page.evaluate(measure(slower))) as RulesVisit;
  await page.context().close();
  return took;
};
