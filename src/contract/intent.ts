/** What a spoken command means, in Home Assistant's names. */

/** A slot's value: names as the house calls them, numbers as numbers, several as a list. */
export type SlotValue = string | number | readonly string[];

/** One understood command. */
export interface Intent {
  /** `HassTurnOn`, `HassLightSet`, `HassGetState`, … */
  readonly intent: string;
  readonly slots: Readonly<Record<string, SlotValue>>;
}
