import { computed, signal } from '@preact/signals';
import { inkOn } from '../../../base/colour.ts';
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

/** Gives buttons the brand's colour, and their words whichever of black and white is read best on it. */
export const applyBrand = (): void => {
  const color = text('primary_color');
  const { style } = document.documentElement;
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) {
    style.removeProperty('--fill');
    style.removeProperty('--on-fill');
    return;
  }
  style.setProperty('--fill', color);
  style.setProperty('--on-fill', inkOn(color));
};
