/** Front door of the boot engine. */
export {
  type Booted,
  type BootModule,
  type BootOptions,
  boot,
  type ModuleTiming,
} from "./engine.ts";
