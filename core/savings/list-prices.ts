// What providers ask for a million input tokens that no cache holds, in US dollars, by how a model's name goes. For figures in
// money alone: what is saved is measured in effective tokens. First match wins; a model without a row has no price.

interface ListPrice {
  readonly family: RegExp
  readonly dollars: number
}

/** platform.claude.com/docs/en/about-claude/pricing, read in November 2026. */
const claude: readonly ListPrice[] = [
  { family: /fable|mythos/, dollars: 10 },
  { family: /opus-5[-.]5/, dollars: 4 },
  { family: /opus-(4[-.][5-9]|5)/, dollars: 5 },
  { family: /opus/, dollars: 15 },
  { family: /sonnet-5/, dollars: 2 },
  { family: /sonnet/, dollars: 3 },
  { family: /haiku-5/, dollars: 0.1 },
  { family: /3[-.]5-haiku|haiku-3[-.]5/, dollars: 0.8 },
  { family: /3-haiku|haiku-3/, dollars: 0.25 },
  { family: /haiku/, dollars: 1 },
]

/** developers.openai.com/api/docs/pricing, read in November 2026: standard prices of short prompts. */
const gpt: readonly ListPrice[] = [
  { family: /gpt-6(\.\d)?-sol/, dollars: 2 },
  { family: /gpt-6-luna/, dollars: 0.1 },
  { family: /gpt-6-astra/, dollars: 10 },
  { family: /gpt-5\.6-sol/, dollars: 4 },
  { family: /gpt-5\.6-terra/, dollars: 2 },
  { family: /gpt-5\.[45]-pro/, dollars: 30 },
  { family: /gpt-5\.5/, dollars: 5 },
  { family: /gpt-5\.4-mini/, dollars: 0.75 },
  { family: /gpt-5\.4-nano/, dollars: 0.2 },
  { family: /gpt-5\.4/, dollars: 2.5 },
  { family: /gpt-5\.[23]/, dollars: 1.75 },
  { family: /gpt-5.*-mini|codex-mini/, dollars: 0.25 },
  { family: /gpt-5.*-nano/, dollars: 0.05 },
  { family: /gpt-5(\.1|-|$)/, dollars: 1.25 },
  { family: /gpt-4\.1$/, dollars: 2 },
]

/** Dollars for a million uncached input tokens; `undefined` for a model that is not listed. */
export const listPriceOf = (model: string): number | undefined =>
  [...claude, ...gpt].find(({ family }) => family.test(model.toLowerCase()))?.dollars
