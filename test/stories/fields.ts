/** Fields of every type but signatures, one above the other on the first page, for the role One. */
export const FIELDS = [
  { name: 'town', type: 'textbox', label: 'Town', y: 700, required: true },
  { name: 'mail', type: 'textbox', label: 'Mail', validator: 'email', y: 680 },
  { name: 'notes', type: 'textarea', label: 'Notes', y: 620 },
  { name: 'born', type: 'date', label: 'Born on', y: 590, required: true },
  { name: 'pets', type: 'dropdown', label: 'Pets', options: [{ id: 'c', label: 'A cat' }], y: 560, required: true },
  { name: 'keys', type: 'checkbox', label: 'Keys received', y: 530, required: true },
  { name: 'monthly', type: 'radio', label: 'Monthly', group: 'Rent', y: 500, required: true },
  { name: 'yearly', type: 'radio', label: 'Yearly', group: 'Rent', y: 500, x: 200, required: true },
  { name: 'proof', type: 'attachment', label: 'Proof', y: 460, required: true },
  { name: 'initials', type: 'initial', label: 'Initials', y: 400, required: true },
  { name: 'at', type: 'timestamp', y: 360 },
].map((field) => ({ role_name: 'One', document_id: 0, page: 1, x: 72, ...field }));
