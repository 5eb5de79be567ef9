/** Composition root: the only module that sees every room. It picks a face and loads that one alone. */
import { chooseFace } from "./main/faces.ts";

const { face, argv } = chooseFace(process.argv0, process.argv.slice(2));

/** Each face is loaded when it is chosen: a waiter must not wait for the kernel's modules. */
async function run(): Promise<number | undefined> {
  switch (face) {
    case "__launch":
      return (await import("./plugin-host/sandbox/launcher.ts")).runLauncher(argv);
    case "__lua":
      return (await import("./plugin-host/lua-host/index.ts")).runLuaPlugin(argv);
    case "__admin":
      return (await import("./main/admin-face.ts")).runAdmin(argv);
    case "__check":
      return (await import("./main/check-face.ts")).runCheck(argv);
    case "waiter":
      return (await import("./main/waiter-face.ts")).runWaiterFace(argv);
    case "doctor":
      return (await import("./main/doctor-face.ts")).runDoctor(argv);
    case "hmapdev":
      return (await import("./main/hmapdev-face.ts")).runHmapdev(argv);
    case "homed":
      return (await import("./main/homed-face.ts")).runHomed(argv);
  }
}

const code = await run();
// A face that serves (a child, a launcher) answers nothing: its process ends when its work does.
if (code !== undefined) {
  // A pipe takes 64 KiB at once; what is still on its way would be lost. A hub's log may wait for nobody.
  if (face !== "homed") await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(code);
}

/** Ends a stream; resolves when everything is out, or nobody reads any more (`waiter … | head`). */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.end(() => resolve());
  });
}
