/** A page whose `next` is where the following one begins; null on the last one. */
interface Page {
  next: string | null;
}

/** The rows of a list, page after page; the next page is asked for when its first row is. */
export async function* rowsOf<P extends Page, Row>(
  read: (next: string | undefined) => Promise<P>,
  rows: (page: P) => Row[],
): AsyncGenerator<Row, void, undefined> {
  let next: string | null | undefined;
  do {
    const page: P = await read(next ?? undefined);
    yield* rows(page);
    next = page.next;
  } while (next);
}

/** The rows of a list whose pages have numbers: an answer with fewer rows than asked for is the last one. */
export async function* numberedRowsOf<Row>(
  rows: number,
  read: (page: number) => Promise<Row[]>,
): AsyncGenerator<Row, void, undefined> {
  for (let number = 0; ; number += 1) {
    const page = await read(number);
    yield* page;
    if (page.length < rows) return;
  }
}
