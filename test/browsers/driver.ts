/** The little that all browsers' remote controls can do alike; `window.ts` makes people's acts of it. */
export interface Driver {
  /** Browser and version. */
  name: string;
  goTo(url: string): Promise<void>;
  /** Runs the body of a function in the page (or in the frame that was entered) with these arguments. */
  run<Answer>(body: string, ...values: unknown[]): Promise<Answer>;
  /** Presses the pointer at the first point, draws it over the others, and lets go. Points are of what `run` sees. */
  draw(points: readonly (readonly [x: number, y: number])[]): Promise<void>;
  /** Types keys; `KEYS` names those without a letter. */
  type(keys: string): Promise<void>;
  /** Chooses a file of the disk in the input that a CSS selector names. */
  choose(selector: string, path: string): Promise<void>;
  /** Goes into the first frame of the page, or back to the page. */
  enterFrame(isInside: boolean): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** PNG of what is shown. */
  picture(): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Keys without a letter, as WebDriver writes them. */
export const KEYS = { tab: '\uE004', enter: '\uE006', escape: '\uE00C', right: '\uE014' };

/** Actions of a pointer as WebDriver and BiDi both take them. */
export const pointerActions = (points: readonly (readonly [x: number, y: number])[]): object[] => {
  const [first, ...rest] = points.map(([x, y]) => ({
    type: 'pointerMove',
    duration: 0,
    x: Math.round(x),
    y: Math.round(y),
  }));
  const actions = [first, { type: 'pointerDown', button: 0 }, ...rest, { type: 'pointerUp', button: 0 }];
  return [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }];
};

/** Actions of a keyboard as WebDriver and BiDi both take them. */
export const keyActions = (keys: string): object[] => {
  const actions = [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keys', actions }];
};
