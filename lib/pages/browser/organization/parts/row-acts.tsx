import type { ComponentChildren } from 'preact';
import { quoted } from '../../shared/words/spoken.ts';

/** Acts on one row of a list. `of` is the row's name, which a party gave: those who don't see the row hear it. */
export const RowActs = ({ of, children }: { of: string; children: ComponentChildren }) => (
  <fieldset class="acts" aria-label={quoted(of)}>
    {children}
  </fieldset>
);

/** An act that opens a sheet. `danger`: what it leads to can't be undone. */
export const Press = ({
  act,
  danger,
  children,
}: {
  act: () => void;
  danger?: boolean;
  children: ComponentChildren;
}) => (
  <button type="button" class={danger ? 'quiet bad' : 'quiet'} onClick={act}>
    {children}
  </button>
);
