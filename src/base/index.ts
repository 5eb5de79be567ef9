/** Front door of the ground: time, chance, ids, errors, tasks, queues, logs, events. Imports nothing. */
export { materializeAsset } from "./asset.ts";
export { type Clock, deadline, sleep, systemClock } from "./clock.ts";
export { type Env, readEnv } from "./env.ts";
export {
  assert,
  BugError,
  CanceledError,
  type CancelReason,
  codeOf,
  isCanceled,
  messageOf,
  OperationalError,
  unreachable,
} from "./errors.ts";
export { EventBus } from "./events.ts";
export {
  createHttpClient,
  type Fetch,
  HTTP_LIMITS,
  type HttpClient,
  type HttpClientOptions,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
  type HttpStream,
} from "./http.ts";
export { countingIds, type Ids, runIds } from "./ids.ts";
export { JSON_DEPTH_MAX, jsonDepth, parseJson } from "./json.ts";
export { jsonFaultPlace } from "./json-place.ts";
export {
  createLogger,
  formatRecord,
  LOG_LEVELS,
  type LogFields,
  type Logger,
  type LogLevel,
  type LogRecord,
  type LogSink,
  silentLogger,
} from "./log.ts";
export { isPublicAddress } from "./public-address.ts";
export { BoundedQueue, type Overflow } from "./queue.ts";
export { type Random, secretDigits, secretHex, seededRandom, systemRandom } from "./random.ts";
export { type ProgramRequest, type ProgramResult, runProgram } from "./run-program.ts";
export {
  type ChildProcess,
  type ExitStatus,
  type KillSignal,
  type OutputListener,
  type ProcessPort,
  type SpawnRequest,
  systemProcesses,
} from "./spawn.ts";
export { StallTimer } from "./stall-timer.ts";
export { TaskGroup } from "./tasks.ts";
