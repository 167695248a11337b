/** Limits of one template: one Query reads it and one function has it in memory. */
export const ROLES_PER_TEMPLATE = 50;
export const FIELDS_PER_TEMPLATE = 1000;
export const DOCUMENTS_PER_TEMPLATE = 25;
