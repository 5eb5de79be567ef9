/** The smallest program with a launcher face, as `main.ts` has one: `<bun> launch-main.ts <spec>`. */
import { runLauncher } from "../../src/plugin-host/sandbox/launcher.ts";

runLauncher(process.argv.slice(2));
