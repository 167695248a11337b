import type { ComponentChildren } from 'preact';
import { brand } from '../shared/brand.ts';
import { Screen } from '../shared/parts.tsx';
import { type Route, route } from '../user/route.ts';
import { Bar } from './frame.tsx';
import { Rows } from './list-parts.tsx';
import { w } from './words/index.ts';

/** Widths of the screens that will come. */
const WIDE: Partial<Record<Route['name'], 'listing' | 'parted'>> = {
  envelopes: 'listing',
  templates: 'listing',
  organization: 'parted',
  account: 'parted',
};

/** A signed-in user's screen that is on its way, in the shape that it will have, so that nothing jumps. */
export const Waiting = ({ children }: { children: ComponentChildren }) => {
  const { name } = route.value;
  return (
    <Screen
      title={name === 'envelopes' ? w.homeTitle : name === 'templates' ? w.templatesTitle : w.wait}
      wide={WIDE[name] ?? true}
      above={
        <>
          <Bar />
          {!brand.value && <p class="brand waits" aria-hidden="true" />}
        </>
      }
    >
      {(name === 'draft' || name === 'template') && <div class="row steps waits" aria-hidden="true" />}
      {children}
      <Rows />
    </Screen>
  );
};
