import { APPLICATION_STYLE } from './application-style.ts';

/** Style of the pages around signing, beside that of all pages. */
export const ACCOUNT_STYLE = `${APPLICATION_STYLE}
.screen.wide { max-width: 44rem; padding-bottom: 24px; }
.screen.wide > section { margin: 24px 0 0; }
nav.row { border-bottom: 1px solid var(--line); margin: -12px -8px 16px; padding: 0 0 8px; }
a.quiet { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 12px; font-weight: 600; text-decoration: none; }
.state { font-weight: 600; }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { border-top: 1px solid var(--line); padding: 12px 0; }
.list > li > a { display: inline-block; min-height: 24px; font-weight: 600; }
.list p { margin: 0; }
.list .quote { margin: 8px 0 0; }
.badge { color: var(--soft); white-space: nowrap; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
.acts > button.other { width: auto; flex: 0 1 auto; margin: 8px 0 0; }
section > button.other { margin: 12px 0 0; }
.screen.wide > button.other { margin: 24px 0 0; }
.timeline { list-style: none; margin: 0; padding: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--line); }
.timeline li { padding: 4px 0; }
.timeline time { display: block; }
time { color: var(--soft); font-size: .9rem; white-space: nowrap; }
`;
