import { describe, expect, test } from 'vitest';
import { kindOf, roleIn } from '../../../lib/pdf/detect/words.ts';
import { makeForm } from './form-maker.ts';
import { madeForms } from './forms.ts';
import { proposedIn, type Score, scoreOf } from './score.ts';

const FLOOR = 0.92;

describe('blanks of forms', () => {
  test('are found, and little else, with the right kind', async () => {
    const total: Score = { expected: 0, proposed: 0, found: 0, kinds: 0 };
    for (const form of await madeForms()) {
      const score = scoreOf(form.expected, await proposedIn(form.bytes, form.pages));
      for (const key of ['expected', 'proposed', 'found', 'kinds'] as const) total[key] += score[key];
    }
    expect(total.found / total.expected).toBeGreaterThanOrEqual(FLOOR);
    expect(total.found / total.proposed).toBeGreaterThanOrEqual(FLOOR);
    expect(total.kinds / total.found).toBeGreaterThanOrEqual(FLOOR);
  });

  test.each(['printed from a web page', 'sums'])('are all found, and nothing else, in the form "%s"', async (name) => {
    const form = (await madeForms()).find((one) => one.name === name);
    if (!form) throw new Error('There is no such form');
    const { missed, vain, mistaken } = scoreOf(form.expected, await proposedIn(form.bytes, form.pages));
    expect({ missed, vain, mistaken }).toEqual({ missed: [], vain: [], mistaken: [] });
  });

  test('to tick are boxes where their corners are round, and circles where nothing else is', async () => {
    const form = (await madeForms()).find(({ name }) => name === 'printed from a web page');
    const proposed = form ? await proposedIn(form.bytes, 1) : [];
    expect(proposed.filter(({ type }) => type === 'checkbox')).toHaveLength(3);
    expect(proposed.filter(({ type }) => type === 'radio')).toHaveLength(3);
  });

  test('are not seen in headings, tables, frames, leaders of a contents list and footnotes', async () => {
    const report = (await madeForms()).find(({ name }) => name === 'decorations');
    expect(report && (await proposedIn(report.bytes, 1))).toEqual([]);
  });

  test('have the label beside them and the person whom the page names', async () => {
    const lease = (await madeForms()).find(({ name }) => name === 'lease');
    const proposed = lease ? await proposedIn(lease.bytes, 1) : [];
    expect(proposed.filter(({ type }) => type === 'signature')).toMatchObject([
      { label: 'Signature', role: 'LANDLORD', x: 72 },
      { label: 'Signature', role: 'TENANT', x: 322 },
    ]);
    expect(proposed[0]).toMatchObject({ label: 'Name of landlord:', role: 'landlord', type: 'textbox' });
  });

  test.each([0, 90, 180, 270])(
    'are found in their places on a cropped page that is turned by %i degrees',
    async (turn) => {
      const forms = await madeForms();
      const turned = forms.find(({ name }) => name === `lease, turned by ${turn}`);
      const upright = forms.find(({ name }) => name === 'lease');
      if (!turned || !upright) throw new Error('There is no such form');
      const [found, usual] = [await proposedIn(turned.bytes, 1), await proposedIn(upright.bytes, 1)];
      expect(found.map(({ type, label, role }) => ({ type, label, role }))).toEqual(
        usual.map(({ type, label, role }) => ({ type, label, role })),
      );
      for (const [index, { x, y }] of found.entries()) {
        expect(Math.hypot(x - (usual[index]?.x ?? 0), y - (usual[index]?.y ?? 0))).toBeLessThan(1);
      }
    },
  );

  test('become no more than a page may have, whatever a drawing consists of', async () => {
    const grid = await makeForm('grid', ({ line, upright }) => {
      for (let index = 0; index < 60; index++) {
        line(20, 20 + index * 12, 570);
        upright(20 + index * 9.5, 20, 740);
      }
    });
    expect((await proposedIn(grid.bytes, 1)).length).toBeLessThanOrEqual(500);
  });
});

describe('words of labels', () => {
  test.each([
    ['Signature of the tenant', 'signature', 'tenant'],
    ['Unterschrift des Vermieters', 'signature', 'Vermieters'],
    ['Signature du locataire', 'signature', 'locataire'],
    ['Firma del arrendatario', 'signature', 'arrendatario'],
    ['Firma del conduttore', 'signature', 'conduttore'],
    ['Handtekening van de huurder', 'signature', 'huurder'],
    ['Assinatura do locatário', 'signature', 'locatário'],
    ['Podpis najemcy', 'signature', 'najemcy'],
    ['賃借人の署名', 'signature', '賃借人'],
    ['توقيع المستأجر', 'signature', 'المستأجر'],
  ] as const)('%s: the kind is %s, the person is %s', (label, kind, role) => {
    expect([kindOf(label), roleIn(label)]).toEqual([kind, role]);
  });

  test.each([
    ['Your first name and initial', 'textbox'],
    ['Name of the person who signs', 'textbox'],
    ['Ort, Datum', 'textbox'],
    ['Signature (with the words "read and agreed" before it):', 'signature'],
    ['Inspected on', 'date'],
    ['On:', 'date'],
    ['By:', 'signature'],
    ['by', undefined],
    ['Ausstellungsdatum', 'date'],
    ['Date of birth', 'date'],
    ['Born (MM/DD/YYYY)', 'date'],
    ['Initials', 'initial'],
    ['Comments', 'textarea'],
    ['Date signed', 'date'],
    ['Fecha de la firma', 'date'],
    ['Date and signature', 'signature'],
    ['Datum, Unterschrift', 'signature'],
    ['My commission expires:', 'date'],
    ['nata a Roma il', 'date'],
    ['Total income', undefined],
    ['Updated every week', undefined],
    ['The deposit is returned when the keys and the signature are handed over, at', undefined],
  ] as const)('%s asks for: %s', (label, kind) => {
    expect(kindOf(label)).toBe(kind);
  });
});
