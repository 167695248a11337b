import { expect, test } from 'vitest';
import { findAll, textOf } from '../../lib/pages/browser/signing/pages/find-text.ts';

const line = (text: string) => ({ x: 0, y: 0, width: 1, height: 1, text });

test('a text is found on all pages, across the ends of lines, whatever its accents, capitals and blanks', () => {
  const pages = [
    { index: 0, text: textOf([{ heading: 0, lines: [line('Der Mieter zahlt die'), line('MIETE monatlich.')] }]) },
    { index: 7, text: 'Załącznik: die Straße, die miéte' },
  ];
  expect(findAll(pages, '  die   miete ').map(({ index, match }) => [index, match])).toEqual([
    [0, 'die MIETE'],
    [7, 'die miéte'],
  ]);
  expect(findAll(pages, 'zahlt')[0]).toEqual({
    index: 0,
    before: 'Der Mieter ',
    match: 'zahlt',
    after: ' die MIETE monatlich.',
  });
  expect(findAll(pages, 'zalacznik')).toEqual([]);
  expect(findAll(pages, 'załącznik').map(({ match }) => match)).toEqual(['Załącznik']);
  expect(findAll([{ index: 0, text: 'ﬁnal ﬁgure' }], 'fig').map(({ match }) => match)).toEqual(['ﬁg']);
  expect(findAll([{ index: 0, text: 'aaaa' }], 'aa')).toHaveLength(2);
  for (const nothing of ['', '  ', 'house']) expect(findAll(pages, nothing)).toEqual([]);
});

test('the words around a place are whole, and say where something is left out', () => {
  const before = 'one two three four five six seven eight nine ten';
  const [found] = findAll([{ index: 0, text: `${before} copyright ${before}` }], 'copyright');
  expect([found?.before, found?.after]).toEqual([
    '… four five six seven eight nine ten ',
    ' one two three four five six seven eight …',
  ]);
  // Japanese has no blanks between words.
  const long = '契'.repeat(60);
  const [place] = findAll([{ index: 0, text: `${long}約${long}` }], '約');
  expect([place?.before, place?.after]).toEqual([`… ${'契'.repeat(40)}`, `${'契'.repeat(40)} …`]);
});
