import { layoutText, PDF, type PDFPage, rgb, StandardFonts } from '@libpdf/core';
import type { Blank } from './blanks.ts';
import { FIRST_PAGE, SECOND_PAGE, type Section } from './lease-text.ts';

const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 64;
const COLUMN = WIDTH - 2 * MARGIN;
const INK = rgb(0.1, 0.13, 0.18);
const SOFT = rgb(0.42, 0.46, 0.52);
const ACCENT = rgb(0.12, 0.37, 0.82);
const { Helvetica, HelveticaBold, TimesRoman } = StandardFonts;

/** The lease's blanks: each is drawn as a line with its label below, and filled by the field of its name. */
export const LEASE_BLANKS: readonly Blank[] = [
  {
    by: 'Tenant',
    name: 'tenant-phone',
    type: 'textbox',
    label: 'Telephone',
    page: 1,
    x: 64,
    y: 196,
    fill: '+1 555 0199',
  },
  { by: 'Tenant', name: 'move-in', type: 'date', label: 'Moving in on', page: 1, x: 230, y: 196, fill: '2026-09-01' },
  {
    by: 'Tenant',
    name: 'parking',
    type: 'dropdown',
    label: 'Parking space',
    page: 1,
    x: 330,
    y: 195,
    options: [
      { id: 'none', label: 'None' },
      { id: 'yard', label: 'In the yard' },
    ],
    fill: 'yard',
  },
  { by: 'Tenant', name: 'pets', type: 'checkbox', label: 'Keeps a pet', page: 1, x: 450, y: 196, fill: true },
  {
    by: 'Tenant',
    name: 'tenant-initials',
    type: 'initial',
    label: 'Tenant',
    page: 1,
    x: 388,
    y: 100,
    fill: 'initials',
  },
  {
    by: 'Landlord',
    name: 'landlord-initials',
    type: 'initial',
    label: 'Landlord',
    page: 1,
    x: 477,
    y: 100,
    fill: 'initials',
  },
  {
    by: 'Tenant',
    name: 'tenant-signature',
    type: 'signature',
    label: 'Signature of the tenant',
    page: 2,
    x: 64,
    y: 330,
    width: 200,
    height: 60,
    fill: 'signature',
  },
  { by: 'Tenant', name: 'tenant-signed-at', type: 'timestamp', label: 'Signed at', page: 2, x: 64, y: 290, width: 200 },
  {
    by: 'Landlord',
    name: 'landlord-signature',
    type: 'signature',
    label: 'Signature of the landlord',
    page: 2,
    x: 348,
    y: 330,
    width: 200,
    height: 60,
    fill: 'signature',
  },
  {
    by: 'Landlord',
    name: 'landlord-signed-at',
    type: 'timestamp',
    label: 'Signed at',
    page: 2,
    x: 348,
    y: 290,
    width: 200,
  },
];

/** A lease of two pages, to be signed by a tenant and then by the landlord. */
export const makeLease = async (): Promise<Uint8Array> => {
  const pdf = PDF.create();
  pdf.setTitle('Residential lease');
  for (const [index, sections] of [FIRST_PAGE, SECOND_PAGE].entries()) {
    const page = pdf.addPage({ width: WIDTH, height: HEIGHT });
    const top = index === 0 ? heading(page) : HEIGHT - MARGIN;
    sections.reduce((y, one) => section(page, one, y), top);
    for (const blank of LEASE_BLANKS) if (blank.page === index + 1) drawBlank(page, blank);
    footer(page, index + 1);
  }
  return pdf.save();
};

const heading = (page: PDFPage): number => {
  page.drawRectangle({ x: 0, y: HEIGHT - 8, width: WIDTH, height: 8, color: ACCENT });
  page.drawText('Residential lease', { x: MARGIN, y: HEIGHT - 84, size: 26, font: HelveticaBold, color: INK });
  page.drawText('12 Orchard Lane, Springfield', { x: MARGIN, y: HEIGHT - 104, size: 12, font: Helvetica, color: SOFT });
  return HEIGHT - 144;
};

/** Draws a section below `y`; returns the position of the next one. */
const section = (page: PDFPage, { title, text }: Section, y: number): number => {
  page.drawText(title, { x: MARGIN, y, size: 11, font: HelveticaBold, color: INK });
  const { lines, height } = layoutText(text, TimesRoman, 11, COLUMN, 15);
  for (const [index, line] of lines.entries()) {
    page.drawText(line.text, { x: MARGIN, y: y - 17 - index * 15, size: 11, font: TimesRoman, color: INK });
  }
  return y - height - 34;
};

const drawBlank = (page: PDFPage, { type, label, x, y, width = WIDTHS[type] ?? 71 }: Blank): void => {
  if (type === 'checkbox') page.drawRectangle({ x, y, width: 14, height: 14, borderColor: SOFT, borderWidth: 0.75 });
  else page.drawLine({ start: { x, y: y - 1 }, end: { x: x + width, y: y - 1 }, color: SOFT, thickness: 0.75 });
  page.drawText(label, { x, y: y - 11, size: 7.5, font: Helvetica, color: SOFT });
};

/** Default widths of fields. */
const WIDTHS: Record<string, number> = { textbox: 150, date: 75, dropdown: 85 };

const footer = (page: PDFPage, number: number): void => {
  page.drawText(`Residential lease · page ${number} of 2`, { x: MARGIN, y: 40, size: 8, font: Helvetica, color: SOFT });
};
