/** The most that one template holds: what one Query reads and one function keeps in memory. */
export const ROLES_PER_TEMPLATE = 50;
export const FIELDS_PER_TEMPLATE = 1000;
export const DOCUMENTS_PER_TEMPLATE = 25;
