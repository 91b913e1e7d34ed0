import { connect } from '../operator/connections/connect.ts';
import { runOperator } from '../operator/program.ts';
import { confirm } from '../tooling/command-line/confirm.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  connect,
  confirm,
});
