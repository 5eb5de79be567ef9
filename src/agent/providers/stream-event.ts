/** One piece of a stream, whatever parts it from the next. */

/** An event of server-sent events, or a line of JSON. */
export interface StreamEvent {
  /** Empty where the API names none. */
  readonly event: string;
  readonly data: string;
}
