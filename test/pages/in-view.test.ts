import { expect, test } from 'vitest';
import { isInView } from '../../lib/pages/browser/signing/pages/in-view.ts';

const VIEW = { top: 48, bottom: 748, left: 0, right: 390 };
const place = (left: number, top: number, width = 100, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('a place is in view with what stands above it, and not behind a bar or beside the screen', () => {
  expect(isInView(place(100, 400), VIEW)).toBe(true);
  expect(isInView(place(100, 708), VIEW)).toBe(true);
  expect(isInView(place(100, 720), VIEW)).toBe(false);
  expect(isInView(place(100, 96), VIEW)).toBe(true);
  // The text above it is behind the bar.
  expect(isInView(place(100, 60), VIEW)).toBe(false);
  expect(isInView(place(320, 400), VIEW)).toBe(false);
  expect(isInView(place(-40, 400), VIEW)).toBe(false);
  expect(isInView(place(100, 2000), VIEW)).toBe(false);
});

test('a place that is larger than the screen is in view where it fills it', () => {
  expect(isInView(place(-100, 100, 800, 1000), VIEW)).toBe(true);
  expect(isInView(place(200, 100, 800, 1000), VIEW)).toBe(false);
  expect(isInView(place(-100, 500, 800, 1000), VIEW)).toBe(false);
});
