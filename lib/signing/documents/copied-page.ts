import { copyFile, FileMissingError } from '../../aws/files/file-store.ts';

/** Keys of what `KeptPage` (`kept-pages.ts`) names. */
export type KeptKeys = (page: number, part: 'picture' | 'text') => string;

/** Copies a page that was drawn already. False if it wasn't. */
export const copyPage = async (from: KeptKeys, to: KeptKeys, page: number): Promise<boolean> => {
  try {
    await copyFile(from(page, 'picture'), to(page, 'picture'));
    // Written last, as in `keepPage`.
    await copyFile(from(page, 'text'), to(page, 'text'));
    return true;
  } catch (error) {
    if (error instanceof FileMissingError) return false;
    throw error;
  }
};
