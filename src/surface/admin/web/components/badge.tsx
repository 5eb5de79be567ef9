/** The round sign of a device, in the color that its lamp shines in. */
import { inkOn } from "../model/color.ts";
import type { IconName } from "../model/icon-of.ts";
import { Icon } from "./icon.tsx";

/** Draws the sign. */
export function Badge(props: { icon: IconName; color: string | null; large?: boolean }) {
  const { color } = props;
  const style = color === null ? {} : { "--badge": color, "--badge-ink": inkOn(color) };
  return (
    <span class={props.large === true ? "badge badge--large" : "badge"} style={style}>
      <Icon name={props.icon} />
    </span>
  );
}
