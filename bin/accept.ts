/** `npm run accept`: checks a deployed stage or the local service by using it. Flags: `npm run accept -- --help`. */
import { connect } from '../operator/connections/connect.ts';
import { findDeployedStage } from '../tooling/acceptance/deployed-stage.ts';
import { runAcceptance } from '../tooling/acceptance/run.ts';

process.exitCode = await runAcceptance(process.argv.slice(2), {
  connect,
  deployed: findDeployedStage,
  out: console.log,
  err: console.error,
  onStop: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
  now: () => new Date(),
});
