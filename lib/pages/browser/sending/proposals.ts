import { signal } from '@preact/signals';
import type { FieldProposals } from '../shared/answers.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { contents, edit } from './editor.ts';
import { placeProposal } from './edits.ts';
import { focusField, placingFor } from './selection.ts';

/** Places that the pages propose for fields. None is a field before somebody accepts it. */

type Found = FieldProposals['pages'][number]['proposals'][number];

export interface Proposal extends Found {
  key: string;
  document_id: string;
}

/** Proposals that are neither accepted nor dismissed; null until they are asked for. */
export const proposals = signal<readonly Proposal[] | null>(null);
onOtherProfile(() => {
  proposals.value = null;
});

/** Looks at all pages of all documents. The pages' answer may end early: the next one begins after it. */
export const findProposals = async (): Promise<void> => {
  const found: Proposal[] = [];
  for (const { id, pages } of contents.peek()?.documents ?? []) {
    for (let from = 1; from <= pages; ) {
      const answer = await ask<FieldProposals>('GET', `/v2/template-documents/${id}/proposals?from=${from}&count=20`);
      for (const { proposals: onPage } of answer.pages)
        for (const one of onPage) found.push({ ...one, document_id: id, key: `${id} ${one.page} ${one.x} ${one.y}` });
      from = (answer.pages.at(-1)?.page ?? pages) + 1;
    }
  }
  proposals.value = found.filter((one) => !isTaken(one));
};

/** True if a field covers the middle of the place. */
const isTaken = ({ document_id, page, x, y, width, height }: Proposal): boolean =>
  (contents.peek()?.fields ?? []).some(
    (field) =>
      field.document_id === document_id &&
      field.page === page &&
      field.x <= x + width / 2 &&
      x + width / 2 <= field.x + field.width &&
      field.y <= y + height / 2 &&
      y + height / 2 <= field.y + field.height,
  );

/** Makes fields of proposals, for the person that fields are placed for, in one step that can be taken back. */
export const accept = (chosen: readonly Proposal[]): void => {
  const role = placingFor.peek();
  if (!role || chosen.length === 0) return;
  edit((now) => chosen.reduce((all, one) => placeProposal(all, one, role.name), now));
  const keys = new Set(chosen.map(({ key }) => key));
  proposals.value = proposals.peek()?.filter(({ key }) => !keys.has(key)) ?? null;
};

/** Accepts all that are left. The button goes with them, so the focus goes to the first field that is made. */
export const acceptAll = (isSeen: boolean): void => {
  const known = new Set(contents.peek()?.fields.map(({ name }) => name));
  accept(proposals.peek() ?? []);
  const first = contents.peek()?.fields.find(({ name }) => !known.has(name));
  if (first) focusField(first, isSeen);
};

export const dismiss = (): void => {
  proposals.value = [];
};
