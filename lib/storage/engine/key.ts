/** An item's primary key. */
export interface Key {
  pk: string;
  sk: string;
}
