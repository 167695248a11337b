/** Description of tags in the API's reference. `README.md` beside this file has the whole grammar. */
export const TAGS_DESCRIPTION = [
  'With `process_acroforms`, the fields of an uploaded PDF form become fields of the first signer (of a new role',
  '`Signer 1` where a template has none), and the form is taken off the pages. With `process_tags`, so do tags in its',
  'text: `{{type:role:name:flag:key=value}}`, for example `{{signature:Buyer}}` or',
  '`{{textbox:Buyer:company:required:width=200}}`. The type is one of the field types, in any case; the role is that of',
  'a recipient, empty for the first signer (a template without roles gets those that its tags name); flags are',
  '`required`, `optional`, `readonly` and `multiline`; keys are `width`, `height`, `label`, `placeholder`, `default`,',
  '`group`, `validator`, `name` and, separated by `|`, `options`. A backslash takes the next character as it is. A tag',
  'stands on one line and has up to 500 characters; a document brings up to 500 fields. A tag or form field that',
  "can't be used refuses the upload and names it with its page, unless `ignore_invalid_roles` or",
  '`ignore_invalid_fields` says that it is to be left on the page.',
].join(' ');
