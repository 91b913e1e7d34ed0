/** `npm run accept -- --help`: see docs/deploy.md. */
import { connect } from '../operator/connections/connect.ts';
import { findDeployed } from '../tooling/acceptance/deployed.ts';
import { runAcceptance } from '../tooling/acceptance/run.ts';

process.exitCode = await runAcceptance(process.argv.slice(2), {
  connect,
  deployed: findDeployed,
  out: console.log,
  err: console.error,
  onStop: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
  now: () => new Date(),
  // How long a check waits. Logs arrive in CloudWatch within half a minute.
  patienceMs: 30_000,
});
