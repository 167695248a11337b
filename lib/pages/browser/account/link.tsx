import type { ComponentChildren } from 'preact';
import { addressOf, go } from '../user/route.ts';

/** A link to another place of the application. A plain press loads no page; `apart` opens a new window. */
export const Link = ({
  to,
  children,
  apart,
  look = '',
  current = false,
}: {
  to: string;
  children: ComponentChildren;
  apart?: boolean | undefined;
  look?: string;
  /** True for the place that is shown, `within` for one that what is shown belongs to. */
  current?: boolean | 'within';
}) => (
  <a
    class={look}
    href={addressOf(to)}
    aria-current={current ? (current === 'within' ? 'true' : 'page') : undefined}
    {...(apart ? { target: '_blank', rel: 'noopener' } : {})}
    onClick={(event) => {
      if (apart || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void go(to);
    }}
  >
    {children}
  </a>
);
