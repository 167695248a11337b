/**
 * Writes the variables for `sam local start-api` from those of a deployed stack's functions:
 * `aws lambda list-functions | npm run sam:variables -- <stack>`. All functions of a stack mean the same by the same name.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

interface Listed {
  Functions: { FunctionName: string; Environment?: { Variables?: Record<string, string> } }[];
}

const [stack = 'CountersignStack'] = process.argv.slice(2);
const { Functions } = JSON.parse(await text(process.stdin)) as Listed;
const own = Functions.filter(({ FunctionName }) => FunctionName.startsWith(`${stack}-`));
if (own.length === 0) throw new Error(`No function in the list belongs to the stack ${stack}`);
const Parameters = Object.assign({}, ...own.map(({ Environment }) => Environment?.Variables ?? {}));
mkdirSync('cdk.out', { recursive: true });
writeFileSync('cdk.out/sam-variables.json', JSON.stringify({ Parameters }, null, 1), { mode: 0o600 });
console.log(`cdk.out/sam-variables.json holds what ${own.length} functions of ${stack} are told`);
