import {
  createVoicePlatform,
  type Invoke,
  type LineForCall,
  type Send,
  type VoicePlatformOptions,
} from '../../../clients/voice-platform/src/index.ts';
import { timeline } from '../../proof/virtual-time/timeline.ts';

export const served = (tenantId: string, version = '1'): LineForCall => ({
  line: { tenantId, partnerId: 'pt_1', name: 'Cafe', region: 'kr', number: null, plan: null },
  agent: { greeting: `Hello ${version}` },
  ...{ version, maxAgeSeconds: 60, staleIfErrorSeconds: 86_400 },
});

/** A client in virtual time, and a service that a test can change. */
export function platformWorld(options: Partial<VoicePlatformOptions> = {}) {
  const time = timeline(1_000_000);
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const invoked: { readonly name: string; readonly input: Readonly<Record<string, unknown>>; readonly atMs: number }[] =
    [];
  const sent: Parameters<Send>[0][] = [];
  const failures: unknown[] = [];
  const service = {
    lookUpMs: 50,
    respond: (async (_, { tenantId }) => served(String(tenantId))) as Invoke,
    receive: async (): Promise<void> => undefined,
  };
  const platform = createVoicePlatform({
    ...{ now: time.nowMs, wait, random: () => 0.5 },
    async invoke(name, input, signal) {
      invoked.push({ name, input, atMs: time.nowMs() });
      await wait(service.lookUpMs);
      return service.respond(name, input, signal);
    },
    async send(message) {
      sent.push(message);
      await service.receive();
    },
    onLookUpFailed: (error) => void failures.push(error),
    ...options,
  });
  /** Returns the result of a promise, and how long it took, once time has moved far enough for it. */
  async function settled<T>(promise: Promise<T>, withinMs = 60_000) {
    const beganAtMs = time.nowMs();
    let result: { value?: T; error?: unknown; ms: number } | undefined;
    promise.then(
      (value) => {
        result = { value, ms: time.nowMs() - beganAtMs };
      },
      (error: unknown) => {
        result = { error, ms: time.nowMs() - beganAtMs };
      },
    );
    for (let ms = 0; ms <= withinMs && !result; ms += 10) await time.run(time.nowMs() + 10);
    if (!result) throw new Error(`Not settled within ${withinMs} ms`);
    return result;
  }
  return {
    ...{ platform, service, invoked, sent, failures, settled },
    pass: (ms: number) => time.run(time.nowMs() + ms),
    lookUp: (tenantId: string) => settled(platform.lineForCall({ tenantId })),
  };
}

/** An error as the AWS SDK throws it. */
export const awsError = (httpStatusCode: number) =>
  Object.assign(new Error(`AWS responded with ${httpStatusCode}`), { $metadata: { httpStatusCode } });
