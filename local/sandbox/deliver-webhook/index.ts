import { connectHandler } from '../../../functions/deliver-webhook/connect-handler.ts';
import {
  disruptionCounterMemory,
  disruptionTaker,
  sendingWithDisruptions,
  signingWithDisruptions,
} from './delivery-disruptions.ts';

const take = disruptionTaker(disruptionCounterMemory());

/** The deployed function, except for the disruptions of deliveries that the host of the sandbox orders. */
export const handler = connectHandler(({ send, signingNowMs }) => ({
  send: sendingWithDisruptions(take, send),
  signingNowMs: signingWithDisruptions(take, signingNowMs),
}));
