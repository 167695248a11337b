import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { readyDraft, signatureField } from '../drafts/material.ts';
import { ok } from '../stories/envelope.ts';
import { fill, isSaved, picture, press, startVisits, tabTo } from './visit.ts';

const visit = startVisits();

const place = { type: 'textbox', x: 300, width: 150, height: 20 };
const DAMAGE = {
  name: 'damage',
  type: 'dropdown',
  label: 'Damage',
  options: [
    { id: 'w', label: 'Water' },
    { id: 'm', label: 'Mould' },
  ],
  y: 600,
};
const FIELDS = [
  DAMAGE,
  { name: 'leak', label: 'Where it leaks', y: 560 },
  { name: 'net', label: 'Net', y: 520 },
  { name: 'costs', label: 'Costs', y: 480 },
  { name: 'total', label: 'Total', y: 440 },
].map((field) => signatureField({ ...place, ...field }));

/** A draft with these fields, at the step of fields. */
const editor = async (fields: object[] = FIELDS): Promise<{ page: Page; person: Person; id: string }> => {
  const person = await visit.api.signUp();
  const id = await readyDraft(visit.api, person, { name: 'Report' });
  ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body: { fields } as never }));
  const page = await visit.open(`${visit.api.url}/drafts/${id}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Fields' }).click();
  await page.locator('#field-leak').waitFor();
  return { page, person, id };
};

const choose = (page: Page, name: string) => page.locator(`#field-${name}`).click();
const rulesOf = async ({ person, id }: { person: Person; id: string }, name: string): Promise<unknown> => {
  const { fields } = ok(await visit.api.as(person).getDraft({ path: { draft_id: id } }));
  return fields.find((field) => field.name === name)?.settings.rules;
};

describe('rules in the editor', () => {
  test('are made by choosing, said in words, and taken back', async () => {
    const opened = await editor();
    const { page } = opened;
    await choose(page, 'leak');
    await press(page, 'Show only if …');
    const form = page.getByRole('group', { name: 'Show if' });
    await form.getByLabel('Field').selectOption('“Damage”');
    await form.getByText('Something is missing').waitFor();
    await form.getByLabel('Value').selectOption('Water');
    await form.getByText('Shown if “Damage” is “Water”').waitFor();
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toEqual({ show: { field: 'damage', is: 'equals', value: 'w' } });
    await page.getByRole('button', { name: /with rules$/ }).waitFor();
    await visit.accessible(page);
    await picture(page, 'rule-forms-show');
    await press(page, 'Add a condition');
    await form.getByLabel('Field').nth(1).selectOption('“Net”');
    await form.getByLabel('Comparison').nth(1).selectOption('… is at least …');
    await form.getByLabel('Value').nth(1).fill('1.000,50');
    await page.keyboard.press('Tab');
    await form.getByLabel('How many must hold').selectOption('Any of these');
    await picture(page, 'rule-forms-any');
    await form.getByText('Shown if “Damage” is “Water” or “Net” is at least “1000.5”').waitFor();
    await press(page, 'Undo');
    await form.getByText('Shown if “Damage” is “Water” and “Net” is at least “1000.5”').waitFor();
    await picture(page, 'rule-forms-two');
    await press(page, 'Undo');
    await form.getByText('Shown if “Damage” is “Water”', { exact: true }).waitFor();
    await expect.poll(() => form.getByLabel('Field').count()).toBe(1);
    await form.getByRole('button', { name: 'Remove this rule' }).click();
    await page.getByRole('button', { name: 'Show only if …' }).waitFor();
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toBeUndefined();
  });

  test('are made for all chosen fields at once', async () => {
    const opened = await editor();
    const { page } = opened;
    await choose(page, 'net');
    await page.locator('#field-costs').click({ modifiers: ['Shift'] });
    await press(page, 'Require if …');
    const form = page.getByRole('group', { name: 'Required if' });
    await form.getByLabel('Field').selectOption('“Damage”');
    await form.getByLabel('Comparison').selectOption('… is filled in');
    await isSaved(page);
    const rules = { require: { field: 'damage', is: 'filled' } };
    expect([await rulesOf(opened, 'net'), await rulesOf(opened, 'costs')]).toEqual([rules, rules]);
  });

  test('compute a value of fields and fixed values', async () => {
    const opened = await editor();
    const { page } = opened;
    await choose(page, 'total');
    await press(page, 'Compute the value …');
    const form = page.getByRole('group', { name: 'Compute' });
    await form.getByLabel('Field 1').selectOption('“Net”');
    await form.getByLabel('Field 2').selectOption('A fixed value');
    await form.getByLabel('Value 2').fill('1,19');
    await page.keyboard.press('Tab');
    await form.getByLabel('What is computed').selectOption('Product');
    await form.getByLabel('Round to decimals').selectOption('2');
    await form.getByText('Computed: (“Net” × 1.19) rounded to 2 decimals').waitFor();
    await isSaved(page);
    const value = { round: { product: [{ field: 'net' }, '1.19'] }, digits: 2 };
    expect(await rulesOf(opened, 'total')).toEqual({ value });
    await visit.accessible(page);
    await picture(page, 'rule-forms-compute');
  });

  test('compare with another field, and with what is chosen in a group', async () => {
    const box = (name: string, label: string, y: number) =>
      signatureField({ ...place, type: 'checkbox', width: 14, height: 14, name, label, group: 'Seen', y });
    const opened = await editor([...FIELDS, box('wet', 'Wet walls', 400), box('smell', 'A smell', 340)]);
    const { page } = opened;
    await choose(page, 'leak');
    await press(page, 'Show only if …');
    const form = page.getByRole('group', { name: 'Show if' });
    await form.getByLabel('Field').selectOption('“Costs”');
    await form.getByLabel('Comparison').selectOption('… is above …');
    await form.getByLabel('Compared with').selectOption('“Net”');
    await form.getByText('Shown if “Costs” is above “Net”').waitFor();
    await press(page, 'Add a condition');
    await form.getByLabel('Field').nth(1).selectOption('What is chosen in “Seen”');
    await form.getByLabel('Value').selectOption('“A smell”');
    await form.getByText('Shown if “Costs” is above “Net” and “Seen” contains “A smell”').waitFor();
    await isSaved(page);
    const all = [
      { field: 'costs', is: 'above', value: { field: 'net' } },
      { group_of: 'wet', is: 'contains', value: 'smell' },
    ];
    expect(await rulesOf(opened, 'leak')).toEqual({ show: { all } });
    await visit.accessible(page);
    await picture(page, 'rule-forms-group');
    // A box can't depend on what is chosen in its own group.
    await choose(page, 'wet');
    await press(page, 'Show only if …');
    await expect.poll(() => form.getByText('What is chosen in').count()).toBe(0);
    await choose(page, 'smell');
    await page.keyboard.press('Delete');
    await press(page, 'Remove it and adapt the rules');
    await page.locator('#field-smell').waitFor({ state: 'detached' });
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toEqual({ show: all[0] });
  });

  test('compute one of two values by a condition, and formulas within formulas', async () => {
    const opened = await editor();
    const { page } = opened;
    await choose(page, 'total');
    await press(page, 'Compute the value …');
    const form = page.getByRole('group', { name: 'Compute', exact: true });
    await form.getByLabel('What is computed').selectOption('One of two values, by a condition');
    await form.getByLabel('Field', { exact: true }).selectOption('“Net”');
    await form.getByLabel('Comparison').selectOption('… is above …');
    await form.getByLabel('Value', { exact: true }).fill('1000');
    await form.getByLabel('Field 1').selectOption('A computation');
    const inner = page.getByRole('group', { name: 'A computation (1)' });
    await inner.getByLabel('What is computed').selectOption('Product');
    await inner.getByLabel('Field 1').selectOption('“Net”');
    await inner.getByLabel('Field 2').selectOption('A fixed value');
    await inner.getByLabel('Value 2').fill('0,9');
    await page.keyboard.press('Tab');
    await form.getByText('Computed: if “Net” is above “1000”: “Net” × 0.9, else: –').waitFor();
    await form.getByLabel('Field 2').last().selectOption('“Net”');
    await form.getByText('Computed: if “Net” is above “1000”: “Net” × 0.9, else: “Net”').waitFor();
    await isSaved(page);
    expect(await rulesOf(opened, 'total')).toEqual({
      value: {
        if: { field: 'net', is: 'above', value: '1000' },
        then: { product: [{ field: 'net' }, '0.9'] },
        else: { field: 'net' },
      },
    });
    await visit.accessible(page);
    await picture(page, 'rule-forms-if');
  });

  test('that the form can’t show are read in words, kept, and can be removed', async () => {
    const rules = {
      show: {
        any: [
          {
            all: [
              { field: 'damage', is: 'equals', value: 'w' },
              { field: 'net', is: 'above', value: { field: 'costs' } },
            ],
          },
          {
            not: {
              any: [
                { field: 'costs', is: 'filled' },
                { field: 'net', is: 'below', value: '3' },
              ],
            },
          },
        ],
      },
    };
    const opened = await editor(
      FIELDS.map((field) => (field.name === 'leak' ? { ...field, settings: { rules } } : field)),
    );
    const { page } = opened;
    await choose(page, 'leak');
    await page
      .getByText(
        'Shown if (“Damage” is “Water” and “Net” is above “Costs”) or not (“Costs” is filled in or “Net” is below “3”)',
      )
      .waitFor();
    await page.getByLabel('Label').fill('Where');
    await page.keyboard.press('Tab');
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toEqual(rules);
    await page.getByRole('group', { name: 'Show if' }).getByRole('button', { name: 'Remove this rule' }).click();
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toBeUndefined();
  });

  test('in a circle are named at their fields', async () => {
    const show = (field: string) => ({ rules: { show: { field, is: 'filled' } } });
    const { page } = await editor(
      FIELDS.map((field) => (field.name === 'net' ? { ...field, settings: show('costs') } : field)),
    );
    await choose(page, 'costs');
    await press(page, 'Show only if …');
    const form = page.getByRole('group', { name: 'Show if' });
    await form.getByLabel('Field').selectOption('“Net”');
    await form.getByLabel('Comparison').selectOption('… is filled in');
    await page.getByText('These fields depend on each other in a circle: “Net” → “Costs” → “Net”').waitFor();
    await visit.accessible(page);
    await picture(page, 'rule-forms-circle');
    await choose(page, 'net');
    await page.getByText('These fields depend on each other in a circle').waitFor();
  });

  test('are adapted where a field that they use is removed, in one step that undo takes back', async () => {
    const all = [
      { field: 'damage', is: 'equals', value: 'w' },
      { field: 'net', is: 'filled' },
    ];
    const opened = await editor(
      FIELDS.map((field) => (field.name === 'leak' ? { ...field, settings: { rules: { show: { all } } } } : field)),
    );
    const { page } = opened;
    await choose(page, 'net');
    await page.keyboard.press('Delete');
    const sheet = page.getByRole('dialog', { name: 'Rules use what you remove' });
    await sheet.getByText('“Where it leaks”').waitFor();
    await visit.accessible(page);
    await picture(page, 'rule-forms-removing');
    await press(page, 'Remove it and adapt the rules');
    await page.locator('#field-net').waitFor({ state: 'detached' });
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toEqual({ show: all[0] });
    await press(page, 'Undo');
    await page.locator('#field-net').waitFor();
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toEqual({ show: { all } });
  });

  test('are made with the keyboard alone', async () => {
    const opened = await editor();
    const { page } = opened;
    const focus = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
    await page.locator('#field-leak').focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'button', 'Show only if …');
    await page.keyboard.press('Enter');
    await focus('Field');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await focus('Comparison');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Shown if “Damage” is “Water”').waitFor();
    await tabTo(page, 'button', 'Add a condition');
    await page.keyboard.press('Enter');
    await focus('Field 2');
    await tabTo(page, 'button', 'Remove this condition (2)');
    await page.keyboard.press('Enter');
    await focus('Field');
    await tabTo(page, 'button', 'Remove this rule');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show only if …' }).and(page.locator(':focus')).waitFor();
    await isSaved(page);
    expect(await rulesOf(opened, 'leak')).toBeUndefined();
  });

  test('say what may be typed into a text, too', async () => {
    const opened = await editor();
    const { page, person, id } = opened;
    const field = async () =>
      ok(await visit.api.as(person).getDraft({ path: { draft_id: id } })).fields.find(({ name }) => name === 'leak');
    await choose(page, 'leak');
    await expect.poll(() => page.getByLabel('Try it out').count()).toBe(0);
    await page.getByLabel('What may be typed').selectOption('E-mail address');
    await page.getByLabel('Most characters').fill('80');
    await page.getByLabel('Fewest characters').fill('81');
    await page.getByText('The fewest characters are more than the most.').waitFor();
    await page.getByLabel('Fewest characters').fill('6');
    await page.getByLabel('Your message where a text does not fit').fill('Your work address');
    await page.keyboard.press('Tab');
    await page.getByLabel('Try it out').fill('a@b.c');
    await page.getByText('The field refuses this.').waitFor();
    await page.getByLabel('Try it out').fill('a@b.example');
    await page.getByText('The field takes this.').waitFor();
    await isSaved(page);
    expect(await field()).toMatchObject({
      validator: 'email',
      settings: { min_length: 6, max_length: 80, validator_message: 'Your work address' },
    });
    await page.getByLabel('What may be typed').selectOption('Letters');
    await page.getByText('The field refuses this.').waitFor();
    await page.getByLabel('Try it out').fill('Zoë O’Neill');
    await page.getByText('The field takes this.').waitFor();
    await visit.accessible(page);
    await picture(page, 'text-limits');
    await choose(page, 'damage');
    await page.getByRole('heading', { name: 'Rules' }).waitFor();
    await expect.poll(() => page.getByLabel('What may be typed').count()).toBe(0);
  });

  test('take an own pattern that is tried out while one writes it, and refuse what the subset refuses', async () => {
    const opened = await editor();
    const { page, person, id } = opened;
    const patternOf = async () =>
      ok(await visit.api.as(person).getDraft({ path: { draft_id: id } })).fields.find(({ name }) => name === 'leak')
        ?.settings.pattern;
    await choose(page, 'leak');
    await page.getByLabel('What may be typed').selectOption('Own pattern …');
    const pattern = page.getByLabel('Pattern that the whole text has to match');
    await pattern.fill('[A-Z]{2}-\\d{4}');
    await page.getByLabel('Try it out').fill('AB-123');
    await page.getByText('The field refuses this.').waitFor();
    await page.getByLabel('Try it out').fill('AB-1234');
    await page.getByText('The field takes this.').waitFor();
    await isSaved(page);
    expect(await patternOf()).toBe('[A-Z]{2}-\\d{4}');
    for (const [source, words] of [
      ['(a)\\1', 'References back, looking around and \\b are not.'],
      ['(?=a)a', 'References back, looking around and \\b are not.'],
      ['(a', 'This is no regular expression.'],
      ['(a{100}){100}', 'This is too large'],
    ] as const) {
      await pattern.fill(source);
      await page.getByText(words).waitFor();
      await page.keyboard.press('Tab');
      await expect.poll(() => pattern.inputValue()).toBe(source);
    }
    await visit.accessible(page);
    await picture(page, 'text-pattern');
    expect(await patternOf()).toBe('[A-Z]{2}-\\d{4}');
  });

  test('take numbers with bounds, decimals and a unit, and say if what is filled in beforehand does not fit', async () => {
    const opened = await editor();
    const { page, person, id } = opened;
    await choose(page, 'net');
    await page.getByLabel('What may be typed').selectOption('Number with bounds or a unit');
    await page.getByLabel('Smallest number').fill('1.000');
    await page.getByText('Write a number that can be read in one way only').waitFor();
    await page.getByLabel('Smallest number').fill('10,5');
    await page.getByLabel('Largest number').fill('3');
    await page.getByText('The smallest number is larger than the largest.').waitFor();
    await page.getByLabel('Largest number').fill('1.000.000');
    await page.getByLabel('Decimals', { exact: true }).selectOption('2');
    await page.getByLabel('Unit, such as EUR or m²').fill('EUR');
    await page.getByLabel('Try it out').fill('10.49');
    await page.getByText('The field refuses this.').waitFor();
    await page.getByLabel('Try it out').fill('10.50');
    await page.getByText('The field takes this.').waitFor();
    await isSaved(page);
    const { fields } = ok(await visit.api.as(person).getDraft({ path: { draft_id: id } }));
    expect(fields.find(({ name }) => name === 'net')).toMatchObject({
      validator: null,
      settings: { number: { min: '10.5', max: '1000000', decimals: 2, unit: 'EUR' } },
    });
    await page.getByLabel('Filled in beforehand').fill('7');
    await page.keyboard.press('Tab');
    await page.getByText('What is filled in beforehand does not fit.').waitFor();
    await visit.accessible(page);
    await picture(page, 'text-amount');
  });
});
