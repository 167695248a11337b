export { PersonCondition } from './person-condition.tsx';
export { Removing } from './removing.tsx';
export { RuleSection } from './rule-section.tsx';
