import { synthesize } from '../../infra/stack.ts';
import { idleBill, type Line, totalOf } from './bill.ts';

/** Context that makes an idle deployment dearer. */
export const SWITCHES = ['waf=on', 'dashboard=on', 'alarms=all', 'logKey=own'] as const;

/** Dollars a month that a switch adds to the default. */
export const switchPrice = (context: (typeof SWITCHES)[number]): Pick<Line, 'list' | 'billed'> => {
  const [key = '', value = ''] = context.split('=');
  const [without, with_] = [synthesize([]), synthesize([], { [key]: value })].map((stack) => totalOf(idleBill(stack)));
  return {
    list: (with_?.list ?? 0) - (without?.list ?? 0),
    billed: (with_?.billed ?? 0) - (without?.billed ?? 0),
  };
};
