/** Details that a kind of field has beside its place. */
interface Details {
  /** Somebody fills it in, so it can be required. */
  isFilled: boolean;
  hasText: boolean;
  hasOptions: boolean;
  hasGroup: boolean;
}

export const askDetails = (type: string): Details => ({
  isFilled: type !== 'timestamp',
  hasText: type === 'textbox' || type === 'textarea',
  hasOptions: type === 'dropdown',
  hasGroup: type === 'radio',
});
