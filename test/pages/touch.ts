import type { CDPSession, Page } from 'playwright-core';

/** A phone's screen under fingers. */

/** Makes a page's window that of a phone: fingers in the place of a mouse, and a browser that zooms by two of them. */
export const asPhone = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: true });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  return session;
};

/** Two fingers around a place of the screen go from one distance to another, in pixels. */
export const pinch = async (
  session: CDPSession,
  at: { x: number; y: number },
  { from, to }: { from: number; to: number },
): Promise<void> => {
  const fingers = (distance: number) => [-1, 1].map((side, id) => ({ x: at.x, y: at.y + (side * distance) / 2, id }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number; id: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', fingers(from));
  const STEPS = 10;
  for (let step = 1; step <= STEPS; step++) await send('touchMove', fingers(from + ((to - from) * step) / STEPS));
  await send('touchEnd', []);
};

/** One finger goes from one place of the screen to another. */
export const swipe = async (
  session: CDPSession,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> => {
  const send = (type: 'touchStart' | 'touchMove', part: number) => {
    const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    return session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ ...at, id: 0 }] });
  };
  await send('touchStart', 0);
  const STEPS = 5;
  for (let step = 1; step <= STEPS; step++) await send('touchMove', step / STEPS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};
