export { Removing } from './removing.tsx';
export { RuleSection } from './rule-section.tsx';
