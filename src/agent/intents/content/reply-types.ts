/** Which sentences replies are made of; `{x}` is filled in. */

/** Every sentence that the provider can say, by key. */
export interface Replies {
  readonly ok: string;
  readonly end: string;
  readonly join: string;
  readonly listJoin: string;
  readonly listLast: string;
  readonly andMore: string;
  /** What was done, by what was done. */
  readonly done: Readonly<Record<Done, string>>;
  readonly unconfirmed: string;
  readonly failed: string;
  /** The few of a group that failed, after the rest that worked. */
  readonly failedOnly: string;
  /** Between what worked and what did not. */
  readonly joinBad: string;
  /** A whole group, by what was done to it; and where nothing had to change. */
  readonly groupDone: Readonly<Record<Grouped, string>>;
  readonly groupAlready: Readonly<Record<Grouped, string>>;
  /** How a group is called: all of a kind, the others, those of a place. */
  readonly group: Readonly<Record<"all" | "others" | "there", string>>;
  readonly denied: string;
  readonly deniedQuery: string;
  readonly failedAll: string;
  readonly reasons: Readonly<Record<string, string>>;
  /** States, by their names in slots. */
  readonly states: Readonly<Record<string, string>>;
  /** The same for sensors of motion and presence. */
  readonly motion: Readonly<Record<string, string>>;
  readonly notStates: Readonly<Record<string, string>>;
  readonly yes: string;
  readonly no: string;
  readonly unknownState: string;
  readonly offline: string;
  readonly isState: string;
  /** Answers to a question asked the other way round (没关吧), by how it really is. */
  readonly actual: Readonly<Record<string, string>>;
  /** What a contact sensor tells of its door. */
  readonly contact: string;
  /** A door was asked about, and only its lock can be read. */
  readonly onlyLock: string;
  /** Nobody is followed here; what motion sensors tell comes behind it. */
  readonly whoUnknown: string;
  /** Motion sensors that noticed nobody, where a whole home was asked about. */
  readonly quiet: string;
  readonly someAre: string;
  readonly noneAre: string;
  readonly allAre: string;
  readonly notAll: string;
  readonly count: string;
  readonly valueOf: string;
  readonly value: string;
  readonly valueTarget: string;
  readonly at: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly already: Readonly<Record<"max" | "min", string>>;
  readonly which: string;
  /** The joint before the last thing offered, and what tells that there are more. */
  readonly offerLast: string;
  readonly offerMore: string;
  readonly whichRoomOf: string;
  readonly whichTimer: string;
  readonly whichThing: string;
  readonly whichRoom: string;
  readonly whichOthers: string;
  readonly unreachable: string;
  readonly lockInstead: Readonly<Record<"lock" | "unlock", string>>;
  readonly unknownDevice: string;
  readonly unknownArea: string;
  readonly notThere: string;
  readonly notThereNowhere: string;
  readonly noneOfKind: string;
  /** Nothing there tells of a quantity, or of doors and windows. */
  readonly noSensor: string;
  readonly sensors: Readonly<Record<string, string>>;
  readonly opening: string;
  readonly noPerson: string;
  readonly noneThere: string;
  readonly noneAtAll: string;
  /** "In the whole house", and "in this place", where a sentence has its place. */
  readonly nowhere: string;
  readonly inPlace: string;
  readonly noTimer: string;
  readonly cannot: string;
  readonly wants: Readonly<Record<string, string>>;
  readonly outOfRange: string;
  readonly unsupported: Readonly<Record<string, string>>;
  readonly negated: string;
  readonly notUnderstood: string;
  readonly tooLong: string;
  readonly noTool: string;
  readonly nevermind: string;
  readonly date: string;
  readonly time: string;
  readonly timerSet: string;
  readonly timerSetNamed: string;
  readonly timerCommand: string;
  readonly timerReminder: string;
  readonly timerChanged: Readonly<Record<string, string>>;
  readonly timerLeft: string;
  readonly timerLeftNamed: string;
  readonly timerLeftLength: string;
  /** A timer without a name, where several are offered. */
  readonly timerUnnamed: string;
  readonly timerPaused: string;
  readonly timer: string;
  readonly timerNamed: string;
  readonly units: Readonly<Record<"hours" | "minutes" | "seconds", readonly [string, string]>>;
  readonly unitJoin: string;
  readonly colors: Readonly<Record<string, string>>;
  readonly modes: Readonly<Record<string, string>>;
}

/** What can be done to a whole group of a kind. */
export type Grouped = "on" | "off" | "open" | "close";

/** What can be done to devices, as replies tell it apart. */
export type Done =
  | "on"
  | "off"
  | "open"
  | "close"
  | "lock"
  | "unlock"
  | "run"
  | "brightness"
  | "position"
  | "speed"
  | "volume"
  | "temperature"
  | "humidity"
  | "color"
  | "color_temp"
  | "mode"
  | "mute"
  | "unmute"
  | "pause"
  | "resume"
  | "next"
  | "previous"
  | "clean"
  | "dock"
  | "mow"
  | "value";
