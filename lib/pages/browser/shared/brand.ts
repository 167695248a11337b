import { computed, signal } from '@preact/signals';
import type { Look } from './answers.ts';

/** The brand whose colour and logo the page has. Paper and ink stay: what is read is never themed. */
export const brand = signal<Look | null>(null);

const text = (name: keyof Look): string | null => brand.value?.[name] || null;

export const brandName = computed(() => text('name'));
export const disclaimer = computed(() => text('disclaimer'));

/** The brand's logo where the platform itself keeps it: a picture of another host would show that host who signs. */
export const logo = computed(() => {
  const url = text('full_logo_url');
  return url?.startsWith(`${document.body.dataset.api}/`) ? url : null;
});

const channel = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance of a colour #rrggbb (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Gives buttons the brand's colour, and their words whichever of black and white is read best on it. */
export const applyBrand = (): void => {
  const color = text('primary_color');
  const { style } = document.documentElement;
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) {
    style.removeProperty('--fill');
    style.removeProperty('--on-fill');
    return;
  }
  const light = luminance(color);
  style.setProperty('--fill', color);
  style.setProperty('--on-fill', 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000');
};
