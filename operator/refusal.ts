/** What an operator asked for is not done, and why: one sentence for the person at the terminal. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
